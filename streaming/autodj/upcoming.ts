import type { AutoDjItem } from '#contract/engine.ts';
import type { Choice, TrackSelector, Progress } from './track-selector.ts';
import { addPlay, type Play } from './separation.ts';

export type Outlook = { progress: Progress; plays: readonly Play[]; at: number };

/**
 * Predicts the upcoming tracks: the one already selected, then those that would be selected now, without changing any
 * state.
 */
export function predictTracks(
  selector: TrackSelector,
  { progress, plays, at }: Outlook,
  planned: Choice | undefined,
  count: number,
): AutoDjItem[] {
  const found: AutoDjItem[] = [];
  let choice = planned ?? selector.choose(progress, plays, at);
  while (choice && found.length < count) {
    const { item, after, list } = choice;
    found.push(item);
    plays = list === 'jingles' ? plays : addPlay(plays, item, at, selector.rules);
    at += item.duration_ms;
    choice = found.length < count ? selector.choose(after, plays, at) : undefined;
  }
  return found;
}
