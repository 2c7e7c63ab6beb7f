import { useSyncExternalStore } from 'react';
import type { EpisodeKey, PodcastKey } from '#contract/keys.ts';
import { episodes } from '#contract/episodes.ts';
import { player } from '#web/features/player/shared/player.ts';
import { announceFailure } from '#web/lib/announce.tsx';
import { call } from '#web/lib/call.ts';

type SoundState = {
  key: EpisodeKey | undefined;
  status: 'stopped' | 'loading' | 'playing' | 'paused';
  at: number;
};

/** Plays one episode at a time, by an address signed for it; the page's radio is stopped first. */
const createSound = (
  makeAudio: () => HTMLAudioElement,
  addressOf: (podcastKey: PodcastKey, key: EpisodeKey) => Promise<string>,
  onFailure: (thrown: unknown) => void,
) => {
  let state: SoundState = { key: undefined, status: 'stopped', at: 0 };
  let audio: HTMLAudioElement | undefined;
  const told = new Set<() => void>();
  const become = (change: Partial<SoundState>): void => {
    state = { ...state, ...change };
    for (const listener of told) listener();
  };
  const stop = (): void => {
    audio?.pause();
    if (state.key !== undefined) become({ key: undefined, status: 'stopped', at: 0 });
  };
  const prepare = (): HTMLAudioElement => {
    const made = makeAudio();
    made.addEventListener('ended', stop);
    made.addEventListener('playing', () => state.key !== undefined && become({ status: 'playing' }));
    made.addEventListener('timeupdate', () => state.key !== undefined && become({ at: made.currentTime }));
    return made;
  };
  /** Plays from a time on; what is at hand already only moves there. */
  const play = async (podcastKey: PodcastKey, key: EpisodeKey, from?: number): Promise<void> => {
    player.stop();
    audio ??= prepare();
    const isSame = state.key === key;
    const at = from ?? (isSame ? state.at : 0);
    become({ key, status: 'loading', at });
    try {
      if (!isSame) {
        audio.pause();
        const url = await addressOf(podcastKey, key);
        if (state.key !== key) return;
        audio.src = url;
      }
      if (!isSame || from !== undefined) audio.currentTime = at;
      await audio.play();
    } catch (thrown) {
      if (state.key !== key) return;
      stop();
      onFailure(thrown);
    }
  };
  return {
    state: () => state,
    subscribe: (listener: () => void) => (told.add(listener), () => void told.delete(listener)),
    play,
    stop,
    pause: (): void => {
      audio?.pause();
      become({ status: 'paused' });
    },
    /** Moves without playing where nothing plays. */
    seek: (podcastKey: PodcastKey, key: EpisodeKey, to: number): void => {
      if (state.key === key && audio) {
        audio.currentTime = to;
        become({ at: to });
      } else void play(podcastKey, key, to);
    },
  };
};

const addressOf = async (podcastKey: PodcastKey, episodeKey: EpisodeKey): Promise<string> => {
  const { delivered, original } = await call(episodes.preview, { params: { podcastKey, episodeKey } });
  return delivered ?? original ?? '';
};

/** The episode that is heard in the page. */
export const sound = createSound(() => new Audio(), addressOf, announceFailure);

/** What is heard of an episode; nothing of it while another one plays. */
export const useSound = (key: EpisodeKey): SoundState => {
  const state = useSyncExternalStore(sound.subscribe, sound.state);
  return state.key === key ? state : silence;
};

const silence: SoundState = { key: undefined, status: 'stopped', at: 0 };
