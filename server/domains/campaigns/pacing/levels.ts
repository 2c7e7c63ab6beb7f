import { hourMs } from '#contract/rules/time.ts';
import { hourOfWeek, weekHours } from './hours-of-week.ts';

/*
 * How much more is heard now than in an average week of the last four: seen ÷ expected over the last seven days, in which
 * the latest hours count most.
 */

/** What was heard this long ago counts half. */
export const halfLifeHours = 48;
/** A level of single days is not believed. */
const [lowest, highest] = [0.25, 4];

/** How much what was heard so many hours ago counts. */
export const weightAt = (hoursAgo: number): number => 0.5 ** ((Math.ceil(hoursAgo) - 0.5) / halfLifeHours);

/** How much each hour of the week counts, by how long ago it was last; `now` is the beginning of an hour. */
export const weightsAt = (now: number): Float64Array => {
  const weights = new Float64Array(weekHours);
  for (let ago = 1; ago <= weekHours; ago++) weights[hourOfWeek(now - ago * hourMs)] = weightAt(ago);
  return weights;
};

/** The level of what was seen against what was expected, both with their weights; 1 where little was expected. */
export const levelOf = (seen: number, expected: number, prior: number): number =>
  expected + prior <= 0 ? 1 : Math.min(highest, Math.max(lowest, (seen + prior) / (expected + prior)));
