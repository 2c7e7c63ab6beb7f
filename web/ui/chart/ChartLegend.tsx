import type { ChartSeries } from './chart-data.ts';
import { colorClass } from './series-color.ts';
import classes from './ChartFigure.module.css';

/** The legend of a chart with more than one series. */
export const ChartLegend = ({ series }: { series: readonly ChartSeries[] }) =>
  series.length < 2 ? null : (
    <ul className={classes.legend}>
      {series.map(({ name, label = name, dashed = false }, i) => (
        <li key={name} className={colorClass(series, i)}>
          <span className={classes.swatch} data-dashed={dashed || undefined} aria-hidden />
          {label}
        </li>
      ))}
    </ul>
  );
