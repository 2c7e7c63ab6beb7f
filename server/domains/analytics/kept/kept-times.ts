import { withBefore, type Period, type Stretch } from '#server/platform/period.ts';
import type { FindKept, KeptSlot } from './kept-slots.ts';

/** What is kept of a period (and of the one before it), and what of it is to be counted. */
export type KeptTimes = {
  /** The slots from the beginning of each period on, as far as they are kept. */
  slots: KeptSlot[];
  /** The slots that follow them. */
  rests: Period[];
  /** Whole periods of one day, by their start (ms). */
  totals: ReadonlyMap<number, KeptSlot>;
  /** Of how many sessions is known, and of which stretches it is not. */
  came: number;
  unknown: readonly Stretch[];
};

/** Nothing is kept of a period. */
export const nothingKept = (period: Period): KeptTimes => ({
  ...{ slots: [], rests: [period], totals: new Map(), came: 0, unknown: [period] },
});

/** Takes what is kept of a period, or of two that follow each other. */
export const keptTimes = (periods: readonly Period[], find: FindKept): KeptTimes => {
  const totals = new Map<number, KeptSlot>();
  for (const { start, end, days } of periods) {
    const total = days.length === 1 ? find('day', { start, end }) : undefined;
    if (total) totals.set(start, total);
  }
  const leading = periods.map((period) => leadingSlots(period, find));
  const slots = leading.flatMap((one) => one.slots);
  const rests = joined(leading.flatMap(({ rest }) => rest ?? []));
  const isKnown = totals.size === periods.length;
  const came = cameOf(isKnown ? [...totals.values()] : slots);
  return { slots, rests, totals, came, unknown: isKnown ? [] : rests };
};

const leadingSlots = (period: Period, find: FindKept): { slots: KeptSlot[]; rest: Period | undefined } => {
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

/** Those that follow each other are counted at once. */
const joined = (rests: readonly Period[]): Period[] => {
  const [before, period] = rests;
  return before && period && before.end === period.start ? [withBefore(period, before)] : [...rests];
};

const cameOf = (slots: readonly KeptSlot[]): number => slots.reduce((sum, { connected }) => sum + connected, 0);
