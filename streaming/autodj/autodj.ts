import type { AutoDjItem, StationDesired } from '#contract/engine.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import type { AutoDj, AutoDjOptions } from './autodj-port.ts';
import { openBed, type Bed } from './bed.ts';
import type { Deck, NextDeck, Seam } from './decks.ts';
import { pathBelow } from '#streaming/base/path-below.ts';
import { initialProgress, createTrackSelector, type Choice, type Progress } from './track-selector.ts';
import { readProgress, saveProgress } from './saved-progress.ts';
import { readPlays, addPlay, type Play } from './separation.ts';
import { openTrack, type TrackReader } from './track-reader.ts';
import type { Transition } from './transitions.ts';
import { predictTracks } from './upcoming.ts';

const firstBackoffMs = 5000;
const longestBackoffMs = 60_000;
/** How long before a mix the next track is selected, and how long before it the mix must be ready, ms. */
const aheadMs = 45_000;
const soonMs = 1000;
/** After a pause of this length other tracks may be due than those selected before it, ms. */
const pauseMs = 5000;
const shownNext = 3;

/**
 * Plays a list of prepared files endlessly: opens the next file before the current one ends, skips unreadable ones, and
 * retries a list with nothing readable at growing intervals.
 */
export function createAutoDj(options: AutoDjOptions): AutoDj {
  const { clock } = options;
  const selector = createTrackSelector(options.station);
  let generation: number | undefined;
  let progress: Progress = initialProgress;
  let plays: readonly Play[] = [];
  let current: Deck | undefined;
  let following: NextDeck | undefined;
  let seam: Seam | undefined;
  let announced: Deck | undefined;
  let shownItem: AutoDjItem | undefined;
  let upcoming: AutoDjItem[] | undefined;
  let failures = 0;
  let backoff = firstBackoffMs;
  let retryAt = 0;
  let pulledAt = clock.now();
  let listed: StationDesired['autodj'] | undefined;
  let bed: Bed | undefined;

  const pathOf = (item: AutoDjItem): string => pathBelow(options.mediaDir, item.path);
  const left = (): number => current?.reader.left ?? current?.item.duration_ms ?? 0;

  function open(choice: Choice, offset: number): Deck {
    progress = choice.after;
    return { ...choice, reader: openReader(choice.item, offset) };
  }

  function openReader(item: AutoDjItem, offset: number): TrackReader {
    return openTrack(item, pathOf(item), options.format, offset, handleReaderChange);
  }

  function choose(): Choice | undefined {
    if (failures >= Math.max(selector.length, 1)) {
      failures = 0;
      retryAt = clock.now() + backoff;
      backoff = Math.min(backoff * 2, longestBackoffMs);
    }
    if (selector.length === 0 || clock.now() < retryAt) return undefined;
    return selector.choose(progress, plays, clock.now() + left(), failures);
  }

  function openNext(): Deck | undefined {
    const choice = choose();
    return choice && open(choice, 0);
  }

  /**
   * Selects the next track as late as possible: when this track has been read, or when there is time to mix the two.
   */
  function lookAhead(): void {
    if (!current || seam) return;
    const isMixed = options.transitions !== undefined && selector.rules.mix_offset > 0;
    if (!following) {
      const isNear = isMixed && (current.reader.left ?? Infinity) <= aheadMs + selector.rules.mix_offset;
      if (!current.reader.drained && !isNear) return;
      const choice = choose();
      if (!choice) return;
      following = { ...choice, reader: undefined, transition: undefined };
      upcoming = undefined;
      if (isMixed && !options.isBreakDue?.(left())) following.cancel = requestTransition(following, current);
    }
    if (current.reader.drained) following.reader ??= openReader(following.item, 0);
  }

  function requestTransition(to: NextDeck, from: Deck): NextDeck['cancel'] {
    const request = {
      from: { item: from.item, path: pathOf(from.item) },
      to: { item: to.item, path: pathOf(to.item) },
      mix: selector.rules,
      format: options.format,
      until: clock.now() + left() - selector.rules.mix_offset - soonMs,
    };
    const ready = (transition: Transition | undefined): void => {
      if (!transition || following !== to || current !== from || transition.leave <= from.reader.offset) return;
      to.transition = transition;
      from.reader.stopAt(transition.leave);
      to.reader?.close();
      to.reader = openReader(to.item, transition.enter);
    };
    return options.transitions!.request({ ...request, ready });
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
  function dropBad({ reader, item, list }: Deck | NextDeck): boolean {
    if (!reader?.failure || reader.ready > 0 || reader.status === 'reading') return false;
    failures++;
    if (list !== 'jingles') plays = addPlay(plays, item, clock.now(), selector.rules);
    options.skipped(item, reader.failure);
    return true;
  }

  function advance(): void {
    const next = following;
    current?.reader.close();
    following = undefined;
    upcoming = undefined;
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
    failures = 0;
    backoff = firstBackoffMs;
    upcoming = undefined;
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
    if (bed?.isOver) endBed();
    if (bed) return pullBed();
    if (!seam && current?.reader.status === 'done') {
      const ms = following?.transition ? undefined : options.betweenTracks?.();
      if (ms !== undefined) playBed(ms);
      advance();
      if (ms !== undefined) return pullBed();
    }
    if (seam) return pullSeam(seam);
    current ??= openNext();
    const frame = current?.reader.pull();
    if (!frame || !current) return undefined;
    if (announced !== current) start(current);
    lookAhead();
    return frame;
  }

  function playBed(ms: number): void {
    bed?.close();
    const { mediaDir, format } = options;
    bed = listed && ms > 0 ? openBed({ autodj: listed, mediaDir, format, ms }) : undefined;
  }

  const pullBed = (): Frame | undefined => bed?.pull();

  function endBed(): void {
    playBed(0);
    if (announced && announced === current) options.resumed?.();
  }

  function clear(): void {
    playBed(0);
    discardFollowing();
    current?.reader.close();
    seam?.deck.reader.close();
    current = undefined;
    seam = undefined;
    announced = undefined;
    failures = 0;
    retryAt = 0;
  }

  function restart(): void {
    clear();
    progress = initialProgress;
    plays = [];
    current = openNext();
  }

  function begin(wanted: StationDesired['autodj']): void {
    const from = options.position;
    if (!from || from.generation !== wanted.generation) {
      current = openNext();
      return;
    }
    const { list, why, plays: savedPlays } = from.progress ?? { list: 'playlist', why: '', plays: '' };
    progress = selector.adjust(readProgress(from, from.progress));
    plays = readPlays(savedPlays, savedPlays === '' ? [] : selector.all());
    const item = selector.find(list, from.track);
    const defaultReason = wanted.shuffle ? 'shuffle' : 'order';
    current = item ? open({ item, list, why: why || defaultReason, after: progress }, from.offset) : openNext();
  }

  function apply(wanted: StationDesired['autodj']): void {
    selector.set(wanted);
    listed = wanted;
    const before = generation;
    generation = wanted.generation;
    retryAt = 0;
    upcoming = undefined;
    if (before === undefined) return begin(wanted);
    if (wanted.generation > before) return restart();
    discardFollowing();
    progress = selector.adjust(progress);
    if (announced) shownItem = selector.find(announced.list, announced.item.key) ?? announced.item;
    current ??= openNext();
  }

  function upcomingTracks(): AutoDjItem[] {
    const planned = seam && seam.deck !== announced ? seam.deck : following;
    const isOpening = current !== undefined && current !== announced;
    const from = { progress, plays, at: clock.now() + left() };
    const upcomingItems = predictTracks(selector, from, planned, isOpening ? shownNext - 1 : shownNext);
    return isOpening ? [current!.item, ...upcomingItems] : upcomingItems;
  }

  return {
    apply,
    pull,
    playBed,
    restart,
    close: clear,
    get status() {
      if (seam || (!bed && current && current.reader.ready > 0)) return 'ready';
      return bed || current || following ? 'reading' : 'empty';
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
      const { item, reader, after } = current;
      const { index, round } = after.playlist;
      const position = { generation, track: item.key, index, round, offset: reader.offset };
      const isPlain = !selector.hasRules && current.list === 'playlist';
      return isPlain ? position : { ...position, progress: saveProgress(current, plays) };
    },
  };
}
