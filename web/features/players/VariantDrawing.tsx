import type { PlayerSettings } from '#contract/api/player.ts';
import classes from './VariantDrawing.module.css';

/** A drawing of where on a page a player stands. */
export const VariantDrawing = ({ variant }: { variant: PlayerSettings['variant'] }) => (
  <svg viewBox="0 0 80 52" width={80} height={52} className={classes.drawing} aria-hidden>
    <rect x="0.5" y="0.5" width="79" height="51" rx="5" className={classes.page} />
    <path d="M9 10h34M9 17h54M9 42h46" className={classes.text} />
    {variant === 'inline' && <rect x="9" y="23" width="62" height="13" rx="3" className={classes.player} />}
    {variant === 'floating' && <circle cx="67" cy="39" r="7" className={classes.player} />}
    {variant === 'sticky' && (
      <path d="M1 41h78v6a4.5 4.5 0 0 1-4.5 4.5h-69A4.5 4.5 0 0 1 1 47Z" className={classes.player} />
    )}
  </svg>
);
