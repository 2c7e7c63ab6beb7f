import type { QueuedItem } from './manual-control.ts';
import type { Choice, Progress } from './track-selector.ts';

/** The choice of a queued track: the lists continue behind it where they were. */
export const queuedChoice = ({ id, by, item }: QueuedItem, progress: Progress): Choice => {
  const isJingle = item.kind === 'jingle';
  const after = isJingle ? { ...progress, since: 0 } : { ...progress, since: progress.since + 1, last: item.key };
  return { item, list: 'queue', why: `queued:${by.id}`, queued: id, after };
};
