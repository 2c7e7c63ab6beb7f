import type { Period, Stretch } from '../period.service.ts';
import type { FindKept, KeptSlot } from './kept-slots.ts';

/** What is kept of a period (the one before it included), and what of it is to be counted. */
export type KeptTimes = {
  /** The slots from the beginning on, as far as they are kept. */
  slots: KeptSlot[];
  /** The slots that follow them. */
  rest: Period | undefined;
  /** Whole periods of one day, by their start (ms). */
  totals: ReadonlyMap<number, KeptSlot>;
  /** Of how many sessions is known, and of which stretch it is not. */
  came: number;
  unknown: Stretch | undefined;
};

/** Nothing is kept of a period. */
export const nothingKept = (period: Period): KeptTimes => ({
  ...{ slots: [], rest: period, totals: new Map(), came: 0 },
  unknown: { start: period.start, end: period.end },
});

/** Takes what is kept of `both`: a period, or two that follow each other (`periods`). */
export const keptTimes = (both: Period, periods: readonly Period[], find: FindKept): KeptTimes => {
  const totals = new Map<number, KeptSlot>();
  for (const { start, end, days } of periods) {
    const total = days.length === 1 ? find('day', { start, end }) : undefined;
    if (total) totals.set(start, total);
  }
  const { slots, rest } = leadingSlots(both, find);
  if (totals.size === periods.length)
    return { slots, rest, totals, came: cameOf([...totals.values()]), unknown: undefined };
  const unknown = rest && { start: rest.start, end: rest.end };
  return { slots, rest, totals, came: cameOf(slots), unknown };
};

const leadingSlots = (period: Period, find: FindKept): Pick<KeptTimes, 'slots' | 'rest'> => {
  const { frequency, starts, end } = period;
  if (frequency === 'minute') return { slots: [], rest: period };
  const slots: KeptSlot[] = [];
  for (const [i, start] of starts.entries()) {
    const slot = find(frequency, { start, end: starts[i + 1] ?? end });
    if (slot === undefined) return { slots, rest: { ...period, start, starts: starts.slice(i) } };
    slots.push(slot);
  }
  return { slots, rest: undefined };
};

const cameOf = (slots: readonly KeptSlot[]): number => slots.reduce((sum, { connected }) => sum + connected, 0);
