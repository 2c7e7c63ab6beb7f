import type { AutoDjItem } from '#contract/engine/engine.ts';
import { shuffled } from './shuffle.ts';

type TrackKey = AutoDjItem['key'];

/** How far a list has been played. Immutable: upcoming tracks are tried on a copy. */
export type ListPosition = {
  /** The current track; undefined before the first, or when it left the list. */
  readonly track: TrackKey | undefined;
  readonly index: number;
  /** How often the list has been played through. */
  readonly round: number;
  /** Deferred tracks, the first to return first. */
  readonly deferred: readonly TrackKey[];
};

export const beforeFirst: ListPosition = { track: undefined, index: -1, round: 0, deferred: [] };

export type TrackList = {
  /** Replaces the list. */
  set(items: readonly AutoDjItem[], shuffle: boolean): void;
  /** The order of a round; in shuffle it depends only on the list, the seed and the round. */
  order(round: number): readonly AutoDjItem[];
  find(key: string): AutoDjItem | undefined;
  /** All tracks by key, for callers that look up many. */
  byKey(): ReadonlyMap<string, AutoDjItem>;
  /**
   * Adjusts a position to the current list: by the track's key, or, when that was removed, so that its successor plays
   * next.
   */
  adjust(place: ListPosition): ListPosition;
  isShuffled(): boolean;
  length(): number;
};

/** The tracks of a playlist or of all jingles, in playing order. */
export const createTrackList = (seed: string): TrackList => {
  let items: readonly AutoDjItem[] = [];
  let isShuffled = false;
  let keyed: Map<string, AutoDjItem> | undefined;
  const orders = new Map<number, readonly AutoDjItem[]>();

  const order = (round: number): readonly AutoDjItem[] => {
    if (!isShuffled) return items;
    const cached = orders.get(round);
    if (cached) return cached;
    for (const other of orders.keys()) if (Math.abs(other - round) > 1) orders.delete(other);
    const fresh = shuffled(items, `${seed}:${round}`);
    orders.set(round, fresh);
    return fresh;
  };

  const byKey = (): ReadonlyMap<string, AutoDjItem> => {
    keyed ??= new Map(items.map((item) => [item.key, item]));
    return keyed;
  };

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
    adjust(place) {
      const deferred = place.deferred.length > 0 ? place.deferred.filter((key) => byKey().has(key)) : [];
      if (place.track === undefined) return { ...place, deferred, index: Math.min(place.index, items.length - 1) };
      const found = nearest(order(place.round), place.track, Math.max(place.index, 0));
      if (found >= 0) return { ...place, deferred, index: found };
      return { ...place, deferred, track: undefined, index: Math.min(place.index, items.length) - 1 };
    },
    isShuffled: () => isShuffled,
    length: () => items.length,
  };
};

const nearest = (order: readonly AutoDjItem[], key: string, from: number): number => {
  for (let away = 0; away < order.length + from; away++) {
    if (order[from + away]?.key === key) return from + away;
    if (order[from - away]?.key === key) return from - away;
  }
  return -1;
};
