import { createHash } from 'node:crypto';
import type { AutoDjItem } from '#contract/engine.ts';

export type PlaylistPlace = { track: AutoDjItem['key']; index: number; round: number };

export type Playlist = {
  /** Takes a new list; the place in it is kept by the track's key. */
  set(items: AutoDjItem[], shuffle: boolean): void;
  /** What comes after the current track; goes round for ever. Undefined for an empty list. */
  next(): AutoDjItem | undefined;
  /** Goes back to before the first track. */
  rewind(): void;
  /** Goes to where it stood before a restart; the item there, if it is still in the list. */
  resume(place: PlaylistPlace): AutoDjItem | undefined;
  place(): PlaylistPlace | undefined;
  readonly length: number;
};

/** The order in which a list plays. Shuffled: every track once a round, the same order for the same seed and round, no track twice in a row. */
export function createPlaylist(seed: string): Playlist {
  let order: AutoDjItem[] = [];
  let shuffled = false;
  let items: AutoDjItem[] = [];
  let current: AutoDjItem | undefined;
  let index = -1;
  let round = 0;

  function arrange(): AutoDjItem[] {
    return shuffled ? shuffleByHash(items, `${seed}:${round}`) : items;
  }

  function nearest(key: string, from: number): number {
    for (let away = 0; away < order.length; away++) {
      if (order[from + away]?.key === key) return from + away;
      if (order[from - away]?.key === key) return from - away;
    }
    return -1;
  }

  function goOn(): void {
    index++;
    if (index < order.length) return;
    round++;
    order = arrange();
    index = 0;
    const first = order[0];
    const second = order[1];
    if (shuffled && first && second && first.key === current?.key) {
      order = [second, first, ...order.slice(2)];
    }
  }

  return {
    set(list, shuffle) {
      items = list;
      shuffled = shuffle;
      order = arrange();
      if (!current) return;
      const found = nearest(current.key, Math.max(index, 0));
      index = found >= 0 ? found : Math.min(index, order.length) - 1;
    },
    next() {
      if (items.length === 0) return undefined;
      goOn();
      current = order[index];
      return current;
    },
    rewind() {
      index = -1;
      round = 0;
      current = undefined;
      order = arrange();
    },
    resume(place) {
      round = place.round;
      order = arrange();
      const found = nearest(place.track, place.index);
      index = found >= 0 ? found : Math.min(place.index, order.length) - 1;
      current = found >= 0 ? order[found] : undefined;
      return current;
    },
    place: () => current && { track: current.key, index, round },
    get length() {
      return items.length;
    },
  };
}

function shuffleByHash(items: AutoDjItem[], seed: string): AutoDjItem[] {
  const rank = (item: AutoDjItem, at: number) => createHash('sha1').update(`${seed}:${item.key}:${at}`).digest('hex');
  const seen = new Map<string, number>();
  return items
    .map((item) => {
      const times = seen.get(item.key) ?? 0;
      seen.set(item.key, times + 1);
      return { item, rank: rank(item, times) };
    })
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ item }) => item);
}
