import type { PartStats, Slot, Stats, StatsReply } from '#contract/api/analytics.ts';
import { definitionChanges } from '#contract/texts/metrics.ts';
import { countryName } from '#server/platform/country-name.ts';
import { bucketBounds, type Period } from '#server/platform/period.ts';
import { lengthBounds, type Dimension } from './audience-dimensions.ts';
import type { Part } from './questions/count-audience.ts';
import type { PeakBy } from './questions/count-timeseries.ts';
import type { Counts, CountsBy } from './questions/scope.ts';

/* Converts query results to the contract's fields. */

/** The part of the previous period that a running one is compared with. */
export type ComparablePart = { period: Period; total: CountsBy | undefined; peak: number };
export type Timeseries = { total: CountsBy | undefined; buckets: CountsBy[]; peaks: PeakBy[] };

/** The statistics of a group; zeros where there is no row. */
export const partStats = (row: Counts | undefined): PartStats => ({
  connections: row?.connections ?? 0,
  uniques: row?.uniques ?? 0,
  listening_time: (row?.ms ?? 0) / 1000,
  connected: row?.connected ?? 0,
  disconnected: row?.disconnected ?? 0,
  impressions: row?.impressions ?? 0,
  thirdQuartile: row?.thirdQuartile ?? 0,
});

/** The statistics of a range; the average covers only the part that has passed. */
const statsWithin = (row: Counts | undefined, peak: number, start: number, end: number): Stats => {
  const stats = partStats(row) as Stats;
  stats.peak = peak;
  stats.average = end > start ? (stats.listening_time * 1000) / (end - start) : 0;
  return stats;
};

/** The total of a period and its buckets without gaps. */
export const presentTimeseries = (period: Period, found: Timeseries, now: number): { stats: Stats; slots: Slot[] } => {
  const peaks = new Map(found.peaks.map(({ by, peak }) => [Number(by), peak]));
  const byStart = new Map(found.buckets.map((row) => [Number(row.by), row]));
  const buckets = bucketBounds(period).map(({ from, to }, i): Slot => {
    const [start, end] = [period.starts[i]!, period.starts[i + 1] ?? period.end];
    const second = start / 1000;
    return { from, to, stats: statsWithin(byStart.get(second), peaks.get(second) ?? 0, start, Math.min(end, now)) };
  });
  const peak = found.peaks.reduce((highest, one) => Math.max(highest, one.peak), 0);
  return { stats: statsWithin(found.total, peak, period.start, Math.min(period.end, now)), slots: buckets };
};

/**
 * The previous period, and what a running period is compared with: the counted part, or null; for a period that is over
 * the whole previous one.
 */
export const presentPrevious = (
  before: Period,
  found: Timeseries,
  part: ComparablePart | undefined,
  now: number,
  isOver: boolean,
) => {
  const { stats, slots } = presentTimeseries(before, found, now);
  const partial = part && statsWithin(part.total, part.peak, part.period.start, part.period.end);
  return { stats, slots, comparable: isOver ? stats : (partial ?? null) };
};

/** The buckets in the field for their frequency. */
export const byFrequency = ({ frequency }: Period, buckets: Slot[]) => ({
  minute_stats: frequency === 'minute' ? buckets : [],
  hour_stats: frequency === 'hour' ? buckets : [],
  day_stats: frequency === 'day' ? buckets : [],
});

type Audience = Pick<
  StatsReply,
  `${'country' | 'city' | 'device' | 'player' | 'system' | 'output' | 'referer'}_stats`
> &
  Pick<StatsReply, 'session_lengths'>;

const mostListed = 100;

/** The audience by dimension; long lists are cut to the hundred values with the longest listening. */
export const audienceOf = (parts: readonly Part[]): Audience => {
  const of = (wanted: Dimension) =>
    parts
      .filter(({ dimension, connections }) => dimension === wanted && connections > 0)
      .map((row) => ({ value: row.by, stats: partStats(row) }));
  const cities = of('city').slice(0, mostListed);
  return {
    country_stats: of('country').map(({ value, stats }) => ({ iso: value, name: countryName(value), stats })),
    city_stats: cities.map(({ value, stats }) => {
      const [iso = '', region = '', city = ''] = value.split('\t');
      return { iso, region, city, stats };
    }),
    device_stats: of('device').map(({ value, stats }) => ({ device: value, stats })),
    player_stats: of('player').map(({ value, stats }) => ({ player: value, stats })),
    system_stats: of('system').map(({ value, stats }) => ({ system: value, stats })),
    output_stats: of('output').map(({ value, stats }) => ({ output: value, stats })),
    referer_stats: of('referer')
      .slice(0, mostListed)
      .map(({ value, stats }) => ({ referer: value, stats })),
    session_lengths: lengthsOf(parts),
  };
};

const lengthsOf = (parts: readonly Part[]): StatsReply['session_lengths'] => {
  const ended = new Map(parts.filter((row) => row.dimension === 'length').map((row) => [row.by, row.disconnected]));
  return lengthBounds.map((from, i) => ({
    from,
    to: lengthBounds[i + 1] ?? null,
    sessions: ended.get(String(from)) ?? 0,
  }));
};

/** Dates in this period on which a metric's definition changed. */
export const changesWithin = (from_date: string, to_date: string): StatsReply['changes'] =>
  definitionChanges.filter(({ date }) => date >= from_date && date <= to_date);
