import type { Choice } from './programme.ts';
import type { TrackReader } from './track-reader.ts';
import type { Transition } from './transitions.ts';

/** A track that is open. */
export type Deck = Choice & { reader: TrackReader };
/** What comes next; opened when it is near, or when it is known where it is entered. */
export type Following = Choice & {
  reader: TrackReader | undefined;
  transition: Transition | undefined;
  cancel?: (() => void) | undefined;
};
/** A transition that is being played; its deck is on the air from `turn` on. */
export type Seam = { transition: Transition; at: number; deck: Deck };
