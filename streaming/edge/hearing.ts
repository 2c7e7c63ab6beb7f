import type { SpotEvent } from '#contract/engine.ts';
import type { AdReason } from '#contract/campaign-report.ts';
import type { ChosenSpot } from '#shared/ads/choose.ts';
import { withJson } from '#streaming/spool/event-json.ts';
import type { Session } from './sessions.ts';

/** A spot of a break: when it begins and ends, µs since the break began. */
export type HeardSpot = Pick<ChosenSpot, 'campaign' | 'spot'> & { from: number; to: number };

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

type Quartile = SpotEvent['quartile'];
/** Every spot has five marks: its beginning, and the end of each quarter. */
type Entry<L> = {
  listener: L;
  spots: readonly HeardSpot[];
  leases: readonly string[];
  notBefore: number;
  /** The next mark to be counted, when it is due (µs since the break began), and how many are. */
  next: number;
  dueAt: number;
  marks: number;
  isGone: boolean;
  /** Slots whose beginning was missed. */
  missed: Set<number> | undefined;
  /** Who has heard it, as the beginning of JSON; then with what all events of one spot say, of the spot in `slot`. */
  who: string;
  about: string;
  slot: number;
};

const marksOfSpot = 5;
const slotOf = (mark: number): number => Math.floor(mark / marksOfSpot);
const quartileOf = (mark: number): Quartile => (mark % marksOfSpot) as Quartile;
/** Where a mark is, µs since the break began. */
const placeOf = (spots: readonly HeardSpot[], mark: number): number => {
  const { from, to } = spots[slotOf(mark)]!;
  return from + ((to - from) * quartileOf(mark)) / 4;
};
/** A spot of which less was played when its break ended is not counted. */
const countedFrom = 0.75;
/** Batches are rounded to µs. */
const clockSlack = 1000;

/** Counts the spots of a break's listeners, each at the moment when its sound can have been heard. */
export function createHearing<L extends Counted>(options: HearingOptions<L>): Hearing<L> {
  const entries = new Map<L, Entry<L>>();
  const spotTexts = new Map<HeardSpot, string[]>();
  let ends: { at: number; texts: string[] } = { at: 0, texts: [] };
  let dueAt = 0;
  /** Since the last round began. */
  let isAdded = false;

  /** What all events of a listener's spot have in common, as the beginning of their JSON. */
  const aboutSpot = ({ session: one }: L, entry: Entry<L>, slot: number): string => {
    if (entry.slot === slot) return entry.about;
    if (entry.who === '') entry.who = jsonOfListener(one);
    entry.slot = slot;
    entry.about = `${entry.who}${jsonOfSpot(entry.spots[slot]!, slot)}${JSON.stringify(entry.leases[slot])}`;
    return entry.about;
  };
  /** The part that is the same for everyone who hears a spot at the same place of the break. */
  const jsonOfSpot = (heard: HeardSpot, slot: number): string => {
    const texts = spotTexts.get(heard) ?? [];
    if (texts[slot] !== undefined) return texts[slot];
    spotTexts.set(heard, texts);
    const { campaign, spot } = heard;
    const what = { type: 'spot', campaign: campaign.key, spot, break_id: options.breakId, slot, kind: options.kind };
    return (texts[slot] = `${JSON.stringify(what).slice(1, -1)},"lease":`);
  };
  const eventOf = (listener: L, entry: Entry<L>, mark: number, isCut: boolean): SpotEvent => {
    const [slot, quartile, at] = [slotOf(mark), quartileOf(mark), Date.now()];
    const { station, account, session, ip, user_agent, referer, output } = listener.session;
    const { campaign, spot } = entry.spots[slot]!;
    const event: SpotEvent = {
      type: 'spot',
      station: station as SpotEvent['station'],
      account: account as SpotEvent['account'],
      at,
      campaign: campaign.key,
      session,
      quartile,
      ip,
      user_agent,
      referer,
      output,
      spot,
      lease: entry.leases[slot],
      break_id: options.breakId,
      slot,
      kind: options.kind,
    };
    if (isCut) return { ...event, cut: true };
    return withJson(event, aboutSpot(listener, entry, slot) + endOf(at, quartile));
  };
  /** The end of an event's JSON, which is the same for all listeners who reach a quarter at once. */
  const endOf = (at: number, quartile: Quartile): string => {
    if (ends.at !== at) ends = { at, texts: [] };
    return (ends.texts[quartile] ??= `,"at":${at},"quartile":${quartile}}`);
  };
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
      events.push(eventOf(entry.listener, entry, entry.next, false));
      moveTo(entry, entry.next + 1);
    }
    if (entry.next >= entry.marks) entries.delete(entry.listener);
  };

  return {
    add(listener, spots, leases, notBefore = 0) {
      const marks = spots.length * marksOfSpot;
      const own = { isGone: false, missed: undefined, who: '', about: '', slot: -1 };
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
          events.push(eventOf(listener, entry, entry.next, false));
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
            events.push(eventOf(listener, entry, slot * marksOfSpot, true));
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
}

const jsonOfListener = ({ station, account, session, ip, user_agent, referer, output }: Session): string =>
  `${JSON.stringify({ station, account, session, ip, user_agent, referer, output }).slice(0, -1)},`;

/** A spot's beginning belongs to what follows it, its other marks to what precedes them. */
function isBefore({ spots, next }: Entry<unknown>, end: number): boolean {
  const at = placeOf(spots, next);
  return quartileOf(next) === 0 ? at < end - clockSlack : at <= end + clockSlack;
}
