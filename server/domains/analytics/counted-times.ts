import type { ClickHouseClient } from '@clickhouse/client';
import type { KeptSlot } from './kept/kept-slots.ts';
import type { KeptTimes } from './kept/kept-times.ts';
import { withBefore, type Period } from './period.service.ts';
import type { Size } from './size.ts';
import { unlessMissing } from './sql.service.ts';
import { countMinutes, countTimes, peaksOfSlots, type Asked, type CountedBy } from './stats-queries.ts';
import type { Slots } from './stats-reply.ts';

const nothing: Slots = { total: undefined, slots: [], peaks: [] };

/** The times of the period, and of the one right before it where that is given: what isn't kept of them is counted. */
export const countedTimes = async (
  clickhouse: ClickHouseClient,
  asked: Asked,
  before: Period | undefined,
  kept: KeptTimes,
): Promise<Slots & { before: Slots }> => {
  const { period, stations } = asked;
  if (stations.length === 0) return { ...nothing, before: nothing };
  const periods = before === undefined ? [period] : [before, period];
  const totals = periods.filter(({ start }) => !kept.totals.has(start));
  const [times, found] = await Promise.all([
    countTimes(clickhouse, asked, { totals, slots: kept.rest }).catch(unlessMissing({ totals: [], slots: [] })),
    period.frequency === 'minute'
      ? minutesOf(clickhouse, { ...asked, period: withBefore(period, before) })
      : restOf(clickhouse, asked, kept.rest),
  ]);
  const slots = [...kept.slots.map((slot) => countedOf(slot, asked.size)), ...times.slots, ...found.slots];
  const peaks = [...kept.slots.map(({ second, peak }) => ({ by: String(second), peak })), ...found.peaks];
  const timesOf = ({ start, end }: Period): Slots => {
    const within = ({ by }: { by: string }): boolean => Number(by) * 1000 >= start && Number(by) * 1000 < end;
    const whole = kept.totals.get(start);
    const total = whole ? heardAtAll(countedOf(whole, asked.size)) : times.totals.find(within);
    return { total, slots: slots.filter(within), peaks: peaks.filter(within) };
  };
  return { ...timesOf(period), before: before === undefined ? nothing : timesOf(before) };
};

const countedOf = ({ second, uniques, estimate, ...counts }: KeptSlot, size: Size): CountedBy => ({
  ...counts,
  by: String(second),
  uniques: size === 'large' ? estimate : uniques,
});

/** No row where nobody listened, as there is none when it is counted. */
const heardAtAll = (row: CountedBy): CountedBy | undefined =>
  row.connections + row.ms + row.disconnected + row.impressions + row.thirdQuartile > 0 ? row : undefined;

type Found = Pick<Slots, 'slots' | 'peaks'>;

/** Everybody heard in a minute counts into its peak: the most listeners within one minute are those of the minute. */
const minutesOf = async (clickhouse: ClickHouseClient, asked: Asked): Promise<Found> => {
  const slots = await countMinutes(clickhouse, asked).catch(unlessMissing([]));
  return { slots, peaks: slots.map(({ by, connections }) => ({ by, peak: connections })) };
};

const restOf = async (clickhouse: ClickHouseClient, asked: Asked, rest: Period | undefined): Promise<Found> => ({
  slots: [],
  peaks: rest === undefined ? [] : await peaksOfSlots(clickhouse, { ...asked, period: rest }).catch(unlessMissing([])),
});
