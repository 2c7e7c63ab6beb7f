import type { StreamFormat } from '#contract/engine.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import type { Conversion, ConversionEvents, Converters } from './converters.ts';
import type { InputFormat } from './input-format.ts';

export type ConversionLine = {
  /** Begins to convert what is written from now on, heard behind what was written before. Gives why not, if so. */
  open(input: InputFormat, target: StreamFormat): string | undefined;
  readonly isOpen: boolean;
  /** False: write no more until `drain`. */
  write(bytes: Buffer): boolean;
  /** A frame that needs no conversion, heard behind all that was written. */
  pass(frame: Frame): void;
  /** What was written is still heard to its end. */
  finish(): void;
  pause(): void;
  resume(): void;
  /** Ends at once; nothing comes out any more. */
  close(): void;
};

type Deck = { conversion: Conversion; waiting: Frame[]; isFinished: boolean; isOver: boolean };

/** Frames of a next conversion that may wait for the one before it. */
const mostWaiting = 400;
/** A conversion and its followers; one more, and the first has had its time. */
const mostDecks = 3;

/** One source's conversions, each heard behind the one before it, so that a change in mid-source is no gap. */
export function createConversionLine(converters: Converters, events: ConversionEvents): ConversionLine {
  let decks: Deck[] = [];
  let behind: Frame[] = [];

  function take(deck: Deck, frames: Frame[]): void {
    if (deck === decks[0]) return events.frames(frames);
    deck.waiting.push(...frames);
    if (deck.waiting.length > mostWaiting) deck.conversion.pause();
  }

  function leave(deck: Deck): void {
    deck.isOver = true;
    while (decks[0]?.isOver) {
      decks.shift();
      const next = decks[0];
      if (next) release(next);
    }
    if (decks.length === 0 && behind.length > 0) events.frames(behind.splice(0));
  }

  /** Whatever still converts has had its time. */
  function cut(): void {
    for (const deck of [...decks]) {
      deck.conversion.close();
      leave(deck);
    }
  }

  /** Its turn has come: what waited goes out. */
  function release(deck: Deck): void {
    const { waiting } = deck;
    deck.waiting = [];
    deck.conversion.resume();
    if (waiting.length > 0) events.frames(waiting);
  }

  function writing(): Deck | undefined {
    const last = decks.at(-1);
    return last?.isFinished === false ? last : undefined;
  }

  return {
    open(input, target) {
      if (behind.length > 0) cut();
      if (decks.length >= mostDecks) {
        decks[0]!.conversion.close();
        leave(decks[0]!);
      }
      const opened = converters.open(input, target, {
        frames: (frames) => take(deck, frames),
        drain: () => deck === writing() && events.drain(),
        failed(reason) {
          if (!deck.isFinished) return events.failed(reason);
          leave(deck);
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
      behind.push(frame);
      if (behind.length > mostWaiting) cut();
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
      behind = [];
    },
  };
}
