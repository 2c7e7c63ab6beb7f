import type { AutoDjItem } from '#contract/engine.ts';
import type { Choice, Programme, Progress } from './programme.ts';
import { remember, type Play } from './separation.ts';

export type Outlook = { progress: Progress; plays: readonly Play[]; at: number };

/** The tracks that come, as far as can be told now: what was chosen already, then what would be chosen; nothing is played by looking. */
export function lookForward(
  programme: Programme,
  { progress, plays, at }: Outlook,
  planned: Choice | undefined,
  count: number,
): AutoDjItem[] {
  const found: AutoDjItem[] = [];
  let choice = planned ?? programme.choose(progress, plays, at);
  while (choice && found.length < count) {
    const { item, after, list } = choice;
    found.push(item);
    plays = list === 'jingles' ? plays : remember(plays, item, at, programme.rules);
    at += item.duration_ms;
    choice = found.length < count ? programme.choose(after, plays, at) : undefined;
  }
  return found;
}
