import type { AutoDjItem } from '#contract/engine/engine.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import type { AutoDjOptions } from './autodj-port.ts';
import { createNextTrack, type NextTrack } from './next-track.ts';
import { empty, end, idle, mix, open, start, turn, type Deck, type OnAir } from './on-air.ts';
import type { Selection } from './selection.ts';
import { openTrack, type TrackReader } from './track-reader.ts';
import type { Choice } from './track-selector.ts';

/** The open tracks of an Auto DJ: the one on the air, with a mix the two, and the next one. */
export type Decks = {
  air(): OnAir;
  readonly next: Pick<NextTrack, 'track' | 'isSkipping'>;
  /** The track that is being mixed in and not yet the louder one. */
  mixedIn(): Deck | undefined;
  /** Whether the track on the air has been played to its end, where it isn't mixed. */
  hasEnded(): boolean;
  /** ms until the track on the air ends. */
  left(): number;
  /** Plays this track from a byte on, or nothing for now. */
  play(choice: Choice | undefined, offset?: number): void;
  /** The track on the air has ended: the next one plays, or its mix with this one. */
  advance(): void;
  /** The next frame; undefined while the disk is slow, or with nothing to play. */
  pull(): Frame | undefined;
  /** Plays this track as soon as its file is open. */
  skip(choice: Choice): void;
  /** If the file of the track to skip to is open, ends the track and its mix. */
  cut(): void;
  /** Discards the next track, so that it is selected again. */
  discardNext(): void;
  /** Selects and opens the next track when it is time. */
  lookAhead(): void;
  /** Closes all. */
  clear(): void;
};

type Options = AutoDjOptions & {
  selection: Selection;
  /** The first frame of a track plays, or it becomes the louder one of a mix. */
  announce(deck: Deck): void;
  /** Another track is next, or none. */
  changed(): void;
};

/** Plays what is selected, one track after the other. */
export const createDecks = ({ selection, announce, changed, ...options }: Options): Decks => {
  const { manual } = options;
  let air: OnAir = idle;
  const left = (): number => air.deck?.reader.left() ?? air.deck?.item.duration_ms ?? 0;
  const choose = (): Choice | undefined => selection.choose(air, left());

  const openReader = (item: AutoDjItem, offset: number): TrackReader =>
    openTrack(item, options.media, options.format, offset, handleReaderChange);

  const play = (choice: Choice | undefined, offset = 0): void => {
    if (choice) selection.take(choice);
    air = choice ? open(air, { ...choice, reader: openReader(choice.item, offset) }) : empty(air);
  };

  const advance = (): void => {
    const { choice, reader, transition } = next.take();
    air.deck?.reader.close();
    if (!choice || !reader) return play(choice ?? choose());
    selection.take(choice);
    const deck = { ...choice, reader };
    if (transition && (air.state === 'opening' || air.state === 'playing')) air = mix(air, transition, deck);
    else air = open(air, deck);
    replaceLate();
  };

  /** Another track plays instead of one whose file has not arrived, if one is found on this disk. */
  const replaceLate = (): void => {
    if (air.state !== 'opening') return;
    const { deck } = air;
    const reason = deck.reader.late();
    if (reason === undefined) return;
    options.late?.(deck.item, reason);
    void options.media.findHere(selection.music()).then((item) => {
      if (!item || air.deck !== deck || deck.reader.late() === undefined) return;
      deck.reader.close();
      play(selection.substitute(item));
    });
  };

  /** A file turned out bad or was read to its end: moves on at once instead of waiting for its turn. */
  const handleReaderChange = (): void => {
    const { choice, reader } = next.track();
    if (choice && dropBad(choice, reader)) {
      selection.take(choice);
      next.discard(air.deck);
    }
    if (air.deck && !air.seam && dropBad(air.deck, air.deck.reader)) advance();
    else replaceLate();
    lookAhead();
  };

  const dropBad = (choice: Choice, reader: TrackReader | undefined): boolean => {
    const reason = reader?.failure();
    if (reason === undefined || !reader || reader.ready() > 0 || reader.status() === 'reading') return false;
    selection.fail(choice);
    options.skipped(choice.item, reason);
    return true;
  };

  const lookAhead = (): void => {
    const mayFollow = !air.seam && !manual?.stop();
    if (air.deck && (mayFollow || next.isSkipping())) next.lookAhead(air.deck);
  };
  const next = createNextTrack({ ...options, rules: selection.rules, choose, openReader, left, changed });

  const pullSeam = (seam: NonNullable<OnAir['seam']>): Frame | undefined => {
    const { transition, at, deck } = seam;
    seam.at++;
    if (air.state === 'mixing' && at === transition.turn) {
      air = turn(air);
      announce(deck);
    }
    if (air.state === 'mixed' && seam.at >= transition.frames.length) air = end(air);
    return transition.frames[at];
  };

  return {
    air: () => air,
    next,
    mixedIn: () => (air.state === 'mixing' ? air.seam.deck : undefined),
    hasEnded: () => !air.seam && air.deck?.reader.status() === 'done',
    left,
    play,
    advance,
    pull() {
      if (air.seam) return pullSeam(air.seam);
      if (!air.deck) play(choose());
      const frame = air.deck?.reader.pull();
      if (!frame) return undefined;
      if (air.state === 'opening') {
        air = start(air);
        announce(air.deck);
      }
      lookAhead();
      return frame;
    },
    skip: (choice) => next.skip(choice),
    cut() {
      if (!next.isSkipping()) return;
      const { reader } = next.track();
      if (!reader || reader.ready() <= 0) return;
      if (air.state === 'mixing') air.seam.deck.reader.close();
      advance();
    },
    discardNext: () => next.discard(air.deck),
    lookAhead,
    clear() {
      next.discard(air.deck);
      // Ends a skip too.
      next.take();
      air.deck?.reader.close();
      air.seam?.deck.reader.close();
      air = empty(air);
    },
  };
};
