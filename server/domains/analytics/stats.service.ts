import type { ClickHouseClient } from '@clickhouse/client';
import type { StatsReply } from '#contract/analytics.ts';
import type { StationKey } from '#contract/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { countryName } from './countries.ts';
import type { EngineSessions } from './engine-sessions.ts';
import type { Enriching } from './enrich.ts';
import { openSlices, type OpenSlice } from './open-slices.ts';
import { periodOf, type Frequency, type Period } from './period.ts';
import {
  countAll,
  countMinutes,
  peakBy,
  peaksOfMinutes,
  type Asked,
  type Counted,
  type CountedBy,
  type PeakBy,
} from './stats-queries.ts';
import { isoIn } from './time-zone.ts';

export type StatsDeps = Pick<Kernel, 'clock' | 'log'> &
  Enriching & { engine: EngineSessions; clickhouse: ClickHouseClient };
export type StatsQuery = { from_date: string; to_date: string; frequency: Frequency };
type Stats = StatsReply['totals'];

/**
 * What was listened to of these stations, added up: totals, slots without gaps, countries and devices, in the time
 * zone given. Who listens right now counts with what they have heard so far. Refuses with `analytics.period`, and
 * with `request.unavailable` while ClickHouse is away.
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
  if (stations.length === 0) return { ...head, ...composed(period, nothing) };
  const asked = { stations, period, open: await openNow(deps, stations, period) };
  const found = await read(deps.clickhouse, asked).catch((error: unknown) => {
    deps.log.error({ err: error }, 'the statistics could not be read');
    return refuse('request.unavailable', { part: 'Analytics' });
  });
  return { ...head, ...composed(period, found) };
};

type Found = {
  totals: CountedBy[];
  slots: CountedBy[];
  countries: CountedBy[];
  devices: CountedBy[];
  slotPeaks: PeakBy[];
  countryPeaks: PeakBy[];
  devicePeaks: PeakBy[];
};
const nothing: Found = {
  ...{ totals: [], slots: [], countries: [], devices: [] },
  ...{ slotPeaks: [], countryPeaks: [], devicePeaks: [] },
};

const read = async (clickhouse: ClickHouseClient, asked: Asked): Promise<Found> => {
  const isByMinute = asked.period.frequency === 'minute';
  const [counted, minutes, slotPeaks, countryPeaks, devicePeaks] = await Promise.all([
    countAll(clickhouse, asked),
    isByMinute ? countMinutes(clickhouse, asked) : undefined,
    isByMinute ? peaksOfMinutes(clickhouse, asked) : peakBy(clickhouse, asked, 'slot'),
    peakBy(clickhouse, asked, 'country'),
    peakBy(clickhouse, asked, 'device'),
  ]);
  const { all: totals, slots, countries, devices } = counted;
  return { totals, slots: minutes ?? slots, countries, devices, slotPeaks, countryPeaks, devicePeaks };
};

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

const composed = (period: Period, found: Found): Pick<StatsReply, 'totals' | 'slots' | 'countries' | 'devices'> => {
  const slots = slotsOf(period, found);
  const most = slots.reduce((peak, { stats }) => Math.max(peak, stats.peak), 0);
  const countryPeaks = peaksByKey(found.countryPeaks);
  const devicePeaks = peaksByKey(found.devicePeaks);
  return {
    totals: present(found.totals[0], most),
    slots,
    countries: longestFirst(found.countries).map((row) => {
      return { iso: row.by, name: countryName(row.by), stats: present(row, countryPeaks.get(row.by)?.peak ?? 0) };
    }),
    devices: longestFirst(found.devices).map((row) => {
      return { device: row.by, stats: present(row, devicePeaks.get(row.by)?.peak ?? 0) };
    }),
  };
};

/** Every slot of the period, also those in which nothing happened: who was there before a slot is there in it. */
const slotsOf = (period: Period, found: Found): StatsReply['slots'] => {
  const counted = new Map(found.slots.map((row) => [row.by, row]));
  const peaks = peaksByKey(found.slotPeaks);
  let there = 0;
  return period.starts.map((start, i) => {
    const key = String(start / 1000);
    const moved = peaks.get(key);
    const peak = Math.max(there, moved?.peak ?? 0);
    there = moved?.last ?? there;
    const end = period.starts[i + 1] ?? period.end;
    return {
      from: isoIn(period.zone, start),
      to: isoIn(period.zone, end),
      stats: present(counted.get(key), counted.has(key) ? peak : 0),
    };
  });
};

const peaksByKey = (rows: PeakBy[]): Map<string, PeakBy> => new Map(rows.map((row) => [row.by, row]));

const longestFirst = (rows: CountedBy[]): CountedBy[] =>
  [...rows].sort((one, other) => other.ms - one.ms || other.connections - one.connections);

const present = (row: Counted | undefined, peak: number): Stats => ({
  connections: row?.connections ?? 0,
  uniques: row?.uniques ?? 0,
  listening_time: (row?.ms ?? 0) / 1000,
  connected: row?.connected ?? 0,
  disconnected: row?.disconnected ?? 0,
  peak,
});
