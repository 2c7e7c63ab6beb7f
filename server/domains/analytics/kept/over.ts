import type { LateDays } from '../late-days.ts';
import type { Stretch } from '../period.service.ts';

const dayMs = 86_400_000;
/** What is recorded an hour after a day's end is late, and told as such. */
const graceMs = 3_600_000;

/** The days (UTC) that a stretch touches. */
const daysTouched = ({ start, end }: Stretch): number[] => {
  const first = Math.floor(start / dayMs);
  return Array.from({ length: Math.ceil(end / dayMs) - first }, (_, i) => (first + i) * dayMs);
};

/** From when on a making of this stretch counts. */
export const madeAfter = (stretch: Stretch, late: LateDays): number =>
  Math.max(0, ...daysTouched(stretch).map((day) => late.get(day) ?? 0));

/** Whether nothing is expected to come any more for any of the days that a stretch touches. */
export const isOver = ({ end }: Pick<Stretch, 'end'>, now: number): boolean =>
  Math.ceil(end / dayMs) * dayMs + graceMs <= now;
