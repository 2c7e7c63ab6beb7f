import { valueAt, type ChartPoint, type ChartSeries } from './chart-data.ts';
import type { ChartLayout } from './chart-layout.ts';
import { colorClass } from './series-color.ts';
import classes from './ChartPlot.module.css';

type BarsProps = { points: readonly ChartPoint[]; series: readonly ChartSeries[]; places: ChartLayout };

/** A bar per point and series, grouped by point. */
export const Bars = ({ points, series, places }: BarsProps) => {
  const group = Math.min(places.band * 0.72, 56 * series.length);
  const width = Math.max(1, group / series.length - (series.length > 1 ? 1 : 0));
  return (
    <>
      {series.map(({ name, dashed = false }, n) => (
        <g key={name} className={colorClass(series, n)}>
          {points.map((point, i) => {
            const value = valueAt(point, name) ?? 0;
            if (value <= 0) return null;
            const y = Math.min(places.y(value), places.bottom - 1);
            return (
              <rect
                key={i}
                className={classes.bar}
                data-dashed={dashed || undefined}
                x={places.x(i) - group / 2 + n * (group / series.length)}
                y={y}
                width={width}
                height={places.bottom - y}
                rx={Math.min(3, width / 3)}
              />
            );
          })}
        </g>
      ))}
    </>
  );
};
