import type { StationDesired } from '#contract/engine/engine.ts';
import type { ManualControl } from './manual-control.ts';
import type { Deck } from './on-air.ts';
import type { Position } from './position.ts';
import { readProgress, saveProgress } from './saved-progress.ts';
import { readPlays, type Play } from './separation.ts';
import type { Choice, Progress, TrackSelector } from './track-selector.ts';

type Restored = { progress: Progress; plays: readonly Play[]; choice: Choice | undefined };

/** Where an Auto DJ was when its position was saved; `choice` is its track, unless that left its list. */
export const restore = (
  from: Position,
  wanted: StationDesired['autodj'],
  selector: TrackSelector,
  manual: ManualControl | undefined,
): Restored => {
  const { list, why, plays: saved } = from.progress ?? { list: 'playlist', why: '', plays: '' };
  const progress = selector.adjust(readProgress(from, from.progress));
  const plays = readPlays(saved, saved === '' ? [] : selector.all());
  const queued = list === 'queue' ? manual?.playing(from.track) : undefined;
  const item = queued?.item ?? selector.find(list, from.track);
  const reason = why || (wanted.shuffle ? 'shuffle' : 'order');
  const choice = item && { item, list, why: reason, after: progress, ...(queued && { queued: queued.id }) };
  return { progress, plays, choice };
};

/** The position of an open track, to be saved. */
export const positionOf = (deck: Deck, generation: number, isPlain: boolean, plays: readonly Play[]): Position => {
  const { item, reader, after, list } = deck;
  const { index, round } = after.playlist;
  const place = { offset: reader.offset(), offset_ms: reader.offsetMs() };
  const position = { generation, track: item.key, index, round, ...place };
  return isPlain && list === 'playlist' ? position : { ...position, progress: saveProgress(deck, plays) };
};
