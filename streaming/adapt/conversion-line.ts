import type { StreamFormat } from '#contract/engine/engine.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import type { Conversion, ConversionEvents, Converters } from './converters.ts';
import type { InputFormat } from './input-format.ts';

export type ConversionLine = {
  /**
   * Starts converting what is written from now on, played after what was written before. Returns the reason if it
   * can't.
   */
  open(input: InputFormat, target: StreamFormat): string | undefined;
  readonly isOpen: boolean;
  /** False: write no more until `drain`. */
  write(bytes: Buffer): boolean;
  /** A frame that needs no conversion, played after everything written so far. */
  pass(frame: Frame): void;
  /** No more input follows; what was written still plays to its end. */
  finish(): void;
  pause(): void;
  resume(): void;
  /** Stops at once; no more frames come out. */
  close(): void;
};

type Deck = { conversion: Conversion; waiting: Frame[]; isFinished: boolean; isOver: boolean };

/** Frames of the next conversion that may wait for the one before it. */
const maxWaiting = 400;
/** One conversion and its successors; beyond this the first is cut short. */
const maxDecks = 3;

/**
 * One source's conversions, each played after the one before it, so that a format change within a source leaves no gap.
 */
export const createConversionLine = (converters: Converters, events: ConversionEvents): ConversionLine => {
  let decks: Deck[] = [];
  let passed: Frame[] = [];

  const accept = (deck: Deck, frames: Frame[]): void => {
    if (deck === decks[0]) return events.frames(frames);
    deck.waiting.push(...frames);
    if (deck.waiting.length > maxWaiting) deck.conversion.pause();
  };

  const retire = (deck: Deck): void => {
    deck.isOver = true;
    while (decks[0]?.isOver) {
      decks.shift();
      const next = decks[0];
      if (next) release(next);
    }
    if (decks.length === 0 && passed.length > 0) events.frames(passed.splice(0));
  };

  /** Closes every conversion that still runs. */
  const closeAll = (): void => {
    for (const deck of [...decks]) {
      deck.conversion.close();
      retire(deck);
    }
  };

  /** Sends on the frames that waited for their turn. */
  const release = (deck: Deck): void => {
    const { waiting } = deck;
    deck.waiting = [];
    deck.conversion.resume();
    if (waiting.length > 0) events.frames(waiting);
  };

  const writing = (): Deck | undefined => {
    const last = decks.at(-1);
    return last?.isFinished === false ? last : undefined;
  };

  return {
    open(input, target) {
      if (passed.length > 0) closeAll();
      if (decks.length >= maxDecks) {
        decks[0]!.conversion.close();
        retire(decks[0]!);
      }
      const opened = converters.open(input, target, {
        frames: (frames) => accept(deck, frames),
        drain: () => deck === writing() && events.drain(),
        failed(reason) {
          if (!deck.isFinished) return events.failed(reason);
          retire(deck);
        },
      });
      if ('refused' in opened) return opened.refused;
      const deck: Deck = { conversion: opened.conversion, waiting: [], isFinished: false, isOver: false };
      decks.push(deck);
      return undefined;
    },
    get isOpen() {
      return writing() !== undefined;
    },
    write: (bytes) => writing()?.conversion.write(bytes) ?? true,
    pass(frame) {
      if (decks.length === 0) return events.frames([frame]);
      passed.push(frame);
      if (passed.length > maxWaiting) closeAll();
    },
    finish() {
      const deck = writing();
      if (!deck) return;
      deck.isFinished = true;
      deck.conversion.finish();
    },
    pause: () => decks[0]?.conversion.pause(),
    resume: () => decks[0]?.conversion.resume(),
    close() {
      for (const { conversion } of decks) conversion.close();
      decks = [];
      passed = [];
    },
  };
};
