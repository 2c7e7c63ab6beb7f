import type { AutoDjItem, StationDesired } from '#contract/engine/engine.ts';
import type { UnreadableTracks } from '#contract/engine/unreadable-tracks.ts';

export type Unreadable = {
  /** Returns whether this is new. */
  add(item: AutoDjItem, reason: string): boolean;
  /** Removes a track that could be read. */
  remove(item: AutoDjItem): void;
  /** Removes tracks that are in no list any more. */
  retainListed(autodj: StationDesired['autodj']): void;
  state(): UnreadableTracks;
};

const maxNamed = 20;

/**
 * The tracks of a station that were unreadable at their last turn, until they can be read or are removed from the
 * lists.
 */
export const createUnreadable = (now: () => number = Date.now): Unreadable => {
  const reasons = new Map<string, { item: AutoDjItem; reason: string }>();
  let since = now();

  const update = (change: () => void): void => {
    const before = reasons.size > 0;
    change();
    if (before !== reasons.size > 0) since = now();
  };

  return {
    add(item, reason) {
      const isNew = reasons.get(item.key)?.reason !== reason;
      update(() => reasons.set(item.key, { item, reason }));
      return isNew;
    },
    remove(item) {
      if (reasons.has(item.key)) update(() => reasons.delete(item.key));
    },
    retainListed({ items, others = [], jingles = [] }) {
      if (reasons.size === 0) return;
      const listed = new Set([...items, ...others, ...jingles].map(({ key }) => key as string));
      update(() => {
        for (const key of reasons.keys()) if (!listed.has(key)) reasons.delete(key);
      });
    },
    state() {
      const tracks = [...reasons.values()].slice(0, maxNamed).map(({ item: { key, title, artist }, reason }) => ({
        key,
        title,
        artist,
        reason,
      }));
      return { count: reasons.size, since, tracks };
    },
  };
};
