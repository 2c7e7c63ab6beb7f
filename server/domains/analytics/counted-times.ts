import type { ClickHouseClient } from '@clickhouse/client';
import { unlessNever } from '#server/platform/clickhouse/query.ts';
import { withBefore, type Period } from '#server/platform/period.ts';
import { addedUp, countedOf, heardAtAll } from './kept/added-up.ts';
import { keptListeners } from './kept/kept-listeners.ts';
import type { KeptTimes } from './kept/kept-times.ts';
import { countMinutes, countTimes, peaksOfSlots, type Asked, type CountedBy } from './stats-queries.ts';
import type { Slots } from './stats-reply.ts';

const empty: Slots = { total: undefined, buckets: [], peaks: [] };

/** The timeseries of a period and, where given, of the previous one. Counts only what is not cached. */
export const countedTimes = async (
  clickhouse: ClickHouseClient,
  request: Asked,
  before: Period | undefined,
  cached: KeptTimes,
): Promise<Slots & { before: Slots }> => {
  const { period, stations } = request;
  if (stations.length === 0) return { ...empty, before: empty };
  const periods = before === undefined ? [period] : [before, period];
  const isCached = ({ start, end, frequency }: Period): boolean =>
    cached.totals.has(start) ||
    (frequency !== 'minute' && cached.uncachedPeriods.every((rest) => rest.start >= end || rest.end <= start));
  const summable = periods.filter((one) => isCached(one) && !cached.totals.has(one.start));
  const targets = { totals: periods.filter((one) => !isCached(one)), buckets: cached.uncachedPeriods };
  const [counts, counted, listeners] = await Promise.all([
    countTimes(clickhouse, request, targets).catch(unlessNever(clickhouse, { totals: [], buckets: [] })),
    period.frequency === 'minute'
      ? minutesOf(clickhouse, { ...request, period: withBefore(period, before) })
      : restOf(clickhouse, request, cached.uncachedPeriods),
    stations === 'all' ? undefined : keptListeners(clickhouse, stations, summable, request.size),
  ]);
  const buckets = [
    ...cached.buckets.map((bucket) => countedOf(bucket, request.size)),
    ...counts.buckets,
    ...counted.buckets,
  ];
  const peaks = [...cached.buckets.map(({ second, peak }) => ({ by: String(second), peak })), ...counted.peaks];
  const timesOf = (one: Period): Slots => {
    const within = ({ by }: { by: string }): boolean => Number(by) * 1000 >= one.start && Number(by) * 1000 < one.end;
    const own = buckets.filter(within);
    const whole = cached.totals.get(one.start);
    const total = (): CountedBy | undefined => {
      if (whole) return heardAtAll(countedOf(whole, request.size));
      if (!summable.includes(one)) return counts.totals.find(within);
      return heardAtAll({ ...addedUp(own, one.start), uniques: listeners?.get(one.start) ?? 0 });
    };
    return { total: total(), buckets: own, peaks: peaks.filter(within) };
  };
  return { ...timesOf(period), before: before === undefined ? empty : timesOf(before) };
};

type Found = Pick<Slots, 'buckets' | 'peaks'>;

/** Everyone connected within a minute counts toward its peak, so the peak of a minute is its number of listeners. */
const minutesOf = async (clickhouse: ClickHouseClient, request: Asked): Promise<Found> => {
  const buckets = await countMinutes(clickhouse, request).catch(unlessNever(clickhouse, []));
  return { buckets, peaks: buckets.map(({ by, connections }) => ({ by, peak: connections })) };
};

const restOf = async (
  clickhouse: ClickHouseClient,
  request: Asked,
  uncachedPeriods: readonly Period[],
): Promise<Found> => {
  const peaks = uncachedPeriods.map((period) =>
    peaksOfSlots(clickhouse, { ...request, period }).catch(unlessNever(clickhouse, [])),
  );
  return { buckets: [], peaks: (await Promise.all(peaks)).flat() };
};
