import { VisuallyHidden } from '@mantine/core';

/** The visually hidden heading of an action column; positioned within its cell so that it does not widen the page. */
export const HiddenHeader = ({ children }: { children: string }) => (
  <span style={{ position: 'relative', display: 'block' }}>
    <VisuallyHidden>{children}</VisuallyHidden>
  </span>
);
