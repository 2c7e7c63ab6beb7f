import classes from './Sparkline.module.css';

/** `now` may be less than the last value, which is the peak of its minute. */
type SparklineProps = { label: string; values: readonly number[]; now: number };

const [width, height] = [96, 26];

/** A small line chart without axes for a table row, described by its label. */
export const Sparkline = ({ label, values, now }: SparklineProps) => {
  const top = Math.max(1, ...values);
  const x = (i: number): number => (i / Math.max(1, values.length - 1)) * width;
  const y = (value: number): number => height - 2 - (value / top) * (height - 5);
  const line = values.map((value, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  return (
    <svg
      role="img"
      aria-label={`${label}: ${now} now, ${Math.max(0, ...values)} peak`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className={classes.root}
    >
      <path d={`${line}L${width} ${height}L0 ${height}Z`} className={classes.area} />
      <path d={line} className={classes.line} />
    </svg>
  );
};
