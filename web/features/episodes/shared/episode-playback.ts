import { useSyncExternalStore } from 'react';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { episodes } from '#contract/api/episodes.ts';
import { player } from '#web/features/player/shared/player.ts';
import { toastFailure } from '#web/lib/toasts.tsx';
import { call } from '#web/lib/call.ts';

type SoundState = {
  key: EpisodeKey | undefined;
  status: 'stopped' | 'loading' | 'playing' | 'paused';
  at: number;
};

/** Plays one episode at a time from its signed URL, after stopping the page's station player. */
const createSound = (
  makeAudio: () => HTMLAudioElement,
  previewUrlOf: (podcastKey: PodcastKey, key: EpisodeKey) => Promise<string>,
  onFailure: (cause: unknown) => void,
) => {
  let state: SoundState = { key: undefined, status: 'stopped', at: 0 };
  let audio: HTMLAudioElement | undefined;
  const listeners = new Set<() => void>();
  const update = (change: Partial<SoundState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const stop = (): void => {
    audio?.pause();
    if (state.key !== undefined) update({ key: undefined, status: 'stopped', at: 0 });
  };
  const prepare = (): HTMLAudioElement => {
    const element = makeAudio();
    element.addEventListener('ended', stop);
    element.addEventListener('playing', () => state.key !== undefined && update({ status: 'playing' }));
    element.addEventListener('timeupdate', () => state.key !== undefined && update({ at: element.currentTime }));
    return element;
  };
  /** Plays from a position; a loaded episode only seeks. */
  const play = async (podcastKey: PodcastKey, key: EpisodeKey, from?: number): Promise<void> => {
    player.stop();
    audio ??= prepare();
    const isSame = state.key === key;
    const at = from ?? (isSame ? state.at : 0);
    update({ key, status: 'loading', at });
    try {
      if (!isSame) {
        audio.pause();
        const url = await previewUrlOf(podcastKey, key);
        if (state.key !== key) return;
        audio.src = url;
      }
      if (!isSame || from !== undefined) audio.currentTime = at;
      await audio.play();
    } catch (cause) {
      if (state.key !== key) return;
      stop();
      onFailure(cause);
    }
  };
  return {
    state: () => state,
    subscribe: (listener: () => void) => (listeners.add(listener), () => void listeners.delete(listener)),
    play,
    stop,
    pause: (): void => {
      audio?.pause();
      update({ status: 'paused' });
    },
    /** Seeks in the current episode, or starts playing another one from there. */
    seek: (podcastKey: PodcastKey, key: EpisodeKey, to: number): void => {
      if (state.key === key && audio) {
        audio.currentTime = to;
        update({ at: to });
      } else void play(podcastKey, key, to);
    },
  };
};

const previewUrlOf = async (podcastKey: PodcastKey, episodeKey: EpisodeKey): Promise<string> => {
  const { delivered, original } = await call(episodes.preview, { params: { podcastKey, episodeKey } });
  return delivered ?? original ?? '';
};

/** The episode player of the page. */
export const episodePlayback = createSound(() => new Audio(), previewUrlOf, toastFailure);

/** The playback state of an episode; stopped while another one plays. */
export const useEpisodePlayback = (key: EpisodeKey): SoundState => {
  const state = useSyncExternalStore(episodePlayback.subscribe, episodePlayback.state);
  return state.key === key ? state : stopped;
};

const stopped: SoundState = { key: undefined, status: 'stopped', at: 0 };
