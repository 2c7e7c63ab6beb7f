import type { ClickHouseClient } from '@clickhouse/client';
import { queryRows, emptyIfMissing } from '#server/platform/clickhouse/query.ts';
import type { TimeRange } from '#server/platform/period.ts';
import { dayMs } from '#contract/rules/time.ts';
import { clickhouseTime } from '#server/platform/clickhouse/clickhouse-time.ts';
import { utcDate, utcDays } from './time-ranges.ts';
import { rawTableSettings } from './table-columns.ts';

/*
 * Watermarks by day (UTC). `late_until`: until when late arrivals for a closed day may still be written.
 * `songs_computed_at`: when the last complete computation of its songs began. A result computed from a day is valid if
 * its computation began after every `late_until`. Workers start an hour after the day's end; by then, rows that are not counted as late have arrived.
 */
const columns = ['late_until', 'songs_computed_at'].map(
  (name) => `${name} SimpleAggregateFunction(max, DateTime64(3, 'UTC'))`,
);
export const lateArrivalsTable = `create table if not exists late_arrivals (day Date, ${columns.join(', ')})
  engine = AggregatingMergeTree order by day settings ${rawTableSettings}`;

/** By day (its start in ms): results whose computation began before this time are outdated. */
export type LateArrivals = ReadonlyMap<number, number>;
export type DayWatermarks = { late: LateArrivals; songs: ReadonlyMap<number, number> };

const lateAfterMs = 1_800_000;
const graceMs = 3_600_000;
/** By then an announced insert has finished: a statement times out after a minute, and a batch has only a few. */
export const insertGraceMs = 300_000;

/** Announces rows for these days (UTC) before they are written, only for days that ended at least half an hour ago. */
export const announceLateArrivals = async (
  clickhouse: ClickHouseClient,
  days: readonly string[],
  now: Date,
): Promise<void> => {
  const late_until = clickhouseTime(now.getTime() + insertGraceMs);
  const late = days.filter((day) => startOf(day) + dayMs + lateAfterMs <= now.getTime());
  await insert(
    clickhouse,
    late.map((day) => ({ day, late_until })),
  );
};

/** Records that the songs of these days are computed, as of the time the computation began. */
export const markSongsComputed = async (
  clickhouse: ClickHouseClient,
  days: readonly number[],
  startedAt: Date,
): Promise<void> => {
  const songs_computed_at = clickhouseTime(startedAt.getTime());
  await insert(
    clickhouse,
    days.map((start) => ({ day: utcDate(start), songs_computed_at })),
  );
};

const insert = async (clickhouse: ClickHouseClient, values: { day: string }[]): Promise<void> => {
  if (values.length > 0) await clickhouse.insert({ table: 'late_arrivals', values, format: 'JSONEachRow' });
};

/** The watermarks of the days that a range touches. */
export const dayWatermarks = async (clickhouse: ClickHouseClient, range: TimeRange): Promise<DayWatermarks> =>
  await existingWatermarks(clickhouse, range).catch(emptyIfMissing({ late: new Map(), songs: new Map() }));

/** As `dayWatermarks`, but throws where the table is missing: workers that replace rows must know of each late arrival. */
export const existingWatermarks = async (
  clickhouse: ClickHouseClient,
  { start, end }: TimeRange,
): Promise<DayWatermarks> => {
  const ms = (column: string): string => `toFloat64(toUnixTimestamp64Milli(max(${column})))`;
  const found = await queryRows<{ day: string; late: number; computed: number }>(
    clickhouse,
    `select toString(day) as day, ${ms('late_until')} as late, ${ms('songs_computed_at')} as computed from late_arrivals
     where day >= '${utcDate(start)}' and day <= '${utcDate(end - 1)}' group by day`,
  );
  const by = (name: 'late' | 'computed') =>
    new Map(found.filter((row) => row[name] > 0).map((row) => [startOf(row.day), row[name]]));
  return { late: by('late'), songs: by('computed') };
};

/** The late arrivals of the days that a range touches. */
export const lateArrivalsOf = async (clickhouse: ClickHouseClient, range: TimeRange): Promise<LateArrivals> =>
  (await dayWatermarks(clickhouse, range)).late;

/**
 * Whether results computed from a range now are final: all its days ended at least an hour ago, and no late arrivals
 * are being written.
 */
export const isComplete = (range: TimeRange, late: LateArrivals, now: number): boolean =>
  isClosed(range, now) && validAfter(range, late) < now;

/** Whether every day that a range touches ended at least an hour ago. */
const isClosed = ({ end }: Pick<TimeRange, 'end'>, now: number): boolean =>
  Math.ceil(end / dayMs) * dayMs + graceMs <= now;

/** Results of a range are valid if their computation began after this time (ms). */
export const validAfter = (range: TimeRange, late: LateArrivals): number =>
  Math.max(0, ...utcDays(range).map((day) => late.get(day) ?? 0));

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
