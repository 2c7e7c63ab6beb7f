import type { Choice } from './track-selector.ts';
import type { TrackReader } from './track-reader.ts';
import type { Transition } from './transitions.ts';

/** An open track. */
export type Deck = Choice & { reader: TrackReader };
/** The next track; opened when its start is near, or once the transition says where it is entered. */
export type NextDeck = Choice & {
  reader: TrackReader | undefined;
  transition: Transition | undefined;
  cancel?: (() => void) | undefined;
};
/** The transition that is playing; its deck is on the air from frame `turn` on. */
export type Seam = { transition: Transition; at: number; deck: Deck };
