import type { AutoDjItem, StationDesired } from '#contract/engine.ts';
import type { UnreadableTracks } from '#contract/unreadable-tracks.ts';

export type Unreadable = {
  /** Whether this is new. */
  note(item: AutoDjItem, reason: string): boolean;
  /** It could be read. */
  played(item: AutoDjItem): void;
  /** Forgets what no list names any more. */
  keep(autodj: StationDesired['autodj']): void;
  readonly state: UnreadableTracks;
};

const mostNamed = 20;

/** Which tracks of a station's lists could not be read the last time it was their turn, until they can be or are taken off. */
export function createUnreadable(now: () => number = Date.now): Unreadable {
  const reasons = new Map<string, { item: AutoDjItem; reason: string }>();
  let since = now();

  function changing(change: () => void): void {
    const before = reasons.size > 0;
    change();
    if (before !== reasons.size > 0) since = now();
  }

  return {
    note(item, reason) {
      const isNew = reasons.get(item.key)?.reason !== reason;
      changing(() => reasons.set(item.key, { item, reason }));
      return isNew;
    },
    played(item) {
      if (reasons.has(item.key)) changing(() => reasons.delete(item.key));
    },
    keep({ items, others = [], jingles = [] }) {
      if (reasons.size === 0) return;
      const named = new Set([...items, ...others, ...jingles].map(({ key }) => key as string));
      changing(() => {
        for (const key of reasons.keys()) if (!named.has(key)) reasons.delete(key);
      });
    },
    get state() {
      const tracks = [...reasons.values()].slice(0, mostNamed).map(({ item: { key, title, artist }, reason }) => ({
        key,
        title,
        artist,
        reason,
      }));
      return { count: reasons.size, since, tracks };
    },
  };
}

/** Why a file can't be read, in words that name no path. */
export function readFailure({ code }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'its file is missing';
  if (code === 'EACCES' || code === 'EPERM') return 'its file may not be read';
  return `its file could not be read (${code ?? 'unknown error'})`;
}
