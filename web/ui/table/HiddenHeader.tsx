import { VisuallyHidden } from '@mantine/core';

/** The heading of a column of buttons, for those who hear the table; it keeps to its cell, so that it widens no page. */
export const HiddenHeader = ({ children }: { children: string }) => (
  <span style={{ position: 'relative', display: 'block' }}>
    <VisuallyHidden>{children}</VisuallyHidden>
  </span>
);
