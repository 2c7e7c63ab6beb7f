import type { ClickHouseClient } from '@clickhouse/client';
import type { OpenSession } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { unitedStates } from '#contract/rules/royalty-rules.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import { query } from '#server/platform/clickhouse/bind.ts';
import type { TimeRange } from '#server/platform/period.ts';
import {
  edgeCountsOf,
  edgeTimes,
  performancesBetween,
  type EdgeCounts,
  type PerformanceCounts,
} from './count-performances.ts';
import { longestMs, playDurations, type TimedPlay, type RecordedPlay, type SourceEnd } from './play-durations.ts';

export type Territory = 'US' | 'all';
/** The period of a report, which ends now if it is still running. */
type ReportRange = TimeRange & { now: number };
type Reading = { clickhouse: ClickHouseClient; geo: GeoEngine };

/** Slices are cut at each quarter hour: one that began earlier than this has ended. */
const longestSliceMs = 3600_000;

/** The plays of a station that began before the end of a range, without skipped ones. Times in ms since the epoch. */
export const playsOfStation = async (
  clickhouse: ClickHouseClient,
  station: StationKey,
  { start, end, now }: ReportRange,
): Promise<TimedPlay[]> => {
  const params = { station, start, end: end + longestMs };
  const [plays, ends] = await Promise.all([
    query<RecordedPlay>(
      clickhouse,
      `select toFloat64(toUnixTimestamp64Milli(plays.at)) as at, source, why, track, artist, title, album, isrc, label, lasts
      from plays
      where station = {station:String} and plays.at >= {start:DateTime64(3)} and plays.at < {end:DateTime64(3)}
        and skipped = ''
      order by plays.at`,
      params,
    ),
    query<SourceEnd>(
      clickhouse,
      `select toFloat64(toUnixTimestamp64Milli(sources.at)) as at, source, event
      from sources
      where station = {station:String} and sources.at >= {start:DateTime64(3)} and sources.at < {end:DateTime64(3)}
        and event in ('lost', 'disconnected')
      order by sources.at`,
      params,
    ),
  ]);
  return playDurations(plays, ends, now).filter(({ from }) => from < end);
};

/** How many sessions heard each play, and for how long; and all listening of the range, in ms. */
export const performancesOf = async (
  deps: Reading,
  station: StationKey,
  {
    plays,
    open,
    range,
    territory,
  }: { plays: TimedPlay[]; open: OpenSession[]; range: ReportRange; territory: Territory },
): Promise<{ counts: PerformanceCounts[]; ms: number }> => {
  const whole = { from: range.start, to: Math.max(range.start, Math.min(range.end, range.now)) };
  const times = edgeTimes([...plays, whole]);
  const before = times[0]! - longestSliceMs;
  const stored = await storedBuckets(deps.clickhouse, station, { times, before, open, territory });
  const performancesIn = performancesBetween(times, [
    ...stored,
    ...edgeCountsOf(await openSlices(deps.geo, open, range.now, territory), times, before),
  ]);
  return { counts: plays.map(performancesIn), ms: performancesIn(whole).ms };
};

const openSlices = async (geo: GeoEngine, open: OpenSession[], now: number, territory: Territory) => {
  const placed = await Promise.all(
    open.map(async (session) => ({
      session,
      country: territory === 'all' ? '' : (await geo.locate(session.ip)).country,
    })),
  );
  return placed
    .filter(({ country }) => territory === 'all' || isUnitedStates(country))
    .map(({ session: { from, n } }) => ({ since: from, until: now, isFirst: n === 0 }));
};

/** Listeners without a known location count, so that no performance is left out. */
const countries = ['', ...unitedStates];
const isUnitedStates = (country: string): boolean => (countries as string[]).includes(country);

type BucketQuery = { times: number[]; before: number; open: OpenSession[]; territory: Territory };

/**
 * Slices between each two times; slices that the engine still reports as open are counted from its report. A slice has two
 * edges: its start (kind 0 of a session's first slice, 1 of a continued one) and its end (2); times are from `before` on.
 */
const storedBuckets = async (
  clickhouse: ClickHouseClient,
  station: StationKey,
  { times, before, open, territory }: BucketQuery,
): Promise<EdgeCounts[]> => {
  const ofCountries = territory === 'all' ? '' : 'and country in {countries:Array(String)}';
  const isNotOpen =
    'and (since < {oldest_open:DateTime64(3)} or (session, n) not in {open:Array(Tuple(String, UInt32))})';
  const found = await query<Record<'after' | 'firsts' | 'continued' | 'starts' | 'ends' | 'stops', number>>(
    clickhouse,
    `select toFloat64(roundDown(greatest(0, moment), {bounds:Array(Int64)})) as after,
      toFloat64(countIf(kind = 0)) as firsts, toFloat64(countIf(kind = 1)) as continued,
      toFloat64(sumIf(moment, kind < 2)) as starts,
      toFloat64(countIf(kind = 2)) as ends, toFloat64(sumIf(moment, kind = 2)) as stops
    from (
      select toUnixTimestamp64Milli(since) - {before:Int64} as start_at, toUnixTimestamp64Milli(until) - {before:Int64} as end_at,
        1 - first as is_continued
      from slices
      where station = {station:String} and since > {begin:DateTime64(3)} and since < {end:DateTime64(3)} and until > since
        ${ofCountries} ${open.length === 0 ? '' : isNotOpen}
    )
    array join [is_continued, 2] as kind, [start_at - is_continued, end_at - 1] as moment
    group by after`,
    {
      ...{ station, before, begin: before, end: times.at(-1)!, countries },
      bounds: [before, ...times].map((at) => at - before),
      open: open.map(({ session, n }) => [session, n]),
      oldest_open: open.reduce((least, { from }) => Math.min(least, from), Number.MAX_SAFE_INTEGER),
    },
  );
  return found.map(({ after, firsts, continued, starts, ends, stops }) => ({
    ...{ at: before + after, firsts, continued, ends },
    start_ms: starts + continued - (firsts + continued) * after,
    end_ms: stops + ends - ends * after,
  }));
};
