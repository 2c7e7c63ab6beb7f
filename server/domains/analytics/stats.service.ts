import type { ClickHouseClient } from '@clickhouse/client';
import type { PartStats, StatsPart, StatsReply } from '#contract/analytics.ts';
import { definitionChanges } from '#contract/metrics.ts';
import type { StationKey } from '#contract/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { countryName } from './countries.service.ts';
import type { EngineSessions } from './engine-sessions.ts';
import type { Enriching } from './enrich.ts';
import { openSlices, type OpenSlice } from './open-slices.ts';
import { periodOf, type Frequency, type Period } from './period.service.ts';
import { isTooMuch } from './sql.service.ts';
import {
  countAudience,
  countMinutes,
  countSlots,
  peaksOfSlots,
  type Asked,
  type Counted,
  type CountedBy,
  type PeakBy,
} from './stats-queries.ts';
import { isoIn } from '#server/kernel/time-zone.ts';

export type StatsDeps = Pick<Kernel, 'clock' | 'log'> &
  Enriching & { engine: EngineSessions; clickhouse: ClickHouseClient };
export type StatsQuery = {
  from_date: string;
  to_date: string;
  frequency: Frequency;
  include: readonly StatsPart[];
};

/**
 * What was listened to of these stations, added up: totals, slots without gaps, countries and devices, in the time
 * zone given; the peak is the most listeners within one minute. Who listens right now counts with what they have heard so far. Refuses with `analytics.period`,
 * with `analytics.tooMuch` where ClickHouse gives up, and with `request.unavailable` while it is away.
 */
export const statsOf = async (
  deps: StatsDeps,
  stations: readonly StationKey[],
  zone: string,
  type: 'day' | 'period',
  query: StatsQuery,
): Promise<StatsReply> => {
  const period = periodOf(type, query, zone);
  const head = { timezone: period.zone, from_date: query.from_date, to_date: query.to_date };
  if (stations.length === 0) return { ...head, ...composed(period, nothing, 0) };
  const asked = { stations, period, open: await openNow(deps, stations, period) };
  const found = await read(deps.clickhouse, asked).catch((error: unknown) => {
    if (isTooMuch(error)) refuse('analytics.tooMuch');
    deps.log.error({ err: error }, 'the statistics could not be read');
    return refuse('request.unavailable', { part: 'Analytics' });
  });
  return { ...head, ...composed(period, found, deps.clock.now().getTime()) };
};

type Found = {
  total: CountedBy | undefined;
  slots: CountedBy[];
  peaks: PeakBy[];
  countries: CountedBy[];
  devices: CountedBy[];
};
const nothing: Found = { total: undefined, slots: [], peaks: [], countries: [], devices: [] };

const read = async (clickhouse: ClickHouseClient, asked: Asked): Promise<Found> => {
  const [counted, audience, { slots, peaks }] = await Promise.all([
    countSlots(clickhouse, asked),
    countAudience(clickhouse, asked),
    asked.period.frequency === 'minute' ? minutesOf(clickhouse, asked) : peaksOf(clickhouse, asked),
  ]);
  return { total: counted.total, slots: slots ?? counted.slots, peaks, ...audience };
};

/** Everybody heard in a minute counts into its peak: the most listeners within one minute are those of the minute. */
const minutesOf = async (clickhouse: ClickHouseClient, asked: Asked) => {
  const slots = await countMinutes(clickhouse, asked);
  return { slots, peaks: slots.map(({ by, connections }) => ({ by, peak: connections })) };
};

const peaksOf = async (clickhouse: ClickHouseClient, asked: Asked) => ({
  slots: undefined,
  peaks: await peaksOfSlots(clickhouse, asked),
});

/** An engine that is away leaves out who listens now; the past is told all the same. */
const openNow = async (deps: StatsDeps, stations: readonly StationKey[], period: Period): Promise<OpenSlice[]> => {
  const now = deps.clock.now().getTime();
  if (now < period.start || now >= period.end) return [];
  try {
    return await openSlices(deps, await deps.engine.open(stations), now);
  } catch (error) {
    deps.log.warn({ error: String(error) }, 'the statistics are without those who listen now');
    return [];
  }
};

const composed = (
  period: Period,
  found: Found,
  now: number,
): Omit<StatsReply, 'timezone' | 'from_date' | 'to_date'> => {
  const slots = slotsOf(period, found, now);
  const peak = found.peaks.reduce((highest, one) => Math.max(highest, one.peak), 0);
  const { start, end, frequency } = period;
  return {
    period_stats: { stats: withPeak(found.total, peak, { start, end: Math.min(end, now) }) },
    minute_stats: frequency === 'minute' ? slots : [],
    hour_stats: frequency === 'hour' ? slots : [],
    day_stats: frequency === 'day' ? slots : [],
    country_stats: longestFirst(found.countries).map((row) => {
      return { iso: row.by, name: countryName(row.by), stats: present(row) };
    }),
    device_stats: longestFirst(found.devices).map((row) => ({ device: row.by, stats: present(row) })),
    ...{ city_stats: [], player_stats: [], system_stats: [], output_stats: [], referer_stats: [] },
    ...{ session_lengths: [], station_stats: [], leaving_stats: [], previous: null },
    changes: [...definitionChanges],
  };
};

const slotsOf = (period: Period, found: Found, now: number): StatsReply['hour_stats'] => {
  const peaks = new Map(found.peaks.map(({ by, peak }) => [by, peak]));
  const counted = new Map(found.slots.map((row) => [row.by, row]));
  return period.starts.map((start, i) => {
    const end = period.starts[i + 1] ?? period.end;
    const key = String(start / 1000);
    return {
      from: isoIn(period.zone, start),
      to: isoIn(period.zone, end),
      stats: withPeak(counted.get(key), peaks.get(key) ?? 0, { start, end: Math.min(end, now) }),
    };
  });
};

const withPeak = (row: Counted | undefined, peak: number, { start, end }: { start: number; end: number }) => {
  const stats = present(row);
  return { ...stats, peak, average: end > start ? (stats.listening_time * 1000) / (end - start) : 0 };
};

const longestFirst = (rows: CountedBy[]): CountedBy[] =>
  [...rows].sort((one, other) => other.ms - one.ms || other.connections - one.connections);

const present = (row: Counted | undefined): PartStats => ({
  connections: row?.connections ?? 0,
  uniques: row?.uniques ?? 0,
  listening_time: (row?.ms ?? 0) / 1000,
  connected: row?.connected ?? 0,
  disconnected: row?.disconnected ?? 0,
  impressions: 0,
  thirdQuartile: 0,
});
