import { count, shortDay } from '#web/lib/format.ts';
import classes from './DayBars.module.css';

type DayBarsProps = { label: string; days: readonly { date: string; value: number }[] };

/** More bars would be too thin to see. */
const mostBars = 45;

/** Impressions by day as small bars; of many days, by several days. */
export const DayBars = ({ label, days }: DayBarsProps) => {
  const each = Math.ceil(days.length / mostBars);
  const bars = Array.from({ length: Math.ceil(days.length / each) }, (_, i) => {
    const some = days.slice(i * each, (i + 1) * each);
    return { from: some[0]!.date, to: some.at(-1)!.date, value: some.reduce((sum, { value }) => sum + value, 0) };
  });
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <figure className={classes.root}>
      <figcaption className={classes.caption}>{each === 1 ? label : `${label}, ${String(each)} days each`}</figcaption>
      <div className={classes.bars} role="img" aria-label={`${label}: at most ${count(most, 'impression')}`}>
        {bars.map(({ from, to, value }) => (
          <span
            key={from}
            className={classes.bar}
            style={{ blockSize: `${String(Math.max(2, (value / most) * 100))}%` }}
            title={`${from === to ? shortDay(from) : `${shortDay(from)} to ${shortDay(to)}`}: ${count(value, 'impression')}`}
          />
        ))}
      </div>
      <div className={`${classes.ends} numbers`} aria-hidden>
        <bdi>{bars[0] && shortDay(bars[0].from)}</bdi>
        <bdi>{bars.length > 1 && shortDay(bars.at(-1)!.to)}</bdi>
      </div>
    </figure>
  );
};
