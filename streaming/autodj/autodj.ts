import type { AutoDjItem, StationDesired } from '#contract/engine.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import type { AutoDj, AutoDjOptions } from './autodj-port.ts';
import { createBackoff } from './backoff.ts';
import { createBeds } from './bed.ts';
import type { Deck, NextDeck, Seam } from './decks.ts';
import { pathBelow } from '#streaming/base/path-below.ts';
import { queuedChoice } from './queued-choice.ts';
import { requestMix } from './request-mix.ts';
import { positionOf, restore } from './restore.ts';
import { initialProgress, createTrackSelector, type Choice, type Progress } from './track-selector.ts';
import { addPlay, type Play } from './separation.ts';
import { openTrack, type TrackReader } from './track-reader.ts';
import { predictTracks } from './upcoming.ts';

/** How long before a mix the next track is selected, ms. */
const aheadMs = 45_000;
/** After a pause of this length other tracks may be due than those selected before it, ms. */
const pauseMs = 5000;
const shownNext = 3;

/**
 * Plays a list of prepared files endlessly: opens the next file before the current one ends, skips unreadable ones, and
 * retries a list with nothing readable at growing intervals.
 */
export function createAutoDj(options: AutoDjOptions): AutoDj {
  const { clock, manual } = options;
  const selector = createTrackSelector(options.station);
  const backoff = createBackoff(clock);
  const beds = createBeds(options);
  let generation: number | undefined;
  let progress: Progress = initialProgress;
  let plays: readonly Play[] = [];
  let current: Deck | undefined;
  let following: NextDeck | undefined;
  let seam: Seam | undefined;
  let announced: Deck | undefined;
  let shownItem: AutoDjItem | undefined;
  let upcoming: AutoDjItem[] | undefined;
  let pulledAt = clock.now();
  let isSkipping = false;

  const left = (): number => current?.reader.left ?? current?.item.duration_ms ?? 0;
  /** The track that is being mixed in and not yet the louder one. */
  const mixedIn = (): Deck | undefined => (seam && seam.deck !== announced ? seam.deck : undefined);

  function open(choice: Choice, offset: number): Deck {
    progress = choice.after;
    return { ...choice, reader: openReader(choice.item, offset) };
  }

  function openReader(item: AutoDjItem, offset: number): TrackReader {
    return openTrack(item, pathBelow(options.mediaDir, item.path), options.format, offset, handleReaderChange);
  }

  function choose(): Choice | undefined {
    const queued = manual?.waiting.find(({ id }) => id !== current?.queued && id !== seam?.deck.queued);
    if (queued) return queuedChoice(queued, progress);
    if (selector.length === 0 || backoff.isResting(selector.length)) return undefined;
    return selector.choose(progress, plays, clock.now() + left(), backoff.failures);
  }

  function openNext(): Deck | undefined {
    const choice = choose();
    return choice && open(choice, 0);
  }

  /**
   * Selects the next track as late as possible: when this track has been read, or when there is time to mix the two.
   */
  function lookAhead(): void {
    if (!current || ((seam || manual?.stop) && !isSkipping)) return;
    const isMixed = options.transitions !== undefined && selector.rules.mix_offset > 0 && !isSkipping;
    if (!following) {
      const isNear = isMixed && (current.reader.left ?? Infinity) <= aheadMs + selector.rules.mix_offset;
      if (!current.reader.drained && !isNear && !isSkipping) return;
      const choice = choose();
      if (!choice) return;
      following = { ...choice, reader: undefined, transition: undefined };
      upcoming = undefined;
      if (isMixed && !options.isBreakDue?.(left())) following.cancel = mix(following, current);
    }
    if (current.reader.drained || isSkipping) following.reader ??= openReader(following.item, 0);
  }

  function mix(to: NextDeck, from: Deck): NextDeck['cancel'] {
    const wish = { from: from.item, to: to.item, mix: selector.rules, leftMs: left() };
    return requestMix(options, wish, (transition) => {
      if (following !== to || current !== from || transition.leave <= from.reader.offset) return;
      to.transition = transition;
      from.reader.stopAt(transition.leave);
      to.reader?.close();
      to.reader = openReader(to.item, transition.enter);
    });
  }

  /** Discards the selected next track, so that it is selected again. */
  function discardFollowing(): void {
    following?.cancel?.();
    following?.reader?.close();
    if (following?.transition) current?.reader.stopAt(undefined);
    following = undefined;
    upcoming = undefined;
  }

  /** A file turned out bad or was read to its end: moves on at once instead of waiting for its turn. */
  function handleReaderChange(): void {
    if (following && dropBad(following)) {
      progress = following.after;
      discardFollowing();
    }
    if (current && !seam && dropBad(current)) advance();
    lookAhead();
  }

  /** Counts as played, so that separation rules don't select it again at once. */
  function dropBad({ reader, item, list, queued }: Deck | NextDeck): boolean {
    if (!reader?.failure || reader.ready > 0 || reader.status === 'reading') return false;
    backoff.failed();
    if (queued !== undefined) manual?.remove(queued);
    if (list !== 'jingles') plays = addPlay(plays, item, clock.now(), selector.rules);
    options.skipped(item, reader.failure);
    return true;
  }

  function advance(): void {
    const next = following;
    current?.reader.close();
    following = undefined;
    upcoming = undefined;
    isSkipping = false;
    if (!next) {
      current = openNext();
      return;
    }
    const { reader, transition, cancel, ...choice } = next;
    cancel?.();
    const deck = reader ? { ...choice, reader } : open(choice, 0);
    progress = choice.after;
    if (transition && current) seam = { transition, at: 0, deck };
    else current = deck;
  }

  function start(deck: Deck): void {
    announced = deck;
    shownItem = deck.item;
    backoff.played();
    upcoming = undefined;
    manual?.started(deck.queued);
    if (deck.list !== 'jingles') plays = addPlay(plays, deck.item, clock.now(), selector.rules);
    options.started(deck.item, deck.why);
  }

  function pullSeam({ transition, at, deck }: Seam): Frame | undefined {
    if (at === transition.turn) {
      current = deck;
      start(deck);
    }
    if (at + 1 >= transition.frames.length) seam = undefined;
    else if (seam) seam.at++;
    return transition.frames[at];
  }

  function pull(): Frame | undefined {
    const now = clock.now();
    if (selector.hasRules && now - pulledAt > pauseMs) discardFollowing();
    pulledAt = now;
    if (beds.isOver) {
      beds.play(0);
      if (announced && announced === current) options.resumed?.();
    }
    if (beds.isPlaying) return beds.pull();
    if (isSkipping && following?.reader && following.reader.ready > 0) cut();
    if (manual?.isHalted) return undefined;
    if (!seam && current?.reader.status === 'done') {
      if (manual?.stop) {
        manual.halt();
        return clear();
      }
      const ms = following?.transition ? undefined : options.betweenTracks?.();
      if (ms !== undefined) beds.play(ms);
      advance();
      if (ms !== undefined) return beds.pull();
    }
    if (seam) return pullSeam(seam);
    current ??= openNext();
    const frame = current?.reader.pull();
    if (!frame || !current) return undefined;
    if (announced !== current) start(current);
    lookAhead();
    return frame;
  }

  /** Ends the track, and a mix, with the next frame. */
  function cut(): void {
    if (seam && seam.deck !== current) seam.deck.reader.close();
    seam = undefined;
    advance();
  }

  function skip(): ReturnType<AutoDj['skip']> {
    if (beds.isPlaying) return 'break';
    if (!current || isSkipping) return 'already';
    discardFollowing();
    // A track that is being mixed in begins again: its mix is not heard to the end.
    const choice = mixedIn() ?? choose();
    if (!choice) return 'nothingElse';
    following = { ...choice, reader: undefined, transition: undefined };
    isSkipping = true;
    lookAhead();
    return undefined;
  }

  function reselect(): boolean {
    if (mixedIn()) return false;
    discardFollowing();
    lookAhead();
    return true;
  }

  function clear(): undefined {
    beds.play(0);
    discardFollowing();
    current?.reader.close();
    seam?.deck.reader.close();
    current = undefined;
    seam = undefined;
    announced = undefined;
    isSkipping = false;
    backoff.reset();
  }

  function restart(): void {
    clear();
    progress = initialProgress;
    plays = [];
    current = openNext();
  }

  function begin(wanted: StationDesired['autodj']): void {
    const from = options.position;
    const isKnown = from?.generation === wanted.generation;
    const restored = isKnown ? restore(from, wanted, selector, manual) : undefined;
    if (restored) ({ progress, plays } = restored);
    if (manual?.isHalted) return;
    current = restored?.choice ? open(restored.choice, from!.offset) : openNext();
  }

  function apply(wanted: StationDesired['autodj']): void {
    selector.set(wanted);
    manual?.refresh(wanted);
    beds.set(wanted);
    const before = generation;
    generation = wanted.generation;
    backoff.hurry();
    upcoming = undefined;
    if (before === undefined) return begin(wanted);
    if (wanted.generation > before) return restart();
    discardFollowing();
    progress = selector.adjust(progress);
    if (announced) shownItem = selector.find(announced.list, announced.item.key) ?? announced.item;
    if (!manual?.isHalted) current ??= openNext();
  }

  function upcomingTracks(): AutoDjItem[] {
    if (manual?.stop) return [];
    const opening = current && current !== announced ? [current.item] : [];
    const queue = (manual?.waiting ?? []).filter(({ id }) => id !== current?.queued);
    const from = { progress, plays, at: clock.now() + left(), queue };
    return [...opening, ...predictTracks(selector, from, mixedIn() ?? following, shownNext - opening.length)];
  }

  return {
    apply,
    pull,
    playBed: beds.play,
    skip,
    reselect,
    restart,
    close: clear,
    get status() {
      if (seam || (!beds.isPlaying && current && current.reader.ready > 0)) return 'ready';
      return beds.isPlaying || current || following ? 'reading' : 'empty';
    },
    get track() {
      return announced && shownItem;
    },
    get why() {
      return announced?.why ?? '';
    },
    get next() {
      upcoming ??= upcomingTracks();
      return upcoming;
    },
    get position() {
      if (!current || generation === undefined) return undefined;
      return positionOf(current, generation, !selector.hasRules, plays);
    },
  };
}
