import { byId } from './dom.ts';
import type { Shown } from './face.ts';

/** The volume of a player, by its slider and its button; `changed`: it applies what is shown. */
export const createVolume = (shown: Pick<Shown, 'volume' | 'isMuted'>, changed: () => void) => {
  const mute = (isMuted: boolean): void => {
    shown.isMuted = isMuted;
    changed();
  };
  const set = (to: number): void => {
    shown.volume = Math.min(100, Math.max(0, Math.round(to)));
    mute(false);
  };
  const toggle = (): void => mute(!shown.isMuted);
  byId('mute').addEventListener('click', toggle);
  byId<HTMLInputElement>('volume').addEventListener('input', ({ target }) =>
    set(Number((target as HTMLInputElement).value)),
  );
  return { set, mute, toggle, louder: (by: number): void => set(shown.volume + by) };
};
