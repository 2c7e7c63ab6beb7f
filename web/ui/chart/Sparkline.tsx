import classes from './Sparkline.module.css';

type SparklineProps = { label: string; values: readonly number[] };

const [width, height] = [96, 26];

/** A small line chart without axes for a table row, described by its label alone. */
export const Sparkline = ({ label, values }: SparklineProps) => {
  const top = Math.max(1, ...values);
  const x = (i: number): number => (i / Math.max(1, values.length - 1)) * width;
  const y = (value: number): number => height - 2 - (value / top) * (height - 5);
  const line = values.map((value, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  return (
    <svg
      role="img"
      aria-label={label}
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
