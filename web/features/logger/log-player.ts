import type { StationKey } from '#contract/rules/keys.ts';
import type { LogDay } from '#contract/api/logger.ts';
import { player } from '#web/features/player/shared/player.ts';
import { playableUntil, wallClockAt } from './log-time.ts';

export type LogPlayerState = { status: 'stopped' | 'loading' | 'playing' | 'paused'; at: number };
type Link = { url: string; from: number };
type LogSegments = LogDay['pieces'];

/** Plays a station's recording from a moment on by signed URLs; stops the page's player first. */
export const createLogPlayer = (
  makeAudio: () => HTMLAudioElement,
  linkTo: (key: StationKey, from: number, to: number) => Promise<Link>,
  onFailure: (thrown: unknown) => void,
) => {
  let state: LogPlayerState = { status: 'stopped', at: 0 };
  let audio: HTMLAudioElement | undefined;
  let from = 0;
  let pieces: LogSegments = [];
  let latestRequest = 0;
  const listeners = new Set<() => void>();
  const update = (change: Partial<LogPlayerState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const isOn = (): boolean => state.status === 'playing' || state.status === 'loading';
  const prepare = (): HTMLAudioElement => {
    const element = makeAudio();
    element.addEventListener('playing', () => isOn() && update({ status: 'playing' }));
    element.addEventListener('timeupdate', () => {
      if (state.status === 'playing') update({ at: wallClockAt(pieces, from, element.currentTime) });
    });
    element.addEventListener('ended', () => update({ status: 'stopped' }));
    return element;
  };

  const stop = (): void => {
    latestRequest += 1;
    audio?.pause();
    update({ status: 'stopped' });
  };
  const play = async (key: StationKey, day: LogSegments, at: number): Promise<void> => {
    const to = playableUntil(day, at);
    if (to === undefined) return update({ at });
    player.stop();
    latestRequest += 1;
    const request = latestRequest;
    audio ??= prepare();
    audio.pause();
    update({ status: 'loading', at });
    try {
      const link = await linkTo(key, Math.round(at), to);
      if (request !== latestRequest) return;
      pieces = day;
      from = link.from;
      audio.src = link.url;
      await audio.play();
    } catch (thrown) {
      if (request !== latestRequest) return;
      stop();
      onFailure(thrown);
    }
  };
  return {
    state: () => state,
    subscribe: (listener: () => void) => (listeners.add(listener), () => void listeners.delete(listener)),
    play,
    stop,
    pause: () => {
      audio?.pause();
      update({ status: 'paused' });
    },
    resume: () => {
      player.stop();
      update({ status: 'loading' });
      audio?.play().catch(onFailure);
    },
    /** Moves the playhead without playing. */
    seek: (at: number) => update({ status: 'stopped', at }),
    /** Stops and resets the playhead when the page closes. */
    reset: () => {
      stop();
      update({ at: 0 });
    },
  };
};
