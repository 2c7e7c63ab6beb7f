import { byId } from './dom.ts';
import { listenToKeys, type KeyActs } from './keys.ts';
import { toVolume, type Shown } from './shown.ts';

type Volume = {
  /** 0 to 100; it is no longer muted. */
  set(to: number): void;
  mute(isMuted: boolean): void;
};

/** The volume of what is shown; `changed` gets the volume that is heard, 0 to 1. */
export const createVolume = (shown: Shown, changed: (heard: number) => void): Volume => {
  const become = (change: Pick<Shown, 'isMuted'> & Partial<Pick<Shown, 'volume'>>): void => {
    Object.assign(shown, change);
    changed(shown.isMuted ? 0 : shown.volume / 100);
  };
  return {
    set: (to) => become({ volume: toVolume(to), isMuted: false }),
    mute: (isMuted) => become({ isMuted }),
  };
};

type Acts = Pick<KeyActs, 'toggle' | 'step' | 'open' | 'close'> & {
  /** Says what plays to those who can't see it. */
  announce(): void;
};

/** The player's buttons, its volume and its keys. */
export const listenToControls = (shown: Shown, volume: Volume, { announce, ...acts }: Acts): void => {
  const mute = (): void => volume.mute(!shown.isMuted);
  byId('play').addEventListener('click', acts.toggle);
  byId('mute').addEventListener('click', mute);
  byId<HTMLInputElement>('volume').addEventListener('input', ({ target }) =>
    volume.set(Number((target as HTMLInputElement).value)),
  );
  byId('ask').addEventListener('click', announce);
  listenToKeys({ ...acts, mute, louder: (by) => volume.set(shown.volume + by) });
};
