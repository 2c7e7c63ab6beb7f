import type { TrackKey } from '#contract/keys.ts';
import { player } from '#web/features/player/shared/player.ts';

export type PreviewState = { key: TrackKey | undefined; isLoading: boolean };

/** Plays one track of the library at a time, by a link signed for it; the page's radio is stopped first. */
export const createPreview = (
  makeAudio: () => HTMLAudioElement,
  urlOf: (key: TrackKey) => Promise<string>,
  onFailure: (thrown: unknown) => void,
) => {
  let state: PreviewState = { key: undefined, isLoading: false };
  let audio: HTMLAudioElement | undefined;
  const told = new Set<() => void>();
  const become = (to: PreviewState): void => {
    state = to;
    for (const listener of told) listener();
  };
  const stop = (): void => {
    audio?.pause();
    become({ key: undefined, isLoading: false });
  };
  const prepare = (): HTMLAudioElement => {
    const made = makeAudio();
    made.addEventListener('ended', stop);
    made.addEventListener('playing', () => become({ ...state, isLoading: false }));
    return made;
  };
  return {
    state: () => state,
    subscribe: (listener: () => void) => (told.add(listener), () => void told.delete(listener)),
    stop,
    play: async (key: TrackKey): Promise<void> => {
      player.stop();
      audio ??= prepare();
      become({ key, isLoading: true });
      try {
        const url = await urlOf(key);
        if (state.key !== key) return;
        audio.src = url;
        await audio.play();
      } catch (thrown) {
        if (state.key !== key) return;
        stop();
        onFailure(thrown);
      }
    },
  };
};
