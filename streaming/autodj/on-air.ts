import type { Choice } from './track-selector.ts';
import type { TrackReader } from './track-reader.ts';
import type { Transition } from './transitions.ts';

/** An open track. */
export type Deck = Choice & { reader: TrackReader };
/** The transition that is playing; its deck is on the air from frame `turn` on. */
type Seam = { readonly transition: Transition; at: number; readonly deck: Deck };

/**
 * What an Auto DJ has on the air:
 *
 * - `idle`: no track;
 * - `opening`: a track of which no frame has played;
 * - `playing`: a track;
 * - `mixing`: the end of a track, with the beginning of the seam's deck, which is not yet the louder one;
 * - `mixed`: the same mix, in which the seam's deck is the louder one, and so `deck`.
 */
export type OnAir =
  | { readonly state: 'idle'; readonly deck: undefined; readonly seam: undefined }
  | { readonly state: 'opening'; readonly deck: Deck; readonly seam: undefined }
  | { readonly state: 'playing'; readonly deck: Deck; readonly seam: undefined }
  | { readonly state: 'mixing'; readonly deck: Deck; readonly seam: Seam }
  | { readonly state: 'mixed'; readonly deck: Deck; readonly seam: Seam };

type OnAirIn<State extends OnAir['state']> = Extract<OnAir, { state: State }>;

/** Where each event leads from each state: the first diagram of "The Auto DJ" in `streaming/README.md`. */
export const onAirStates = {
  idle: { open: 'opening' },
  opening: { start: 'playing', mix: 'mixing', open: 'opening', empty: 'idle' },
  playing: { mix: 'mixing', open: 'opening', empty: 'idle' },
  mixing: { turn: 'mixed', open: 'opening', empty: 'idle' },
  mixed: { end: 'playing', open: 'opening', empty: 'idle' },
} as const;

export const idle: OnAirIn<'idle'> = { state: 'idle', deck: undefined, seam: undefined };

/** A track follows without a mix: the next one, or the first. */
export const open = ({ state }: OnAir, deck: Deck): OnAirIn<'opening'> => ({
  state: onAirStates[state].open,
  deck,
  seam: undefined,
});

/** The first frame of the track plays. */
export const start = ({ state, deck }: OnAirIn<'opening'>): OnAirIn<'playing'> => ({
  state: onAirStates[state].start,
  deck,
  seam: undefined,
});

/** The mix of the track with the next one begins. */
export const mix = (
  { state, deck }: OnAirIn<'opening'> | OnAirIn<'playing'>,
  transition: Transition,
  next: Deck,
): OnAirIn<'mixing'> => ({ state: onAirStates[state].mix, deck, seam: { transition, at: 0, deck: next } });

/** The next track becomes the louder one. */
export const turn = ({ state, seam }: OnAirIn<'mixing'>): OnAirIn<'mixed'> => ({
  state: onAirStates[state].turn,
  deck: seam.deck,
  seam,
});

/** The mix has played. */
export const end = ({ state, deck }: OnAirIn<'mixed'>): OnAirIn<'playing'> => ({
  state: onAirStates[state].end,
  deck,
  seam: undefined,
});

/** Nothing follows. */
export const empty = (from: OnAir): OnAirIn<'idle'> => {
  if (from.state === 'idle') return from;
  return { state: onAirStates[from.state].empty, deck: undefined, seam: undefined };
};
