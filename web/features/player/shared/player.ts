import { useSyncExternalStore } from 'react';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Via } from '#player/radio/connection.ts';
import type { Radio, RadioState } from '#player/radio/radio.ts';
import type { RemoteState } from '#player/radio/remote.ts';
import { loadChunk } from '#web/lib/chunks.ts';

export type PlayerStation = {
  key: StationKey;
  account_key: AccountKey;
  name: string;
  mount: string;
  logo: string | null;
  url: string;
  /** The milliseconds of audio that a new listener gets at once. */
  burstMs: number;
  /** The HLS URL; null without HLS. */
  hls: string | null;
};
export type { RadioStatus as PlayerStatus } from '#player/radio/radio.ts';
export type PlayerState = RadioState & {
  station: PlayerStation | undefined;
  /** Whether it can play on another device. */
  remote: RemoteState;
};

/** The page's only player; it outlives screens. Its code is loaded when it is first used. */
const createPlayer = () => {
  let state: PlayerState = { station: undefined, status: 'stopped', via: 'stream', reason: '', remote: 'absent' };
  let radio: Radio | undefined;
  let elements: HTMLAudioElement[] = [];
  let volume = 1;
  const listeners = new Set<() => void>();
  const update = (change: Partial<PlayerState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const load = async (): Promise<Radio> => {
    const { createRadio, attachHls, fetchRefusal } = await loadChunk(() => import('#player/radio/parts.ts'));
    const makeAudio = (): HTMLAudioElement => elements.pop() ?? new Audio();
    const remoteChanged = (remote: RemoteState): void => update({ remote });
    return (radio ??= createRadio({ makeAudio, attachHls, why: fetchRefusal, changed: update, remoteChanged }));
  };
  const stop = (): void => {
    update({ status: 'stopped' });
    radio?.stop();
  };
  const play = (station: PlayerStation, to: number): void => {
    volume = to;
    update({ station, status: 'connecting', via: 'stream', reason: '' });
    // Safari allows sound only to elements that were used in the click itself.
    if (!radio && elements.length === 0) elements = [new Audio(), new Audio()];
    for (const element of elements) element.load();
    load().then(
      (loaded) => {
        if (state.station !== station || state.status !== 'connecting') return;
        loaded.setVolume(volume);
        loaded.play(station);
      },
      () => update({ status: 'stopped', reason: 'The player could not be loaded. Check your connection.' }),
    );
  };
  return {
    play,
    /** Plays the station again that was stopped. */
    resume: (): void => {
      if (state.station) play(state.station, volume);
    },
    /** Plays the same station with another protocol. */
    playBy: (via: Via): void => radio?.playBy(via),
    /** Lets the user choose a device to play on, or leave it. */
    chooseDevice: (): void => radio?.chooseDevice(),
    stop,
    close: (): void => {
      stop();
      update({ station: undefined });
    },
    setVolume: (to: number): void => {
      volume = to;
      radio?.setVolume(to);
    },
    /** When the sound that the station sends now will be heard: ms from now. */
    heardInMs: (): number => radio?.heardInMs(state.station?.burstMs ?? 0) ?? 0,
    state: () => state,
    subscribe: (listener: () => void) => (listeners.add(listener), () => void listeners.delete(listener)),
  };
};

/** The page's player. */
export const player = createPlayer();

/** The state of the page's player. */
export const usePlayer = (): PlayerState => useSyncExternalStore(player.subscribe, player.state);
