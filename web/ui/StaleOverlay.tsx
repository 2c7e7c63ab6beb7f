import type { ReactNode } from 'react';
import classes from './StaleOverlay.module.css';

type StaleOverlayProps = { isOld: boolean; children: ReactNode };

/** Dims outdated content until the current content has loaded. */
export const StaleOverlay = ({ isOld, children }: StaleOverlayProps) => (
  <div className={classes.root} data-old={isOld || undefined} aria-busy={isOld}>
    {children}
  </div>
);
