import type { Size } from '../size.ts';
import type { Counted, CountedBy } from '../stats-queries.ts';
import type { KeptSlot } from './kept-slots.ts';

/** A kept slot as it is told. */
export const countedOf = ({ second, uniques, estimate, ...counts }: KeptSlot, size: Size): CountedBy => ({
  ...counts,
  by: String(second),
  uniques: size === 'large' ? estimate : uniques,
});

/** Slots as one, but for its listeners: who was there as the first one began was there as the whole did. */
export const addedUp = (slots: readonly CountedBy[], start: number): CountedBy => {
  const sum = (name: keyof Counted): number => slots.reduce((total, row) => total + row[name], 0);
  const by = String(start / 1000);
  const first = slots.find((row) => row.by === by);
  const carried = first === undefined ? 0 : first.connections - first.connected;
  const [ms, connected, disconnected] = [sum('ms'), sum('connected'), sum('disconnected')];
  const [impressions, thirdQuartile] = [sum('impressions'), sum('thirdQuartile')];
  return {
    ...{ by, ms, connected, disconnected, impressions, thirdQuartile },
    ...{ connections: connected + carried, uniques: 0 },
  };
};

/** No row where nobody listened, as there is none when it is counted. */
export const heardAtAll = (row: CountedBy): CountedBy | undefined =>
  row.connections + row.ms + row.disconnected + row.impressions + row.thirdQuartile > 0 ? row : undefined;
