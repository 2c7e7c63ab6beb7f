import { useSyncExternalStore } from 'react';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { fetchSilenceReason, type SilenceReason } from './silence-reason.ts';

export type PlayerStation = {
  key: StationKey;
  account_key: AccountKey;
  name: string;
  mount: string;
  logo: string | null;
  url: string;
  /** The HLS URL; null without HLS. */
  hls: string | null;
};
export type PlayerStatus = 'stopped' | 'connecting' | 'playing' | 'waiting' | 'refused';
export type PlayerState = {
  station: PlayerStation | undefined;
  status: PlayerStatus;
  /** The protocol in use. */
  via: 'stream' | 'hls';
  /** Why it does not play, for the user; '' if unknown. */
  reason: string;
};

/** Attaches a source to the audio element; resolves to a function that detaches it. */
type Attach = (audio: HTMLAudioElement, url: string, onFailure: () => void) => Promise<() => void>;
type Needs = {
  makeAudio: () => HTMLAudioElement;
  attachHls: Attach;
  why: (url: string, signal: AbortSignal) => Promise<SilenceReason | undefined>;
};

const stalledMs = 8000;
/** HLS segments take longer to arrive, so a longer silence is normal at the start. */
const stalledHlsMs = 20_000;
const longestWaitMs = 15_000;
/** Attempts with one protocol before switching to the other. */
const triesPerWay = 2;

/**
 * The page's only player: plays a station's stream in an audio element that outlives screens. It reconnects a stream
 * that ends, fails or stalls, with growing delays, until the user stops it. After two failures it switches to HLS if
 * the station has it, and back. If the server refuses the listener, it shows the reason and stops retrying.
 */
export const createPlayer = ({ makeAudio, attachHls, why }: Needs) => {
  let state: PlayerState = { station: undefined, status: 'stopped', via: 'stream', reason: '' };
  let audio: HTMLAudioElement | undefined;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let watch: ReturnType<typeof setInterval> | undefined;
  let last = { position: -1, at: 0 };
  let detach = (): void => {};
  let reasonRequest = new AbortController();
  /** Counts openings, so that late results of an earlier one are ignored. */
  let openCount = 0;
  const listeners = new Set<() => void>();

  const update = (change: Partial<PlayerState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
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
    const [element, number] = [audio, ++openCount];
    clearTimeout(retry);
    retry = undefined;
    detach();
    detach = () => {};
    last = { position: -1, at: Date.now() };
    if (via === 'stream' || station.hls === null) {
      // Without the parameter a browser may resume from its buffer, minutes late.
      element.src = `${station.url}?_=${Date.now().toString(36)}`;
      return start(element);
    }
    void attachHls(element, station.hls, again).then(
      (undo) => {
        if (number !== openCount || !isWanted()) return undo();
        detach = undo;
        start(element);
      },
      () => number === openCount && again(),
    );
  };
  const again = (): void => {
    if (!isWanted() || retry !== undefined) return;
    failures += 1;
    const switchesWay = typeof state.station?.hls === 'string' && failures % triesPerWay === 0;
    update({ status: 'waiting', ...(switchesWay && { via: state.via === 'hls' ? 'stream' : 'hls' }) });
    retry = setTimeout(open, Math.min(longestWaitMs, 400 * 2 ** Math.min(failures, 8)));
    void explain();
  };
  const explain = async (): Promise<void> => {
    const { station } = state;
    if (!station) return;
    reasonRequest.abort();
    reasonRequest = new AbortController();
    const { signal } = reasonRequest;
    const silence = await why(station.url, signal);
    if (signal.aborted || state.status !== 'waiting') return;
    if (silence?.isFinal === true) release('refused', silence.reason);
    else update({ reason: silence?.reason ?? '' });
  };
  const check = (): void => {
    if (!audio || !isWanted() || retry !== undefined) return;
    const patience = state.via === 'hls' ? stalledHlsMs : stalledMs;
    if (audio.currentTime !== last.position) last = { position: audio.currentTime, at: Date.now() };
    else if (Date.now() - last.at > patience) again();
  };

  const prepare = (): HTMLAudioElement => {
    const element = makeAudio();
    element.preload = 'none';
    element.addEventListener('playing', () => {
      failures = 0;
      reasonRequest.abort();
      if (isWanted()) update({ status: 'playing', reason: '' });
    });
    element.addEventListener('ended', again);
    element.addEventListener('error', () => element.getAttribute('src') !== null && again());
    watch = setInterval(check, 1000);
    return element;
  };
  const release = (status: 'stopped' | 'refused', reason: string): void => {
    openCount += 1;
    clearTimeout(retry);
    retry = undefined;
    reasonRequest.abort();
    update({ status, reason });
    detach();
    detach = () => {};
    audio?.pause();
    // The browser only closes the connection once the source is removed.
    audio?.removeAttribute('src');
    audio?.load();
  };
  const stop = (): void => release('stopped', '');
  const begin = (station: PlayerStation, via: PlayerState['via']): void => {
    failures = 0;
    update({ station, status: 'connecting', via, reason: '' });
    open();
  };

  return {
    play: (station: PlayerStation, volume: number): void => {
      audio ??= prepare();
      audio.volume = volume;
      begin(station, 'stream');
    },
    /** Plays the same station with another protocol. */
    playBy: (via: PlayerState['via']): void => {
      if (state.station && isWanted()) begin(state.station, via);
    },
    stop,
    close: (): void => {
      stop();
      update({ station: undefined });
    },
    setVolume: (volume: number): void => {
      if (audio) audio.volume = volume;
    },
    state: () => state,
    subscribe: (listener: () => void) => (listeners.add(listener), () => void listeners.delete(listener)),
    dispose: (): void => {
      stop();
      clearInterval(watch);
    },
  };
};

/** Loads the HLS code on demand, in browsers that need it. */
const loadHls: Attach = async (audio, url, onFailure) => {
  const { attachHls, canAttach } = await loadChunk(() => import('./hls-player.ts'));
  if (canAttach()) return attachHls(audio, url, onFailure);
  audio.src = url;
  return () => {};
};

/** The page's player. */
export const player = createPlayer({ makeAudio: () => new Audio(), attachHls: loadHls, why: fetchSilenceReason });

/** The state of the page's player. */
export const usePlayer = (): PlayerState => useSyncExternalStore(player.subscribe, player.state);
