import type { AutoDjItem, AutoDjRules, StationDesired } from '#contract/engine/engine.ts';
import type { AutoDjOptions } from './autodj-port.ts';
import { createBackoff } from './backoff.ts';
import type { QueuedItem } from './manual-control.ts';
import type { Deck, OnAir } from './on-air.ts';
import type { Position } from './position.ts';
import { queuedChoice } from './queued-choice.ts';
import { positionOf, restore } from './restore.ts';
import { addPlay, type Play } from './separation.ts';
import { createTrackSelector, initialProgress, type Choice, type Progress } from './track-selector.ts';
import { predictTracks } from './upcoming.ts';

/** What an Auto DJ selects from: the lists and the queue, how far they were played, and what could not be read. */
export type Selection = {
  rules(): AutoDjRules;
  /** Whether the selection depends on more than the playlist. */
  hasRules(): boolean;
  /** Applies the desired lists: the `first` ones, the `same` ones with changes, or `others` from the start. */
  apply(autodj: StationDesired['autodj']): 'first' | 'same' | 'others';
  /** Continues where the saved position was; its track, unless that left the lists. */
  restore(autodj: StationDesired['autodj']): Choice | undefined;
  /** Starts from the first track, as if nothing had been played. */
  restart(): void;
  /** Selects the track that follows this, of which so many ms are left; undefined when there is none to play for now. */
  choose(air: OnAir, left: number): Choice | undefined;
  /** All tracks that are no jingles. */
  music(): AutoDjItem[];
  /** Selects this one, which is on this disk, for one that isn't; the lists continue behind that one. */
  substitute(item: AutoDjItem): Choice;
  /** This track was opened: the next one is selected behind it. */
  take(choice: Choice): void;
  /** This track plays. */
  start(choice: Choice): void;
  /** It could not be read, and counts as played, so that separation rules don't select it again at once. */
  fail(choice: Choice): void;
  /** Forgets what could not be read. */
  forgive(): void;
  /** The current data of a track that is on the air. */
  itemOf(choice: Choice): AutoDjItem;
  /** Predicts the next `count` tracks, the first in so many ms: `planned` is selected. */
  predict(left: number, queue: readonly QueuedItem[], planned: Choice | undefined, count: number): AutoDjItem[];
  /** Where the Auto DJ is, to be saved. */
  positionOf(deck: Deck): Position | undefined;
};

type Options = Pick<AutoDjOptions, 'station' | 'clock' | 'manual' | 'position'>;

/** Starts with nothing played; `apply` sets the lists. */
export const createSelection = ({ station, clock, manual, position }: Options): Selection => {
  const selector = createTrackSelector(station);
  const backoff = createBackoff(clock);
  let generation: number | undefined;
  let progress: Progress = initialProgress;
  let plays: readonly Play[] = [];

  const countPlay = ({ list, item }: Choice): void => {
    if (list !== 'jingles') plays = addPlay(plays, item, clock.now(), selector.rules());
  };

  return {
    rules: () => selector.rules(),
    hasRules: () => selector.hasRules(),
    apply(autodj) {
      const before = generation;
      generation = autodj.generation;
      selector.set(autodj);
      manual?.refresh(autodj);
      backoff.hurry();
      if (before === undefined) return 'first';
      if (generation > before) return 'others';
      progress = selector.adjust(progress);
      return 'same';
    },
    restore(autodj) {
      if (position?.generation !== autodj.generation) return undefined;
      const restored = restore(position, autodj, selector, manual);
      ({ progress, plays } = restored);
      return restored.choice;
    },
    restart() {
      progress = initialProgress;
      plays = [];
    },
    choose({ deck, seam }, left) {
      const queued = manual?.waiting().find(({ id }) => id !== deck?.queued && id !== seam?.deck.queued);
      if (queued) return queuedChoice(queued, progress);
      if (selector.length() === 0 || backoff.isResting(selector.length())) return undefined;
      return selector.choose(progress, plays, clock.now() + left, backoff.failures());
    },
    music: () => selector.all().filter(({ kind }) => kind !== 'jingle'),
    substitute: (item) => ({ item, list: 'substitute', why: 'substitute', after: progress }),
    take(choice) {
      progress = choice.after;
    },
    start(choice) {
      backoff.played();
      manual?.started(choice.queued);
      countPlay(choice);
    },
    fail(choice) {
      backoff.failed();
      if (choice.queued !== undefined) manual?.remove(choice.queued);
      countPlay(choice);
    },
    forgive: () => backoff.reset(),
    itemOf: ({ list, item }) => selector.find(list, item.key) ?? item,
    predict(left, queue, planned, count) {
      const from = { progress, plays, at: clock.now() + left, queue };
      return predictTracks(selector, from, planned, count);
    },
    positionOf(deck) {
      return generation === undefined ? undefined : positionOf(deck, generation, !selector.hasRules(), plays);
    },
  };
};
