import type { ChartSeries } from './chart-data.ts';
import classes from './series-color.module.css';

const colors = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/** The class that sets a series' colour as `--series`; dashed series are gray. */
export const colorClass = (series: readonly ChartSeries[], i: number): string => {
  if (series[i]?.dashed) return classes['dashed'] ?? '';
  const n = series.slice(0, i).filter(({ dashed }) => !dashed).length;
  return classes[colors[n % colors.length] ?? 'first'] ?? '';
};
