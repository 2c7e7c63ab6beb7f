import type { ClickHouseClient } from '@clickhouse/client';
import { ask, unlessMissing } from '#server/platform/clickhouse/query.ts';
import type { Stretch } from '#server/platform/period.ts';
import { moment } from './enrich.ts';
import { kept } from './table-columns.ts';

/*
 * What is said of days (UTC): `at`, until when something may be coming in that is recorded of a day that is over; `songs`,
 * when the making of its songs began that is complete. What is made of a day holds where its making began after every
 * `at`. Makers begin an hour after the day's end: what came before it counts as late is in by then.
 */
const moments = ['at', 'songs'].map((name) => `${name} SimpleAggregateFunction(max, DateTime64(3, 'UTC'))`);
export const lateDaysTable = `create table if not exists late_days (day Date, ${moments.join(', ')})
  engine = AggregatingMergeTree order by day settings ${kept}`;

/** Of days (their beginning, ms), the moments at which what is made of them counts no more where it began before, and at which songs were. */
export type LateDays = ReadonlyMap<number, number>;
export type DayMarks = { late: LateDays; songs: ReadonlyMap<number, number> };

const dayMs = 86_400_000;
const lateAfterMs = 1_800_000;
const graceMs = 3_600_000;
/** What is about to be recorded is in by then: a statement is given up after a minute, and a batch has a few. */
export const comingInMs = 300_000;

/** Says, before it is recorded, that something comes for these days (UTC); of those alone that are over for half an hour. */
export const markLateDays = async (clickhouse: ClickHouseClient, days: readonly string[], now: Date): Promise<void> => {
  const at = moment(now.getTime() + comingInMs);
  const late = days.filter((day) => startOf(day) + dayMs + lateAfterMs <= now.getTime());
  await insert(
    clickhouse,
    late.map((day) => ({ day, at })),
  );
};

/** Says that the songs of these days are made, as of the moment that was begun. */
export const markSongsMade = async (
  clickhouse: ClickHouseClient,
  days: readonly number[],
  begun: Date,
): Promise<void> => {
  const songs = moment(begun.getTime());
  await insert(
    clickhouse,
    days.map((start) => ({ day: dateOf(start), songs })),
  );
};

const insert = async (clickhouse: ClickHouseClient, values: { day: string }[]): Promise<void> => {
  if (values.length > 0) await clickhouse.insert({ table: 'late_days', values, format: 'JSONEachRow' });
};

/** What is said of the days that a stretch touches. */
export const dayMarks = async (clickhouse: ClickHouseClient, { start, end }: Stretch): Promise<DayMarks> => {
  const ms = (column: string): string => `toFloat64(toUnixTimestamp64Milli(max(${column})))`;
  const found = await ask<{ day: string; late: number; made: number }>(
    clickhouse,
    `select toString(day) as day, ${ms('at')} as late, ${ms('songs')} as made from late_days
     where day >= '${dateOf(start)}' and day <= '${dateOf(end - 1)}' group by day`,
  ).catch(unlessMissing([]));
  const by = (name: 'late' | 'made') =>
    new Map(found.filter((row) => row[name] > 0).map((row) => [startOf(row.day), row[name]]));
  return { late: by('late'), songs: by('made') };
};

/** When each of the days that a stretch touches got something late. */
export const lateDays = async (clickhouse: ClickHouseClient, stretch: Stretch): Promise<LateDays> =>
  (await dayMarks(clickhouse, stretch)).late;

/** Whether what is made of a stretch now holds: all days that it touches are over for an hour, and nothing late is coming in. */
export const isIn = (stretch: Stretch, late: LateDays, now: number): boolean =>
  isOver(stretch, now) && madeAfter(stretch, late) < now;

/** Whether each day that a stretch touches is over for an hour. */
export const isOver = ({ end }: Pick<Stretch, 'end'>, now: number): boolean =>
  Math.ceil(end / dayMs) * dayMs + graceMs <= now;

/** What is made of a stretch holds where its making began after this. */
export const madeAfter = ({ start, end }: Stretch, late: LateDays): number => {
  const first = Math.floor(start / dayMs);
  const days = Array.from({ length: Math.ceil(end / dayMs) - first }, (_, i) => (first + i) * dayMs);
  return Math.max(0, ...days.map((day) => late.get(day) ?? 0));
};

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
