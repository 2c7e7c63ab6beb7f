import { brand } from '#brand/brand.ts';
import { mark } from '#brand/mark.ts';
import classes from './Mark.module.css';

/** The brand's logo mark. */
export const Mark = ({ size }: { size: number }) => (
  <svg width={size} height={size} viewBox="-4 -4 40 40" className={classes.root} data-brand={brand.id} aria-hidden>
    <rect x={-4} y={-4} width={40} height={40} rx={11} className={classes.ground} />
    {mark.strokes.map((line) => (
      <path key={line} d={line} className={classes.stroke} />
    ))}
    <circle cx={mark.dot.x} cy={mark.dot.y} r={mark.dot.r} className={classes.dot} />
  </svg>
);
