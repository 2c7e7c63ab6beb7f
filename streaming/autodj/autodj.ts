import { resolve, sep } from 'node:path';
import type { AutoDjItem, StationDesired, StreamFormat } from '#contract/engine.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import type { Clock, Position } from '#streaming/station/air.ts';
import { createPlaylist, type PlaylistPlace } from './playlist.ts';
import { openTrack, type TrackReader } from './track-reader.ts';

export type AutoDjOptions = {
  station: string;
  mediaDir: string;
  format: StreamFormat;
  clock: Clock;
  position: Position | undefined;
  /** A track's first frame was taken. */
  started(item: AutoDjItem): void;
  /** A track could not be read and is left out this time. */
  skipped(item: AutoDjItem, reason: string): void;
};

export type AutoDj = {
  apply(autodj: StationDesired['autodj']): void;
  pull(): Frame | undefined;
  /** `ready`: has sound; `reading`: will have it in a moment; `empty`: has nothing to play for now. */
  readonly status: 'ready' | 'reading' | 'empty';
  /** What the last frame belonged to. */
  readonly track: AutoDjItem | undefined;
  readonly position: Position | undefined;
  /** Begins anew from the first track. */
  restart(): void;
  close(): void;
};

type Deck = { reader: TrackReader; place: PlaylistPlace };

const firstBackoffMs = 5000;
const longestBackoffMs = 60_000;

/** Plays a list of prepared files for ever: the next file is opened before the last has ended, one that can't be read is skipped, a list of only such files is tried again ever more rarely. */
export function createAutoDj(options: AutoDjOptions): AutoDj {
  const playlist = createPlaylist(options.station);
  let items: AutoDjItem[] = [];
  let generation: number | undefined;
  let current: Deck | undefined;
  let following: Deck | undefined;
  let announced: Deck | undefined;
  let failures = 0;
  let backoff = firstBackoffMs;
  let retryAt = 0;

  function openDeck(item: AutoDjItem | undefined, offset: number): Deck | undefined {
    const place = playlist.place();
    if (!item || !place) return undefined;
    const path = pathBelow(options.mediaDir, item.path);
    return { place, reader: openTrack(item, path, options.format, offset, settle) };
  }

  function openNext(): Deck | undefined {
    if (failures >= Math.max(playlist.length, 1)) {
      failures = 0;
      retryAt = options.clock.now() + backoff;
      backoff = Math.min(backoff * 2, longestBackoffMs);
    }
    if (options.clock.now() < retryAt) return undefined;
    return openDeck(playlist.next(), 0);
  }

  /** A file turned out bad or was read to its end: go on to the next at once, not when its turn comes. */
  function settle(): void {
    if (following && dropBad(following)) following = undefined;
    if (current && dropBad(current)) advance();
    if (current?.reader.drained && !following) following = openNext();
  }

  function dropBad(deck: Deck): boolean {
    const { failure, ready, status, item } = deck.reader;
    if (!failure || ready > 0 || status === 'reading') return false;
    failures++;
    options.skipped(item, failure);
    return true;
  }

  function advance(): void {
    current = following ?? openNext();
    following = undefined;
  }

  function pull(): Frame | undefined {
    if (current?.reader.status === 'done') advance();
    current ??= openNext();
    const frame = current?.reader.pull();
    if (!frame || !current) return undefined;
    if (announced !== current) {
      announced = current;
      failures = 0;
      backoff = firstBackoffMs;
      options.started(current.reader.item);
    }
    if (current.reader.drained && !following) following = openNext();
    return frame;
  }

  function clear(): void {
    current?.reader.close();
    following?.reader.close();
    current = undefined;
    following = undefined;
    announced = undefined;
    failures = 0;
    retryAt = 0;
  }

  function restart(): void {
    clear();
    playlist.rewind();
    current = openNext();
  }

  function begin(wanted: StationDesired['autodj']): void {
    const from = options.position;
    const isSame = from && from.generation === wanted.generation;
    const item = isSame ? playlist.resume(from) : undefined;
    current = item ? openDeck(item, from!.offset) : openNext();
  }

  function apply(wanted: StationDesired['autodj']): void {
    items = wanted.items;
    playlist.set(wanted.items, wanted.shuffle);
    const before = generation;
    generation = wanted.generation;
    retryAt = 0;
    if (before === undefined) return begin(wanted);
    if (wanted.generation > before) return restart();
    following?.reader.close();
    following = undefined;
    if (current) playlist.resume(current.place);
    else current = openNext();
  }

  return {
    apply,
    pull,
    restart,
    close: clear,
    get status() {
      if (current && current.reader.ready > 0) return 'ready';
      return current || following ? 'reading' : 'empty';
    },
    get track() {
      const item = announced?.reader.item;
      return item && (items.find(({ key }) => key === item.key) ?? item);
    },
    get position() {
      if (!current || generation === undefined) return undefined;
      return { generation, ...current.place, offset: current.reader.offset };
    },
  };
}

/** A path that leads out of the folder names nothing. */
function pathBelow(folder: string, path: string): string {
  const root = resolve(folder) + sep;
  const full = resolve(root, path);
  return full.startsWith(root) ? full : root;
}
