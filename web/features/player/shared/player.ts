import { useSyncExternalStore } from 'react';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { askWhySilent, type WhySilent } from './why-silent.ts';

export type PlayerStation = {
  key: StationKey;
  account_key: AccountKey;
  name: string;
  mount: string;
  logo: string | null;
  url: string;
  /** Where it is heard by HLS; null where it isn't. */
  hls: string | null;
};
export type PlayerStatus = 'stopped' | 'connecting' | 'playing' | 'waiting' | 'refused';
export type PlayerState = {
  station: PlayerStation | undefined;
  status: PlayerStatus;
  /** How it is heard, or tried. */
  via: 'stream' | 'hls';
  /** Why it isn't heard, in words for a person; '' where that isn't known. */
  reason: string;
};

/** Puts a source into the audio element; what is given back takes it out. */
type Attach = (audio: HTMLAudioElement, url: string, failed: () => void) => Promise<() => void>;
type Needs = {
  makeAudio: () => HTMLAudioElement;
  attachHls: Attach;
  why: (url: string, signal: AbortSignal) => Promise<WhySilent | undefined>;
};

const stalledMs = 8000;
/** Pieces of HLS come late, so a longer silence is normal at first. */
const stalledHlsMs = 20_000;
const longestWaitMs = 15_000;
/** One way is tried so often before the other. */
const triesPerWay = 2;

/**
 * The page's one radio: plays a station's stream in an audio element that outlives screens. A stream that ends, fails or
 * stands still is opened anew, later each time, for as long as the person wants to listen; after two failures by HLS
 * where the station has it, and back. Who is refused is told why, and isn't tried again.
 */
export const createPlayer = ({ makeAudio, attachHls, why }: Needs) => {
  let state: PlayerState = { station: undefined, status: 'stopped', via: 'stream', reason: '' };
  let audio: HTMLAudioElement | undefined;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let watch: ReturnType<typeof setInterval> | undefined;
  let last = { position: -1, at: 0 };
  let detach = (): void => {};
  let asking = new AbortController();
  /** Raised by every opening, so that what comes late from an earlier one is passed over. */
  let opening = 0;
  const told = new Set<() => void>();

  const become = (change: Partial<PlayerState>): void => {
    state = { ...state, ...change };
    for (const listener of told) listener();
  };
  const isWanted = (): boolean => state.status !== 'stopped' && state.status !== 'refused';

  const start = (element: HTMLAudioElement): void => {
    element.play().catch((thrown: unknown) => {
      if (thrown instanceof DOMException && thrown.name === 'NotAllowedError') stop();
    });
  };
  const open = (): void => {
    const { station, via } = state;
    if (!station || !audio) return;
    const [element, number] = [audio, ++opening];
    clearTimeout(retry);
    retry = undefined;
    detach();
    detach = () => {};
    last = { position: -1, at: Date.now() };
    if (via === 'stream' || station.hls === null) {
      // Without it a browser may go on with what it has buffered, minutes late.
      element.src = `${station.url}?_=${Date.now().toString(36)}`;
      return start(element);
    }
    void attachHls(element, station.hls, again).then(
      (undo) => {
        if (number !== opening || !isWanted()) return undo();
        detach = undo;
        start(element);
      },
      () => number === opening && again(),
    );
  };
  const again = (): void => {
    if (!isWanted() || retry !== undefined) return;
    failures += 1;
    const isTurn = typeof state.station?.hls === 'string' && failures % triesPerWay === 0;
    become({ status: 'waiting', ...(isTurn && { via: state.via === 'hls' ? 'stream' : 'hls' }) });
    retry = setTimeout(open, Math.min(longestWaitMs, 400 * 2 ** Math.min(failures, 8)));
    void explain();
  };
  const explain = async (): Promise<void> => {
    const { station } = state;
    if (!station) return;
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    const found = await why(station.url, signal);
    if (signal.aborted || state.status !== 'waiting') return;
    if (found?.isFinal === true) release('refused', found.reason);
    else become({ reason: found?.reason ?? '' });
  };
  const check = (): void => {
    if (!audio || !isWanted() || retry !== undefined) return;
    const patience = state.via === 'hls' ? stalledHlsMs : stalledMs;
    if (audio.currentTime !== last.position) last = { position: audio.currentTime, at: Date.now() };
    else if (Date.now() - last.at > patience) again();
  };

  const prepare = (): HTMLAudioElement => {
    const made = makeAudio();
    made.preload = 'none';
    made.addEventListener('playing', () => {
      failures = 0;
      asking.abort();
      if (isWanted()) become({ status: 'playing', reason: '' });
    });
    made.addEventListener('ended', again);
    made.addEventListener('error', () => made.getAttribute('src') !== null && again());
    watch = setInterval(check, 1000);
    return made;
  };
  const release = (status: 'stopped' | 'refused', reason: string): void => {
    opening += 1;
    clearTimeout(retry);
    retry = undefined;
    asking.abort();
    become({ status, reason });
    detach();
    detach = () => {};
    audio?.pause();
    // Only without a source does the browser let the connection go.
    audio?.removeAttribute('src');
    audio?.load();
  };
  const stop = (): void => release('stopped', '');
  const begin = (station: PlayerStation, via: PlayerState['via']): void => {
    failures = 0;
    become({ station, status: 'connecting', via, reason: '' });
    open();
  };

  return {
    play: (station: PlayerStation, volume: number): void => {
      audio ??= prepare();
      audio.volume = volume;
      begin(station, 'stream');
    },
    /** Plays the same station the other way. */
    playBy: (via: PlayerState['via']): void => {
      if (state.station && isWanted()) begin(state.station, via);
    },
    stop,
    close: (): void => {
      stop();
      become({ station: undefined });
    },
    setVolume: (volume: number): void => {
      if (audio) audio.volume = volume;
    },
    state: () => state,
    subscribe: (listener: () => void) => (told.add(listener), () => void told.delete(listener)),
    dispose: (): void => {
      stop();
      clearInterval(watch);
    },
  };
};

/** What is loaded only once HLS is played, in browsers that need it. */
const loadHls: Attach = async (audio, url, failed) => {
  const { attachHls, canAttach } = await loadChunk(() => import('./hls-player.ts'));
  if (canAttach()) return attachHls(audio, url, failed);
  audio.src = url;
  return () => {};
};

/** The radio of this page. */
export const player = createPlayer({ makeAudio: () => new Audio(), attachHls: loadHls, why: askWhySilent });

/** What the page's radio is doing. */
export const usePlayer = (): PlayerState => useSyncExternalStore(player.subscribe, player.state);
