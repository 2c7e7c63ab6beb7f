import type { ReactNode } from 'react';

/** Keeps a table cell on one line, so that rows stay low on a phone. */
export const NoWrap = ({ children }: { children: ReactNode }) => (
  <span style={{ whiteSpace: 'nowrap' }}>{children}</span>
);
