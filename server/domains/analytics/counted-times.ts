import type { ClickHouseClient } from '@clickhouse/client';
import { addedUp, countedOf, heardAtAll } from './kept/added-up.ts';
import { keptListeners } from './kept/kept-listeners.ts';
import type { KeptTimes } from './kept/kept-times.ts';
import { withBefore, type Period } from './period.service.ts';
import { unlessNever } from './sql.service.ts';
import { countMinutes, countTimes, peaksOfSlots, type Asked, type CountedBy } from './stats-queries.ts';
import type { Slots } from './stats-reply.ts';

const nothing: Slots = { total: undefined, slots: [], peaks: [] };

/** The timeseries of a period and, where given, of the previous one. Counts only what is not cached. */
export const countedTimes = async (
  clickhouse: ClickHouseClient,
  asked: Asked,
  before: Period | undefined,
  kept: KeptTimes,
): Promise<Slots & { before: Slots }> => {
  const { period, stations } = asked;
  if (stations.length === 0) return { ...nothing, before: nothing };
  const periods = before === undefined ? [period] : [before, period];
  const isKept = ({ start, end, frequency }: Period): boolean =>
    kept.totals.has(start) ||
    (frequency !== 'minute' && kept.rests.every((rest) => rest.start >= end || rest.end <= start));
  const several = periods.filter((one) => isKept(one) && !kept.totals.has(one.start));
  const wanted = { totals: periods.filter((one) => !isKept(one)), slots: kept.rests };
  const [times, found, listeners] = await Promise.all([
    countTimes(clickhouse, asked, wanted).catch(unlessNever(clickhouse, { totals: [], slots: [] })),
    period.frequency === 'minute'
      ? minutesOf(clickhouse, { ...asked, period: withBefore(period, before) })
      : restOf(clickhouse, asked, kept.rests),
    stations === 'every' ? undefined : keptListeners(clickhouse, stations, several, asked.size),
  ]);
  const slots = [...kept.slots.map((slot) => countedOf(slot, asked.size)), ...times.slots, ...found.slots];
  const peaks = [...kept.slots.map(({ second, peak }) => ({ by: String(second), peak })), ...found.peaks];
  const timesOf = (one: Period): Slots => {
    const within = ({ by }: { by: string }): boolean => Number(by) * 1000 >= one.start && Number(by) * 1000 < one.end;
    const own = slots.filter(within);
    const whole = kept.totals.get(one.start);
    const total = (): CountedBy | undefined => {
      if (whole) return heardAtAll(countedOf(whole, asked.size));
      if (!several.includes(one)) return times.totals.find(within);
      return heardAtAll({ ...addedUp(own, one.start), uniques: listeners?.get(one.start) ?? 0 });
    };
    return { total: total(), slots: own, peaks: peaks.filter(within) };
  };
  return { ...timesOf(period), before: before === undefined ? nothing : timesOf(before) };
};

type Found = Pick<Slots, 'slots' | 'peaks'>;

/** Everyone connected within a minute counts toward its peak, so the peak of a minute is its number of listeners. */
const minutesOf = async (clickhouse: ClickHouseClient, asked: Asked): Promise<Found> => {
  const slots = await countMinutes(clickhouse, asked).catch(unlessNever(clickhouse, []));
  return { slots, peaks: slots.map(({ by, connections }) => ({ by, peak: connections })) };
};

const restOf = async (clickhouse: ClickHouseClient, asked: Asked, rests: readonly Period[]): Promise<Found> => {
  const peaks = rests.map((period) =>
    peaksOfSlots(clickhouse, { ...asked, period }).catch(unlessNever(clickhouse, [])),
  );
  return { slots: [], peaks: (await Promise.all(peaks)).flat() };
};
