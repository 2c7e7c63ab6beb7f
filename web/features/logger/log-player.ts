import type { StationKey } from '#contract/keys.ts';
import type { LogDay } from '#contract/logger.ts';
import { player } from '#web/features/player/shared/player.ts';
import { playableTo, wallAt } from './log-time.ts';

export type LogPlayerState = { status: 'stopped' | 'loading' | 'playing' | 'paused'; at: number };
type Link = { url: string; from: number };
type Pieces = LogDay['pieces'];

/** Plays what was recorded from a moment on, by links signed for it; the page's radio is stopped first. */
export const createLogPlayer = (
  makeAudio: () => HTMLAudioElement,
  linkTo: (key: StationKey, from: number, to: number) => Promise<Link>,
  onFailure: (thrown: unknown) => void,
) => {
  let state: LogPlayerState = { status: 'stopped', at: 0 };
  let audio: HTMLAudioElement | undefined;
  let from = 0;
  let pieces: Pieces = [];
  let asked = 0;
  const told = new Set<() => void>();
  const become = (change: Partial<LogPlayerState>): void => {
    state = { ...state, ...change };
    for (const listener of told) listener();
  };
  const isOn = (): boolean => state.status === 'playing' || state.status === 'loading';
  const prepare = (): HTMLAudioElement => {
    const made = makeAudio();
    made.addEventListener('playing', () => isOn() && become({ status: 'playing' }));
    made.addEventListener('timeupdate', () => {
      if (state.status === 'playing') become({ at: wallAt(pieces, from, made.currentTime) });
    });
    made.addEventListener('ended', () => become({ status: 'stopped' }));
    return made;
  };

  const stop = (): void => {
    asked += 1;
    audio?.pause();
    become({ status: 'stopped' });
  };
  const play = async (key: StationKey, day: Pieces, at: number): Promise<void> => {
    const to = playableTo(day, at);
    if (to === undefined) return become({ at });
    player.stop();
    asked += 1;
    const mine = asked;
    audio ??= prepare();
    audio.pause();
    become({ status: 'loading', at });
    try {
      const link = await linkTo(key, Math.round(at), to);
      if (mine !== asked) return;
      pieces = day;
      from = link.from;
      audio.src = link.url;
      await audio.play();
    } catch (thrown) {
      if (mine !== asked) return;
      stop();
      onFailure(thrown);
    }
  };
  return {
    state: () => state,
    subscribe: (listener: () => void) => (told.add(listener), () => void told.delete(listener)),
    play,
    stop,
    pause: () => {
      audio?.pause();
      become({ status: 'paused' });
    },
    resume: () => {
      player.stop();
      become({ status: 'loading' });
      audio?.play().catch(onFailure);
    },
    /** The moment that is looked at, while nothing plays. */
    look: (at: number) => become({ status: 'stopped', at }),
    /** The page is left: another one begins anew. */
    leave: () => {
      stop();
      become({ at: 0 });
    },
  };
};
