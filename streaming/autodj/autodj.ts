import type { AutoDjItem, StationDesired } from '#contract/engine/engine.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import type { AutoDj, AutoDjOptions } from './autodj-port.ts';
import { createBeds } from './bed.ts';
import { createDecks, type Decks } from './decks.ts';
import type { ManualControl } from './manual-control.ts';
import type { Deck } from './on-air.ts';
import { createSelection, type Selection } from './selection.ts';

/** After a pause of this length other tracks may be due than those selected before it, ms. */
const pauseMs = 5000;
const shownNext = 3;
/** A break begins without notice: so many jingles for it are fetched ahead. */
const prefetchedJingles = 5;

/**
 * Plays a list of prepared files endlessly: opens the next file before the current one ends, skips unreadable ones, and
 * retries a list with nothing readable at growing intervals.
 */
export const createAutoDj = (options: AutoDjOptions): AutoDj => {
  const { clock, manual } = options;
  const selection = createSelection(options);
  const beds = createBeds(options);

  const announce = (deck: Deck): void => {
    shown = { deck, item: deck.item };
    upcoming = undefined;
    selection.start(deck);
    options.started(deck.item, deck.why);
  };
  const decks = createDecks({ ...options, selection, announce, changed: () => (upcoming = undefined) });
  /** The track of the last frame, with its current data. */
  let shown: { deck: Deck; item: AutoDjItem } | undefined;
  let upcoming: AutoDjItem[] | undefined;
  let jingles: AutoDjItem[] = [];
  let pulledAt = clock.now();

  /** Plays what is selected now. */
  const playSelected = (): void => {
    decks.play(selection.choose(decks.air(), decks.left()));
  };

  const pull = (): Frame | undefined => {
    const now = clock.now();
    if (now - pulledAt > pauseMs && selection.hasRules()) decks.discardNext();
    pulledAt = now;
    if (beds.isOver()) {
      beds.play(0);
      if (shown && shown.deck === decks.air().deck) options.resumed?.();
    }
    if (beds.isPlaying()) return beds.pull();
    decks.cut();
    if (manual?.isHalted()) return undefined;
    const frame = decks.pull();
    return !frame && decks.hasEnded() ? pullAfterTrack() : frame;
  };

  /** The track has ended: it was to be the last one, a break follows, or the next one. */
  const pullAfterTrack = (): Frame | undefined => {
    if (manual?.stop()) {
      manual.halt();
      return clear();
    }
    const breakMs = decks.next.track().transition ? undefined : options.betweenTracks?.();
    if (breakMs !== undefined) beds.play(breakMs);
    decks.advance();
    return breakMs === undefined ? decks.pull() : beds.pull();
  };

  const skip = (): ReturnType<AutoDj['skip']> => {
    if (beds.isPlaying()) return 'break';
    if (!decks.air().deck || decks.next.isSkipping()) return 'already';
    decks.discardNext();
    // A track that is being mixed in begins again: its mix is not heard to the end.
    const choice = decks.mixedIn() ?? selection.choose(decks.air(), decks.left());
    if (!choice) return 'nothingElse';
    decks.skip(choice);
    decks.lookAhead();
    return undefined;
  };

  const clear = (): undefined => {
    beds.play(0);
    decks.clear();
    shown = undefined;
    selection.forgive();
  };

  const restart = (): void => {
    clear();
    selection.restart();
    playSelected();
  };

  const apply = (autodj: StationDesired['autodj']): void => {
    const change = selection.apply(autodj);
    beds.set(autodj);
    jingles = autodj.jingles?.slice(0, prefetchedJingles) ?? [];
    upcoming = undefined;
    if (change === 'others') return restart();
    const restored = change === 'first' ? selection.restore(autodj) : undefined;
    if (change === 'same') decks.discardNext();
    if (shown) shown.item = selection.itemOf(shown.deck);
    if (decks.air().deck || manual?.isHalted()) return;
    if (restored) decks.play(restored, options.position?.offset);
    else playSelected();
  };

  return {
    apply,
    pull,
    playBed: beds.play,
    skip,
    reselect() {
      if (decks.mixedIn()) return false;
      decks.discardNext();
      decks.lookAhead();
      return true;
    },
    restart,
    close() {
      clear();
      options.media.prefetch(options.station, []);
    },
    status() {
      const { deck, seam } = decks.air();
      if (seam || (!beds.isPlaying() && deck && deck.reader.ready() > 0)) return 'ready';
      return beds.isPlaying() || deck || decks.next.track().choice ? 'reading' : 'empty';
    },
    track: () => shown?.item,
    why: () => shown?.deck.why ?? '',
    next() {
      if (!upcoming) {
        upcoming = upcomingTracks({ decks, selection, manual, shown: shown?.deck });
        options.media.prefetch(options.station, [...upcoming, ...jingles]);
      }
      return upcoming;
    },
    position() {
      const { deck } = decks.air();
      return deck && selection.positionOf(deck);
    },
  };
};

type Parts = { decks: Decks; selection: Selection; manual: ManualControl | undefined; shown: Deck | undefined };

/** The next tracks as they are expected now. */
const upcomingTracks = ({ decks, selection, manual, shown }: Parts): AutoDjItem[] => {
  if (manual?.stop()) return [];
  const { deck } = decks.air();
  const opening = deck && deck !== shown ? [deck.item] : [];
  const queue = (manual?.waiting() ?? []).filter(({ id }) => id !== deck?.queued);
  const planned = decks.mixedIn() ?? decks.next.track().choice;
  return [...opening, ...selection.predict(decks.left(), queue, planned, shownNext - opening.length)];
};
