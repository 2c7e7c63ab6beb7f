import type { SpotEvent } from '#contract/engine/engine.ts';
import type { AdReason } from '#contract/rules/ad-reasons.ts';
import type { Session } from './sessions.ts';
import { createSpotEvents, nothingWritten, type EventSubject } from './spot-events.ts';
import { marksOfSpot, placeOf, quartileOf, slotOf, type HeardSpot } from './spot-marks.ts';

type Counted = { readonly session: Session };

/** `L`: a listener, as the caller knows them. */
export type Hearing<L extends Counted> = {
  /**
   * What a listener hears in the break; `leases` are their own, one for each spot. Nothing is counted before `notBefore`,
   * µs since the break began.
   */
  add(listener: L, spots: readonly HeardSpot[], leases: readonly string[], notBefore?: number): void;
  /** The listener has gone: what they could not hear is no impression. */
  remove(listener: L): void;
  /** Whether something of what the listener hears is still to be counted. */
  has(listener: L): boolean;
  /** Nothing more is counted. */
  stop(): void;
  /**
   * Counts what can be heard by now: `position` is the audio that players have played, µs since the break began. Yields
   * after some listeners.
   */
  advance(position: number): Generator<void>;
  /**
   * Counts the part that one listener has played, µs since the break began. A spot of which they missed a part before
   * is no longer counted.
   */
  hear(listener: L, from: number, to: number): void;
  /** Where something can be counted next, µs since the break began. */
  readonly dueAt: number;
  /** The spots end here, µs since the break began. Yields after some listeners. */
  cut(end: number): Generator<void>;
  readonly isOver: boolean;
};

export type HearingOptions<L extends Counted> = {
  breakId: string;
  kind: 'pre' | 'mid';
  /** Whether what a player has played by now has left this process. */
  isThrough(listener: L): boolean;
  report(events: SpotEvent[]): void;
  /** An impression was not delivered: its lease can be used again. */
  giveBack(listener: L, spot: HeardSpot, lease: string): void;
  refused(listener: L, spot: HeardSpot, reason: AdReason): void;
  perTurn: number;
};

type Entry<L> = EventSubject & {
  listener: L;
  notBefore: number;
  /** The next mark to be counted, when it is due (µs since the break began), and how many are. */
  next: number;
  dueAt: number;
  marks: number;
  isGone: boolean;
  /** Slots whose beginning was missed. */
  missed: Set<number> | undefined;
};

/** A spot of which less was played when its break ended is not counted. */
const countedFrom = 0.75;
/** Batches are rounded to µs. */
const clockSlack = 1000;

/** Counts the spots of a break's listeners, each at the moment when its sound can have been heard. */
export const createHearing = <L extends Counted>(options: HearingOptions<L>): Hearing<L> => {
  const entries = new Map<L, Entry<L>>();
  const spotEvents = createSpotEvents(options);
  let dueAt = 0;
  /** Since the last round began. */
  let isAdded = false;

  const moveTo = (entry: Entry<L>, mark: number): void => {
    entry.next = mark;
    if (mark < entry.marks) entry.dueAt = Math.max(placeOf(entry.spots, mark), entry.notBefore);
  };
  const isStarted = ({ next }: Entry<L>, slot: number): boolean => next > slot * marksOfSpot;
  const release = (listener: L, { spots, leases }: Entry<L>, slot: number, reason: AdReason): void => {
    options.giveBack(listener, spots[slot]!, leases[slot]!);
    options.refused(listener, spots[slot]!, reason);
  };
  /** The rest of the next mark's spot is not counted. */
  const miss = (listener: L, entry: Entry<L>): void => {
    const slot = slotOf(entry.next);
    if (quartileOf(entry.next) === 0) {
      (entry.missed ??= new Set()).add(slot);
      release(listener, entry, slot, 'left');
    }
    moveTo(entry, (slot + 1) * marksOfSpot);
  };

  /** Counts what the listener could hear by now; nothing of one who has gone. */
  const count = (entry: Entry<L>, position: number, events: SpotEvent[]): void => {
    if (entry.isGone) return;
    while (entry.next < entry.marks && entry.dueAt <= position && options.isThrough(entry.listener)) {
      events.push(spotEvents.heard(entry.listener.session, entry, entry.next));
      moveTo(entry, entry.next + 1);
    }
    if (entry.next >= entry.marks) entries.delete(entry.listener);
  };

  return {
    add(listener, spots, leases, notBefore = 0) {
      const marks = spots.length * marksOfSpot;
      const own = { isGone: false, missed: undefined, ...nothingWritten };
      const entry: Entry<L> = { listener, spots, leases, notBefore, next: 0, dueAt: 0, marks, ...own };
      moveTo(entry, 0);
      entries.set(listener, entry);
      [dueAt, isAdded] = [0, true];
    },
    remove(listener) {
      const entry = entries.get(listener);
      if (!entry) return;
      entries.delete(listener);
      entry.isGone = true;
      for (let mark = entry.next; mark < entry.marks; mark++)
        if (quartileOf(mark) === 0) release(listener, entry, slotOf(mark), 'left');
    },
    has: (listener) => entries.has(listener),
    stop() {
      for (const listener of [...entries.keys()]) this.remove(listener);
    },
    *advance(position) {
      let next = Infinity;
      isAdded = false;
      const all = [...entries.values()];
      for (let from = 0; from < all.length; from += options.perTurn) {
        if (from > 0) yield;
        const events: SpotEvent[] = [];
        for (const entry of all.slice(from, from + options.perTurn)) {
          count(entry, position, events);
          if (!entry.isGone && entry.next < entry.marks) next = Math.min(next, entry.dueAt);
        }
        if (events.length > 0) options.report(events);
      }
      dueAt = isAdded ? 0 : next;
    },
    hear(listener, from, to) {
      const entry = entries.get(listener);
      if (!entry) return;
      const events: SpotEvent[] = [];
      while (entry.next < entry.marks && isBefore(entry, to)) {
        if (isBefore(entry, from)) miss(listener, entry);
        else {
          events.push(spotEvents.heard(listener.session, entry, entry.next));
          moveTo(entry, entry.next + 1);
        }
      }
      if (entry.next >= entry.marks) entries.delete(listener);
      if (events.length > 0) options.report(events);
    },
    *cut(end) {
      let events: SpotEvent[] = [];
      let checked = 0;
      for (const [listener, entry] of entries) {
        const { spots } = entry;
        const counted = spots.filter(({ from, to }) => end - from >= (to - from) * countedFrom).length;
        // A break that is cut twice has lost its last spots before.
        const open = Math.ceil(entry.marks / marksOfSpot);
        for (let slot = counted; slot < open; slot++) {
          if (entry.missed?.has(slot)) continue;
          if (!isStarted(entry, slot)) release(listener, entry, slot, 'cut');
          else {
            events.push(spotEvents.cut(listener.session, entry, slot));
            options.refused(listener, spots[slot]!, 'cut');
          }
        }
        entry.marks = Math.min(entry.marks, counted * marksOfSpot);
        while (entry.marks > 0 && placeOf(spots, entry.marks - 1) > end + clockSlack) entry.marks -= 1;
        if (entry.next >= entry.marks) entries.delete(listener);
        if (++checked % options.perTurn !== 0) continue;
        if (events.length > 0) options.report(events);
        events = [];
        yield;
      }
      dueAt = 0;
      if (events.length > 0) options.report(events);
    },
    get dueAt() {
      return dueAt;
    },
    get isOver() {
      return entries.size === 0;
    },
  };
};

/** A spot's beginning belongs to what follows it, its other marks to what precedes them. */
const isBefore = ({ spots, next }: Entry<unknown>, end: number): boolean => {
  const at = placeOf(spots, next);
  return quartileOf(next) === 0 ? at < end - clockSlack : at <= end + clockSlack;
};
