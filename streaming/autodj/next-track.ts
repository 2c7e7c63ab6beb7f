import type { AutoDjItem } from '#contract/engine/engine.ts';
import type { AutoDjOptions } from './autodj-port.ts';
import type { Deck } from './on-air.ts';
import { requestMix } from './request-mix.ts';
import type { TrackReader } from './track-reader.ts';
import type { Choice } from './track-selector.ts';
import type { Mix } from './transition-plan.ts';
import type { Transition } from './transitions.ts';

/**
 * The track that plays next:
 *
 * - `none`: it is not selected yet;
 * - `selected`: it is, but its file is not open;
 * - `opened`: its file is open;
 * - `mixable`: its mix with the track on the air is rendered, and its file is open behind that;
 * - `skipping`: it plays as soon as its file is open; if that can't be read, another one is selected.
 */
type Next =
  | { readonly state: 'none'; readonly choice: undefined; readonly reader: undefined; readonly transition: undefined }
  | { readonly state: 'selected'; readonly choice: Choice; readonly reader: undefined; readonly transition: undefined }
  | { readonly state: 'opened'; readonly choice: Choice; readonly reader: TrackReader; readonly transition: undefined }
  | {
      readonly state: 'mixable';
      readonly choice: Choice;
      readonly reader: TrackReader;
      readonly transition: Transition;
    }
  | {
      readonly state: 'skipping';
      readonly choice: Choice | undefined;
      readonly reader: TrackReader | undefined;
      readonly transition: undefined;
    };

type NextIn<State extends Next['state']> = Extract<Next, { state: State }>;

/** Where each event leads from each state: the second diagram of "The Auto DJ" in `streaming/README.md`. */
export const nextStates = {
  none: { select: 'selected', skip: 'skipping' },
  selected: { open: 'opened', fit: 'mixable', discard: 'none', take: 'none' },
  opened: { fit: 'mixable', discard: 'none', take: 'none' },
  mixable: { discard: 'none', take: 'none' },
  skipping: { select: 'skipping', open: 'skipping', discard: 'skipping', take: 'none' },
} as const;

const nothing = { choice: undefined, reader: undefined, transition: undefined } as const;

export type NextTrack = {
  track(): Readonly<Pick<Next, 'choice' | 'reader' | 'transition'>>;
  isSkipping(): boolean;
  /** Selects and opens it as late as possible: when the track on the air has been read, or when there is time to mix the two. */
  lookAhead(onAir: Deck): void;
  /** Plays this one as soon as its file is open. */
  skip(choice: Choice): void;
  /** Discards it, so that it is selected again. */
  discard(onAir: Deck | undefined): void;
  /** Its turn has come; undefined if none was selected. */
  take(): Pick<Next, 'choice' | 'reader' | 'transition'>;
};

type Options = Pick<AutoDjOptions, 'transitions' | 'clock' | 'format' | 'media' | 'isBreakDue'> & {
  rules(): Mix;
  choose(): Choice | undefined;
  /** Opens a file at this byte. */
  openReader(item: AutoDjItem, offset: number): TrackReader;
  /** ms until the track on the air ends. */
  left(): number;
  /** Another track is next, or none. */
  changed(): void;
};

/** How long before a mix the next track is selected, ms. */
const aheadMs = 45_000;

/** The next track of an Auto DJ, from its selection until it is on the air. */
export const createNextTrack = (options: Options): NextTrack => {
  const { rules, choose, openReader, left, changed } = options;
  let next: Next = { state: 'none', ...nothing };
  let cancelMix: (() => void) | undefined;

  const isMixed = (): boolean =>
    next.state !== 'skipping' && options.transitions !== undefined && rules().mix_offset > 0;

  /** Whether it is time to select it. */
  const isDue = ({ reader }: Deck): boolean => {
    if (reader.drained() || next.state === 'skipping') return true;
    return isMixed() && (reader.left() ?? Infinity) <= aheadMs + rules().mix_offset;
  };

  const select = ({ state }: NextIn<'none' | 'skipping'>, choice: Choice, onAir: Deck): void => {
    next = { state: nextStates[state].select, choice, reader: undefined, transition: undefined };
    changed();
    if (!isMixed() || options.isBreakDue?.(left())) return;
    const wish = { from: onAir.item, to: choice.item, mix: rules(), leftMs: left() };
    cancelMix = requestMix(options, wish, (transition) => {
      if (next.choice !== choice || transition.leave <= onAir.reader.offset()) return;
      if (next.state === 'selected' || next.state === 'opened') fit(next, transition, onAir);
    });
  };

  const open = (): void => {
    if (next.state !== 'selected' && next.state !== 'skipping') return;
    const { state, choice } = next;
    if (!choice || next.reader) return;
    const reader = openReader(choice.item, 0);
    next = { state: nextStates[state].open, choice, reader, transition: undefined };
  };

  const fit = ({ state, choice, reader }: NextIn<'selected' | 'opened'>, transition: Transition, onAir: Deck): void => {
    onAir.reader.stopAt(transition.leave);
    reader?.close();
    const entered = openReader(choice.item, transition.enter);
    next = { state: nextStates[state].fit, choice, reader: entered, transition };
  };

  const leave = (): void => {
    cancelMix?.();
    cancelMix = undefined;
    changed();
  };

  return {
    track: () => next,
    isSkipping: () => next.state === 'skipping',
    lookAhead(onAir) {
      if (!next.choice) {
        const choice = isDue(onAir) ? choose() : undefined;
        if (!choice) return;
        select(next, choice, onAir);
      }
      if (onAir.reader.drained() || next.state === 'skipping') open();
    },
    skip(choice) {
      if (next.state !== 'none') return;
      next = { state: nextStates[next.state].skip, choice, reader: undefined, transition: undefined };
    },
    discard(onAir) {
      next.reader?.close();
      if (next.transition) onAir?.reader.stopAt(undefined);
      if (next.state !== 'none') next = { state: nextStates[next.state].discard, ...nothing };
      leave();
    },
    take() {
      const taken = next;
      if (next.state !== 'none') next = { state: nextStates[next.state].take, ...nothing };
      leave();
      return taken;
    },
  };
};
