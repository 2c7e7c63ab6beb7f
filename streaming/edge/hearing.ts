import type { SpotEvent } from '#contract/engine.ts';
import type { AdReason } from '#contract/campaign-report.ts';
import type { ChosenSpot } from '#shared/ads/choose.ts';
import type { Session } from './sessions.ts';

/** A spot of a break: when it begins and ends, µs since the break began. */
export type HeardSpot = Pick<ChosenSpot, 'campaign' | 'spot'> & { from: number; to: number };

type Counted = { readonly session: Session };

/** `L`: a listener, as the caller knows them. */
export type Hearing<L extends Counted> = {
  /** `leases`: of this listener, one for each spot. Nothing is counted before `notBefore`, µs since the break began. */
  add(listener: L, leases: readonly string[], notBefore?: number): void;
  /** The listener has gone: what they could not hear is no impression. */
  remove(listener: L): void;
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
  /** The spots end here, µs since the break began. */
  cut(end: number): void;
  readonly isOver: boolean;
};

export type HearingOptions<L extends Counted> = {
  breakId: string;
  kind: 'pre' | 'mid';
  spots: readonly HeardSpot[];
  /** Whether what a player has played by now has left this process. */
  isThrough(listener: L): boolean;
  report(events: SpotEvent[]): void;
  /** An impression was not delivered: its lease can be used again. */
  giveBack(listener: L, spot: HeardSpot, lease: string): void;
  refused(listener: L, spot: HeardSpot, reason: AdReason): void;
  perTurn: number;
};

type Mark = { slot: number; quartile: SpotEvent['quartile']; at: number };
type Entry = {
  leases: readonly string[];
  notBefore: number;
  /** Index of the next mark. */
  next: number;
  /** Slots whose beginning was missed. */
  missed?: Set<number>;
};

const quartiles = [0, 1, 2, 3, 4] as const;
/** A spot of which less was played when its break ended is not counted. */
const countedFrom = 0.75;
/** Batches are rounded to µs. */
const clockSlack = 1000;

/** Counts the spots of listeners who share a lane, each at the moment when its sound can have been heard. */
export function createHearing<L extends Counted>(options: HearingOptions<L>): Hearing<L> {
  const { spots } = options;
  const entries = new Map<L, Entry>();
  let marks: Mark[] = spots.flatMap(({ from, to }, slot) =>
    quartiles.map((quartile) => ({ slot, quartile, at: from + ((to - from) * quartile) / 4 })),
  );

  let dueAt = 0;

  const eventOf = (listener: L, { leases }: Entry, { slot, quartile }: Mark, isCut: boolean): SpotEvent => {
    const { station, account, session, ip, user_agent, referer, output } = listener.session;
    const { campaign, spot } = spots[slot]!;
    const about = { station, account, session, ip, user_agent, referer, output } as SpotEvent;
    const event: SpotEvent = {
      ...about,
      type: 'spot',
      at: Date.now(),
      campaign: campaign.key,
      quartile,
      spot,
      lease: leases[slot]!,
      break_id: options.breakId,
      slot,
      kind: options.kind,
    };
    return isCut ? { ...event, cut: true } : event;
  };
  const dueOf = ({ next, notBefore }: Entry): number => Math.max(marks[next]!.at, notBefore);
  const isStarted = ({ next }: Entry, slot: number): boolean =>
    marks.slice(0, next).some((mark) => mark.slot === slot && mark.quartile === 0);
  const release = (listener: L, entry: Entry, slot: number, reason: AdReason): void => {
    options.giveBack(listener, spots[slot]!, entry.leases[slot]!);
    options.refused(listener, spots[slot]!, reason);
  };
  /** The rest of the next mark's spot is not counted. */
  const miss = (listener: L, entry: Entry): void => {
    const { slot, quartile } = marks[entry.next]!;
    if (quartile === 0) {
      (entry.missed ??= new Set()).add(slot);
      release(listener, entry, slot, 'left');
    }
    while (marks[entry.next]?.slot === slot) entry.next += 1;
  };

  return {
    add(listener, leases, notBefore = 0) {
      entries.set(listener, { leases, notBefore, next: 0 });
    },
    remove(listener) {
      const entry = entries.get(listener);
      if (!entry) return;
      entries.delete(listener);
      const open = new Set(marks.slice(entry.next).flatMap(({ slot, quartile }) => (quartile === 0 ? [slot] : [])));
      for (const slot of open) release(listener, entry, slot, 'left');
    },
    *advance(position) {
      let events: SpotEvent[] = [];
      let checked = 0;
      let next = Infinity;
      for (const [listener, entry] of entries) {
        while (entry.next < marks.length && dueOf(entry) <= position && options.isThrough(listener)) {
          events.push(eventOf(listener, entry, marks[entry.next]!, false));
          entry.next += 1;
        }
        if (entry.next >= marks.length) entries.delete(listener);
        else next = Math.min(next, dueOf(entry));
        if (++checked % options.perTurn !== 0) continue;
        if (events.length > 0) options.report(events);
        events = [];
        yield;
      }
      if (events.length > 0) options.report(events);
      dueAt = next;
    },
    hear(listener, from, to) {
      const entry = entries.get(listener);
      if (!entry) return;
      const events: SpotEvent[] = [];
      for (let mark = marks[entry.next]; mark && isBefore(mark, to); mark = marks[entry.next]) {
        if (isBefore(mark, from)) miss(listener, entry);
        else {
          events.push(eventOf(listener, entry, mark, false));
          entry.next += 1;
        }
      }
      if (entry.next >= marks.length) entries.delete(listener);
      if (events.length > 0) options.report(events);
    },
    cut(end) {
      const isCut = spots.map(({ from, to }) => end - from < (to - from) * countedFrom);
      const kept = marks.filter(({ slot, at }) => !isCut[slot] && at <= end + clockSlack);
      const events: SpotEvent[] = [];
      for (const [listener, entry] of entries) {
        for (const [slot] of spots.entries()) {
          if (!isCut[slot] || entry.missed?.has(slot)) continue;
          if (!isStarted(entry, slot)) release(listener, entry, slot, 'cut');
          else {
            events.push(eventOf(listener, entry, { slot, quartile: 0, at: end }, true));
            options.refused(listener, spots[slot]!, 'cut');
          }
        }
        const done = new Set(marks.slice(0, entry.next));
        entry.next = kept.filter((mark) => done.has(mark)).length;
        if (entry.next >= kept.length) entries.delete(listener);
      }
      marks = kept;
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

/** A spot's beginning belongs to what follows it, its other marks to what precedes them. */
const isBefore = ({ quartile, at }: Mark, end: number): boolean =>
  quartile === 0 ? at < end - clockSlack : at <= end + clockSlack;
