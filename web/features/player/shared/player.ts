import { useSyncExternalStore } from 'react';
import type { AccountKey, StationKey } from '#contract/keys.ts';

export type PlayerStation = { key: StationKey; account_key: AccountKey; name: string; url: string };
export type PlayerStatus = 'stopped' | 'connecting' | 'playing' | 'waiting';
export type PlayerState = { station: PlayerStation | undefined; status: PlayerStatus };

const stalledMs = 8_000;
const longestWaitMs = 15_000;

/**
 * The page's one radio: plays a station's stream in an audio element that outlives screens. A stream that ends, fails or
 * stands still is opened anew, later each time, for as long as the person wants to listen.
 */
export const createPlayer = (makeAudio: () => HTMLAudioElement) => {
  let state: PlayerState = { station: undefined, status: 'stopped' };
  let audio: HTMLAudioElement | undefined;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let watch: ReturnType<typeof setInterval> | undefined;
  let last = { position: -1, at: 0 };
  const told = new Set<() => void>();

  const become = (change: Partial<PlayerState>): void => {
    state = { ...state, ...change };
    for (const listener of told) listener();
  };
  const isWanted = (): boolean => state.status !== 'stopped';

  const open = (): void => {
    if (!state.station || !audio) return;
    clearTimeout(retry);
    retry = undefined;
    last = { position: -1, at: Date.now() };
    // Without it a browser may go on with what it has buffered, minutes late.
    audio.src = `${state.station.url}?_=${Date.now().toString(36)}`;
    audio.play().catch((why: unknown) => {
      if (why instanceof DOMException && why.name === 'NotAllowedError') stop();
    });
  };
  const again = (): void => {
    if (!isWanted() || retry !== undefined) return;
    become({ status: 'waiting' });
    failures += 1;
    retry = setTimeout(open, Math.min(longestWaitMs, 400 * 2 ** failures));
  };
  const check = (): void => {
    if (!audio || !isWanted() || retry !== undefined) return;
    if (audio.currentTime !== last.position) last = { position: audio.currentTime, at: Date.now() };
    else if (Date.now() - last.at > stalledMs) again();
  };

  const prepare = (): HTMLAudioElement => {
    const made = makeAudio();
    made.preload = 'none';
    made.addEventListener('playing', () => {
      failures = 0;
      if (isWanted()) become({ status: 'playing' });
    });
    made.addEventListener('ended', again);
    made.addEventListener('error', () => made.getAttribute('src') !== null && again());
    watch = setInterval(check, 1000);
    return made;
  };
  const stop = (): void => {
    clearTimeout(retry);
    retry = undefined;
    become({ status: 'stopped' });
    audio?.pause();
    // Only without a source does the browser let the connection go.
    audio?.removeAttribute('src');
    audio?.load();
  };

  return {
    play: (station: PlayerStation, volume: number): void => {
      audio ??= prepare();
      audio.volume = volume;
      failures = 0;
      become({ station, status: 'connecting' });
      open();
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

/** The radio of this page. */
export const player = createPlayer(() => new Audio());

/** What the page's radio is doing. */
export const usePlayer = (): PlayerState => useSyncExternalStore(player.subscribe, player.state);
