import { runsOf, type ChartPoint, type ChartSeries } from './chart-data.ts';
import type { ChartLayout } from './chart-layout.ts';
import { colorClass } from './series-color.ts';
import classes from './ChartPlot.module.css';

type LinesProps = {
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  places: ChartLayout;
  /** The id of the gradient under the first line of an area chart. */
  gradient: string | undefined;
};

/** A line per series, the first one on top; an isolated value is a dot. */
export const Lines = ({ points, series, places, gradient }: LinesProps) => (
  <>
    {series
      .map((one, i) => (
        <Line
          key={one.name}
          runs={runsOf(points, one.name)}
          className={colorClass(series, i)}
          isDashed={one.dashed ?? false}
          places={places}
          gradient={i === 0 ? gradient : undefined}
        />
      ))
      .reverse()}
  </>
);

type LineProps = {
  runs: [number, number][][];
  className: string;
  isDashed: boolean;
  places: ChartLayout;
  gradient: string | undefined;
};

const Line = ({ runs, className, isDashed, places, gradient }: LineProps) => (
  <g className={className}>
    {gradient !== undefined && (
      <defs>
        <linearGradient id={gradient} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={classes.from} />
          <stop offset="1" className={classes.to} />
        </linearGradient>
      </defs>
    )}
    {runs.map((run) => {
      const [first, last] = [run[0]?.[0] ?? 0, run.at(-1)?.[0] ?? 0];
      if (run.length === 1)
        return (
          <circle key={first} className={classes.dot} cx={places.x(first)} cy={places.y(run[0]?.[1] ?? 0)} r={4} />
        );
      const line = run
        .map(([i, value], n) => `${n === 0 ? 'M' : 'L'}${round(places.x(i))} ${round(places.y(value))}`)
        .join('');
      const area = `${line}L${round(places.x(last))} ${places.bottom}L${round(places.x(first))} ${places.bottom}Z`;
      return (
        <g key={first}>
          {gradient !== undefined && <path d={area} fill={`url(#${gradient})`} stroke="none" />}
          <path d={line} className={classes.line} data-dashed={isDashed || undefined} />
        </g>
      );
    })}
  </g>
);

const round = (n: number): number => Math.round(n * 10) / 10;
