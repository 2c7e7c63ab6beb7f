import type { AttachedHls, AttachHls } from './hls.ts';

export type RadioSource = {
  url: string;
  /** The HLS URL; null without HLS. */
  hls: string | null;
};
export type Via = 'stream' | 'hls';

/** One audio element with what it is connected to. */
export type Connection = {
  readonly audio: HTMLAudioElement;
  readonly via: Via;
  /** Connects to the source from its live edge; sound begins with `audio.play()`. */
  open(source: RadioSource, via: Via): void;
  /** Closes the connection; the element may be used again. */
  drop(): void;
  /** Seconds of sound that are buffered and not yet heard. */
  ahead(): number;
  /** Whether no sound has come for so long that none will; asked four times a second. */
  isLost(now: number): boolean;
  /** The network may be another one: a stream is lost sooner if no more sound comes, and HLS asks again at once. */
  doubt(): void;
  /** Whether sound can begin now. */
  isReady(): boolean;
  /** Whether nothing more will be heard of it: it failed, or played to its end. */
  isOver(): boolean;
  /** When it was opened, ms since the epoch. */
  openedAt(): number;
  /**
   * How old what is heard now is, ms, where a new listener gets `burstMs` at once, and the server's clock is ahead of this
   * one; undefined while unknown.
   */
  behindMs(burstMs: number, serverAheadMs: number): number | undefined;
};

/** Without new sound for longer than this, a connection is lost: HLS brings its sound in pieces of seconds. */
const silentMs: Record<Via, number> = { stream: 2000, hls: 15_000 };
/** The same in doubt: two pieces of a stream are less than this apart. */
const doubtedMs = 1000;
/** The first sound may take longer than the next. */
const openingMs = 8000;
const haveFutureData = 3;

/** A connection in an audio element; `attachHls` plays HLS where the browser can't. */
export const createConnection = (audio: HTMLAudioElement, attachHls: AttachHls): Connection => {
  let via: Via = 'stream';
  let opened = 0;
  /** When the first sound came; 0 before it. */
  let connected = 0;
  let hasFailed = false;
  /** Counts openings, so that a late failure of an earlier one is ignored. */
  let number = 0;
  let received = { end: -1, at: 0 };
  let attached: AttachedHls | undefined;
  /** Since when, ms; undefined without doubt. */
  let doubted: number | undefined;
  const hasSource = (): boolean => audio.getAttribute('src') !== null;
  const isElsewhere = (): boolean => (audio.remote as RemotePlayback | undefined)?.state === 'connected';

  audio.preload = 'auto';
  audio.addEventListener('error', () => (hasFailed ||= hasSource()));
  audio.addEventListener('loadedmetadata', () => (connected = Date.now()));

  const end = (): number => (audio.buffered.length === 0 ? -1 : audio.buffered.end(audio.buffered.length - 1));
  const drop = (): void => {
    attached?.detach();
    attached = undefined;
    audio.pause();
    // The browser closes the connection only once the source is removed.
    audio.removeAttribute('src');
    audio.load();
  };

  return {
    audio,
    get via() {
      return via;
    },
    open(source, by) {
      // A device that plays it would stop without a source: it takes the next one.
      if (!isElsewhere()) drop();
      const { hls } = source;
      via = hls === null ? 'stream' : by;
      opened = Date.now();
      const own = ++number;
      hasFailed = false;
      connected = 0;
      received = { end: -1, at: opened };
      doubted = undefined;
      if (via === 'hls' && hls !== null) attached = attachHls(audio, hls, () => (hasFailed ||= own === number));
      else {
        // Without the parameter a browser may continue from its cache, minutes late.
        audio.disableRemotePlayback = false;
        audio.src = `${source.url}${source.url.includes('?') ? '&' : '?'}_=${opened.toString(36)}`;
        audio.load();
      }
    },
    drop,
    ahead: () => Math.max(0, end() - audio.currentTime),
    isLost(now) {
      if (hasFailed || audio.ended) return true;
      const last = end();
      if (last > received.end + 0.01) [received, doubted] = [{ end: last, at: now }, undefined];
      if (doubted !== undefined && now - doubted > doubtedMs) return true;
      const patience = received.end < 0 ? Math.max(openingMs, silentMs[via]) : silentMs[via];
      return now - received.at > patience;
    },
    doubt() {
      if (via === 'hls') attached?.hurry();
      else doubted ??= Date.now();
    },
    isReady: () => !hasFailed && audio.readyState >= haveFutureData,
    isOver: () => hasFailed || audio.ended,
    openedAt: () => opened,
    behindMs(burstMs, serverAheadMs) {
      if (via === 'hls') {
        const heardAt = attached?.heardAt();
        return heardAt === undefined ? undefined : Date.now() + serverAheadMs - heardAt;
      }
      return connected === 0 ? undefined : burstMs + Date.now() - connected - audio.currentTime * 1000;
    },
  };
};
