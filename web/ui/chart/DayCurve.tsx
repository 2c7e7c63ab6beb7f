import { useId } from 'react';
import classes from './DayCurve.module.css';

type Point = { label: string; value: number };
type DayCurveProps = { label: string; points: readonly Point[]; height?: number; unit: string };

const width = 600;

/** A small line chart with its peak and both ends written out, accessible to screen readers. */
export const DayCurve = ({ label, points, height = 120, unit }: DayCurveProps) => {
  const id = useId();
  const top = Math.max(1, ...points.map(({ value }) => value));
  const x = (i: number): number => (points.length < 2 ? width : (i / (points.length - 1)) * width);
  const y = (value: number): number => height - 4 - (value / top) * (height - 16);
  const line = points.map(({ value }, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  const peak = points.reduce(
    (best, point) => (point.value > best.value ? point : best),
    points[0] ?? { label: '', value: 0 },
  );
  return (
    <figure className={classes.root}>
      <figcaption className={classes.caption}>
        <span>{label}</span>
        <span className="numbers">{points.length === 0 ? '' : `Peak ${peak.value} ${unit} · ${peak.label}`}</span>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        height={height}
        className={classes.chart}
        aria-hidden
      >
        <defs>
          <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" className={classes.from} />
            <stop offset="1" className={classes.to} />
          </linearGradient>
        </defs>
        {[0.25, 0.5, 0.75, 1].map((share) => (
          <line key={share} x1={0} x2={width} y1={y(top * share)} y2={y(top * share)} className={classes.grid} />
        ))}
        {points.length > 1 && (
          <>
            <path d={`${line}L${width} ${height}L0 ${height}Z`} fill={`url(#${CSS.escape(id)})`} />
            <path d={line} className={classes.line} vectorEffect="non-scaling-stroke" />
          </>
        )}
      </svg>
      <div className={`${classes.ends} numbers`} aria-hidden>
        <bdi>{points[0]?.label}</bdi>
        <bdi>{points.at(-1)?.label}</bdi>
      </div>
    </figure>
  );
};
