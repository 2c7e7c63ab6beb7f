import { valueAt, type ChartPoint, type ChartSeries } from './chart-data.ts';
import { colorClass } from './series-color.ts';
import classes from './ChartFigure.module.css';

type ChartTipProps = {
  title: string;
  point: ChartPoint;
  series: readonly ChartSeries[];
  writeValue: (value: number) => string;
  x: number;
  width: number;
};

/** A tooltip with the values of the point under the cursor, on the side with more room. */
export const ChartTip = ({ title, point, series, writeValue, x, width }: ChartTipProps) => {
  const side = x > width / 2 ? { right: width - x + 12 } : { left: x + 12 };
  return (
    <div className={classes.tip} style={side} aria-hidden>
      <strong>{title}</strong>
      <dl className="numbers">
        {series.map(({ name, label = name, dashed = false }, i) => {
          const value = valueAt(point, name);
          return (
            <div key={name} style={{ display: 'contents' }}>
              <dt className={colorClass(series, i)}>
                <span className={classes.swatch} data-dashed={dashed || undefined} />
                {label}
              </dt>
              <dd>{value === null ? '–' : writeValue(value)}</dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
};
