import { brand } from '#brand/brand.ts';
import type { ChartSeries } from './chart-data.ts';
import classes from './series-color.module.css';
import { paletteBeside } from './series-palette.ts';

const colors = ['first', ...paletteBeside(brand.theme.primary[6])] as const;

/** The class that sets a series' colour as `--series`; dashed series are gray. */
export const colorClass = (series: readonly ChartSeries[], i: number): string => {
  if (series[i]?.dashed) return classes['dashed'] ?? '';
  const n = series.slice(0, i).filter(({ dashed }) => !dashed).length;
  return classes[colors[n % colors.length] ?? 'first'] ?? '';
};
