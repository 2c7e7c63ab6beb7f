import type { ClickHouseClient } from '@clickhouse/client';
import type { OpenSession } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { unitedStates } from '#contract/rules/royalty-rules.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import { queryRows, queryNumbers, literal, stationIn } from '#server/platform/clickhouse/query.ts';
import { clickhouseTime } from '#server/platform/clickhouse/clickhouse-time.ts';
import {
  edgeCountsOf,
  edgeTimes,
  performancesBetween,
  type EdgeCounts,
  type PerformanceCounts,
} from './count-performances.ts';
import { longestMs, playDurations, type TimedPlay, type RecordedPlay, type SourceEnd } from './play-durations.ts';

export type Territory = 'US' | 'all';
export type PerformedPlay = TimedPlay & PerformanceCounts;
type Span = { start: number; end: number; now: number };
type Reading = { clickhouse: ClickHouseClient; geo: GeoEngine };

/** Slices are cut at each quarter hour: one that began earlier than this has ended. */
const longestSliceMs = 3600_000;

/** The plays of a station that began before the end of a range, without skipped ones. Times in ms since the epoch. */
export const playsOfStation = async (
  clickhouse: ClickHouseClient,
  station: StationKey,
  { start, end, now }: Span,
): Promise<TimedPlay[]> => {
  const when = `at >= ${atMoment(start)} and at < ${atMoment(end + longestMs)}`;
  const [plays, ends] = await Promise.all([
    queryRows<RecordedPlay>(
      clickhouse,
      `select toFloat64(toUnixTimestamp64Milli(plays.at)) as at, source, why, track, artist, title, album, isrc, label, lasts
      from plays where ${stationIn([station])} and ${when} and skipped = '' order by plays.at`,
    ),
    queryRows<SourceEnd>(
      clickhouse,
      `select toFloat64(toUnixTimestamp64Milli(sources.at)) as at, source, event
      from sources where ${stationIn([station])} and ${when} and event in ('lost', 'disconnected') order by sources.at`,
    ),
  ]);
  return playDurations(plays, ends, now).filter(({ from }) => from < end);
};

/** Each play with the number of sessions that heard it, and for how long; and all listening of the range, in ms. */
export const performancesOf = async (
  deps: Reading,
  station: StationKey,
  { plays, open, span, territory }: { plays: TimedPlay[]; open: OpenSession[]; span: Span; territory: Territory },
): Promise<{ plays: PerformedPlay[]; ms: number }> => {
  const whole = { from: span.start, to: Math.max(span.start, Math.min(span.end, span.now)) };
  const times = edgeTimes([...plays, whole]);
  const before = times[0]! - longestSliceMs;
  const stored = await storedBuckets(deps.clickhouse, station, { times, before, open, territory });
  const performancesIn = performancesBetween(times, [
    ...stored,
    ...edgeCountsOf(await openSlices(deps.geo, open, span.now, territory), times, before),
  ]);
  return { plays: plays.map((play) => ({ ...play, ...performancesIn(play) })), ms: performancesIn(whole).ms };
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

/** Slices between each two times; slices that the engine still reports as open are counted from its report. */
const storedBuckets = async (
  clickhouse: ClickHouseClient,
  station: StationKey,
  { times, before, open, territory }: BucketQuery,
): Promise<EdgeCounts[]> => {
  const where = territory === 'all' ? '' : `and country in (${countries.map(literal).join(',')})`;
  // Written as text: ClickHouse analyses each element of a long array literal several times.
  const bounds = `cast('[${[before, ...times].map((at) => at - before).join(',')}]' as Array(Int64))`;
  const found = await queryNumbers(
    clickhouse,
    ['after', 'firsts', 'continued', 'starts', 'ends', 'stops'],
    `select roundDown(greatest(0, mark.2), ${bounds}) as after,
        countIf(mark.1 = 0) as firsts, countIf(mark.1 = 1) as continued, sumIf(mark.2, mark.1 < 2) as starts,
        countIf(mark.1 = 2) as ends, sumIf(mark.2, mark.1 = 2) as stops
      from (
        select toUnixTimestamp64Milli(since) - ${before} as s, toUnixTimestamp64Milli(until) - ${before} as u,
          1 - first as goesOn
        from slices where ${stationIn([station])} and since > ${atMoment(before)}
          and since < ${atMoment(times.at(-1)!)} and until > since ${where} ${withoutOpen(open)}
      ) array join [(goesOn, s - goesOn), (2, u - 1)] as mark
      group by after`,
  );
  return found.map(({ after, firsts, continued, starts, ends, stops }) => ({
    ...{ at: before + after, firsts, continued, ends },
    start_ms: starts + continued - (firsts + continued) * after,
    end_ms: stops + ends - ends * after,
  }));
};

const withoutOpen = (open: OpenSession[]): string => {
  if (open.length === 0) return '';
  const oldest = open.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY);
  const named = open.map(({ session, n }) => `(${literal(session)},${n})`).join(',');
  return `and (since < ${atMoment(oldest)} or (session, n) not in (${named}))`;
};

const atMoment = (ms: number): string => `toDateTime64(${literal(clickhouseTime(ms))}, 3, 'UTC')`;
