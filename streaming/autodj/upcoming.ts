import type { AutoDjItem } from '#contract/engine/engine.ts';
import type { QueuedItem } from './manual-control.ts';
import { queuedChoice } from './queued-choice.ts';
import type { Choice, TrackSelector, Progress } from './track-selector.ts';
import { addPlay, type Play } from './separation.ts';

export type Outlook = { progress: Progress; plays: readonly Play[]; at: number; queue: readonly QueuedItem[] };

/**
 * Predicts the upcoming tracks: the one already selected, then the queue, then those that would be selected now,
 * without changing any state.
 */
export const predictTracks = (
  selector: TrackSelector,
  { progress, plays, at, queue }: Outlook,
  planned: Choice | undefined,
  count: number,
): AutoDjItem[] => {
  const found: AutoDjItem[] = [];
  const waiting = queue.filter(({ id }) => id !== planned?.queued);
  const choose = (from: Progress): Choice | undefined => {
    const queued = waiting.shift();
    return queued ? queuedChoice(queued, from) : selector.choose(from, plays, at);
  };
  let choice = planned ?? choose(progress);
  while (choice && found.length < count) {
    const { item, after, list } = choice;
    found.push(item);
    plays = list === 'jingles' ? plays : addPlay(plays, item, at, selector.rules());
    at += item.duration_ms;
    choice = found.length < count ? choose(after) : undefined;
  }
  return found;
};
