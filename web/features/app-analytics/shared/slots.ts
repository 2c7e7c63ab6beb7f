import { clockTime, day, shortDay } from '#web/lib/format.ts';

type Slot = { from: string; to: string };
export type Slotted<S extends Slot> = {
  timezone: string;
  from_date: string;
  to_date: string;
  hour_stats: readonly S[];
  day_stats: readonly S[];
};

/** The slots of the frequency that was asked for; the other list is empty. */
export const slotsOf = <S extends Slot>({ hour_stats, day_stats }: Slotted<S>): S[] => [...hour_stats, ...day_stats];

/** Whether a slot has begun: of what is still to come nothing is known. */
export const hasBegun = ({ from }: Slot, now: number): boolean => Date.parse(from) <= now;

/** How a slot's beginning is called: a day where slots are days, else a clock's time. */
export const slotNames = ({ day_stats }: Slotted<Slot>): ((from: string) => string) =>
  day_stats.length > 0 ? shortDay : clockTime;

/** `Nov 1, 2026 – Nov 22, 2026, times of Europe/Berlin`. */
export const periodWords = ({ from_date, to_date, timezone }: Slotted<Slot>): string =>
  `${from_date === to_date ? day(from_date) : `${day(from_date)} – ${day(to_date)}`}, times of ${timezone}`;

/** What a file of these days is called, without its ending. */
export const fileNameOf = (what: string, { from_date, to_date }: Slotted<Slot>): string =>
  from_date === to_date ? `${what}-${from_date}` : `${what}-${from_date}-${to_date}`;
