import type { ReactNode } from 'react';
import classes from './Outdated.module.css';

type OutdatedProps = { isOld: boolean; children: ReactNode };

/** What was chosen before stays, dimmed, until what is chosen now is there. */
export const Outdated = ({ isOld, children }: OutdatedProps) => (
  <div className={classes.root} data-old={isOld || undefined} aria-busy={isOld}>
    {children}
  </div>
);
