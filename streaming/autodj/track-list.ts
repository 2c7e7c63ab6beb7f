import type { AutoDjItem } from '#contract/engine.ts';
import { shuffled } from './shuffle.ts';

type TrackKey = AutoDjItem['key'];

/** How far a list has been played. A value: what comes next is tried on a copy. */
export type ListPlace = {
  /** What it stands at; undefined before the first, or where that left the list. */
  readonly track: TrackKey | undefined;
  readonly index: number;
  /** How often the list has been through. */
  readonly round: number;
  /** Passed over for now, the first to come back first. */
  readonly deferred: readonly TrackKey[];
};

export const beforeFirst: ListPlace = { track: undefined, index: -1, round: 0, deferred: [] };

export type TrackList = {
  /** Takes a new list. */
  set(items: readonly AutoDjItem[], shuffle: boolean): void;
  /** The order of a round; shuffled, it is the same for the same list, seed and round. */
  order(round: number): readonly AutoDjItem[];
  find(key: string): AutoDjItem | undefined;
  /** All tracks by key, for whoever looks many up. */
  byKey(): ReadonlyMap<string, AutoDjItem>;
  /** The place in the list as it is now: kept by the track's key; where that is gone, what followed it comes next. */
  settle(place: ListPlace): ListPlace;
  readonly isShuffled: boolean;
  readonly length: number;
};

/** The tracks of a playlist, a day-part or of all jingles, in the order in which they play. */
export function createTrackList(seed: string): TrackList {
  let items: readonly AutoDjItem[] = [];
  let isShuffled = false;
  let keyed: Map<string, AutoDjItem> | undefined;
  const orders = new Map<number, readonly AutoDjItem[]>();

  function order(round: number): readonly AutoDjItem[] {
    if (!isShuffled) return items;
    const known = orders.get(round);
    if (known) return known;
    for (const other of orders.keys()) if (Math.abs(other - round) > 1) orders.delete(other);
    const made = shuffled(items, `${seed}:${round}`);
    orders.set(round, made);
    return made;
  }

  function byKey(): ReadonlyMap<string, AutoDjItem> {
    keyed ??= new Map(items.map((item) => [item.key, item]));
    return keyed;
  }

  return {
    set(list, shuffle) {
      items = list;
      isShuffled = shuffle;
      keyed = undefined;
      orders.clear();
    },
    order,
    byKey,
    find: (key) => items.find((item) => item.key === key),
    settle(place) {
      const deferred = place.deferred.length > 0 ? place.deferred.filter((key) => byKey().has(key)) : [];
      if (place.track === undefined) return { ...place, deferred, index: Math.min(place.index, items.length - 1) };
      const found = nearest(order(place.round), place.track, Math.max(place.index, 0));
      if (found >= 0) return { ...place, deferred, index: found };
      return { ...place, deferred, track: undefined, index: Math.min(place.index, items.length) - 1 };
    },
    get isShuffled() {
      return isShuffled;
    },
    get length() {
      return items.length;
    },
  };
}

function nearest(order: readonly AutoDjItem[], key: string, from: number): number {
  for (let away = 0; away < order.length + from; away++) {
    if (order[from + away]?.key === key) return from + away;
    if (order[from - away]?.key === key) return from - away;
  }
  return -1;
}
