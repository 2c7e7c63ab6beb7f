import type { TrackKey } from '#contract/rules/keys.ts';
import { player } from '#web/features/player/shared/player.ts';

export type PreviewState = { key: TrackKey | undefined; isLoading: boolean };

/** Previews one library track at a time by its signed URL; stops the page's player first. */
export const createPreview = (
  makeAudio: () => HTMLAudioElement,
  urlOf: (key: TrackKey) => Promise<string>,
  onFailure: (thrown: unknown) => void,
) => {
  let state: PreviewState = { key: undefined, isLoading: false };
  let audio: HTMLAudioElement | undefined;
  const listeners = new Set<() => void>();
  const setState = (to: PreviewState): void => {
    state = to;
    for (const listener of listeners) listener();
  };
  const stop = (): void => {
    audio?.pause();
    setState({ key: undefined, isLoading: false });
  };
  const prepare = (): HTMLAudioElement => {
    const element = makeAudio();
    element.addEventListener('ended', stop);
    element.addEventListener('playing', () => setState({ ...state, isLoading: false }));
    return element;
  };
  return {
    state: () => state,
    subscribe: (listener: () => void) => (listeners.add(listener), () => void listeners.delete(listener)),
    stop,
    play: async (key: TrackKey): Promise<void> => {
      player.stop();
      audio ??= prepare();
      setState({ key, isLoading: true });
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
