import type { ReactNode } from 'react';

/** What stays on one line of a table, whose rows would be several lines high on a phone. */
export const Unbroken = ({ children }: { children: ReactNode }) => (
  <span style={{ whiteSpace: 'nowrap' }}>{children}</span>
);
