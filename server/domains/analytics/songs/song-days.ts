import type { ClickHouseClient } from '@clickhouse/client';
import { bind, query } from '#server/platform/clickhouse/bind.ts';
import { queryRows, settings, emptyIfMissing } from '#server/platform/clickhouse/query.ts';
import type { TimeRange } from '#server/platform/period.ts';
import { existingWatermarks, isComplete, markSongsComputed, type DayWatermarks } from '../late-arrivals.ts';
import { mergeRanges, utcDay, utcDays } from '../time-ranges.ts';
import { dayMs } from '#contract/rules/time.ts';
import { songsByQuarter } from './song-listeners.ts';
import { startOnlyWorker, stepByStep, withEqualPause } from '#server/kernel/jobs/only-worker.ts';
import type { Kernel } from '#server/kernel/kernel.ts';

const stationsAtOnce = 50;
/** How many days are checked for plays in one query. */
const daysAtOnce = 31;

/**
 * Computes the songs of one day (UTC), the latest closed day that is missing; false where none is. A day whose
 * computation was interrupted, or that got late arrivals, is computed again.
 */
export const computeSongDay = async (clickhouse: ClickHouseClient, startedAt: Date): Promise<boolean> => {
  const missing = (await missingDays(clickhouse, startedAt)).slice(0, daysAtOnce);
  if (missing.length === 0) return false;
  const played = await playedSince(clickhouse, missing.at(-1)!);
  const day = missing.find((one) => played.has(one));
  if (day !== undefined) await computeDay(clickhouse, day);
  const silent = missing.filter((one) => !played.has(one));
  await markSongsComputed(clickhouse, day === undefined ? silent : [day, ...silent], startedAt);
  return true;
};

const computeDay = async (clickhouse: ClickHouseClient, day: number): Promise<void> => {
  const command = (statement: string) =>
    clickhouse.command({
      query: statement,
      clickhouse_settings: { ...settings, mutations_sync: '1', max_execution_time: 600 },
    });
  const range = { start: day, end: day + dayMs };
  const during = 'at >= {start:DateTime} and at < {end:DateTime}';
  const left = await query(clickhouse, `select 1 as one from song_quarters where ${during} limit 1`, range);
  if (left.length > 0) await command(bind(`alter table song_quarters delete where ${during}`, range));
  const played = await query<{ station: string }>(
    clickhouse,
    `select distinct toString(station) as station from plays where ${during}`,
    { ...range, start: day - dayMs },
  );
  for (let i = 0; i < played.length; i += stationsAtOnce) {
    const stations = played.slice(i, i + stationsAtOnce).map(({ station }) => station);
    await command(`insert into song_quarters (station, at, isOn, artist, title, plays, left, listeners)
      ${songsByQuarter({ stations, range, open: [] })}`);
  }
};

/** Days since the first play that can be computed and aren't, latest first. */
const missingDays = async (clickhouse: ClickHouseClient, now: Date): Promise<number[]> => {
  const [first] = await queryRows<{ at: number }>(
    clickhouse,
    `select toFloat64(toUnixTimestamp(min(at))) * 1000 as at from plays having count() > 0`,
  ).catch(emptyIfMissing([]));
  if (first === undefined) return [];
  const range = { start: utcDay(first.at), end: utcDay(now.getTime()) };
  const watermarks = await existingWatermarks(clickhouse, range);
  return utcDays(range)
    .filter(
      (day) =>
        isComplete({ start: day, end: day + dayMs }, watermarks.late, now.getTime()) && !isComputed(watermarks, day),
    )
    .reverse();
};

/** The days from this one on with a play, or with one from the day before that may continue. */
const playedSince = async (clickhouse: ClickHouseClient, day: number): Promise<Set<number>> => {
  const found = await query<{ day: number }>(
    clickhouse,
    `select distinct toFloat64(toUnixTimestamp(toStartOfDay(arrayJoin([at, at + interval 1 day])))) * 1000 as day
    from plays
    where at >= {start:DateTime}`,
    { start: day - dayMs },
  );
  return new Set(found.map((one) => one.day));
};

/** The parts of a range in days whose songs are computed, adjacent days merged. */
export const computedRanges = (watermarks: DayWatermarks, { start, end }: TimeRange): TimeRange[] =>
  mergeRanges(
    utcDays({ start, end })
      .filter((day) => isComputed(watermarks, day))
      .map((day) => ({ start: Math.max(start, day), end: Math.min(end, day + dayMs) })),
  );

const isComputed = ({ songs, late }: DayWatermarks, day: number): boolean =>
  (songs.get(day) ?? 0) > (late.get(day) ?? 0);

/** Only one process computes song days at a time, among all on this database. */
const workerOptions = { lock: 7_227_004, failed: 'failed to compute the songs of a day; retrying' };
const restMs = 60_000;

/** Computes the songs of closed days, in this process unless another one does. */
export const startSongDays = (
  deps: Pick<Kernel, 'db' | 'log' | 'clock'> & { clickhouse: ClickHouseClient },
): { stop(): Promise<void> } =>
  startOnlyWorker(deps, workerOptions, async (turn) => {
    const step = () => computeSongDay(deps.clickhouse, deps.clock.now());
    await stepByStep(turn, restMs, withEqualPause(turn, step));
  });
