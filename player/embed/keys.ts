export type KeyActs = {
  toggle(): void;
  mute(): void;
  louder(by: number): void;
  step(by: number): void;
  open(part: string): void;
  close(): void;
};

/** The player's keys, while the focus is in it: those of a field or a button keep their meaning there. */
export const listenToKeys = ({ toggle, mute, louder, step, open, close }: KeyActs): void => {
  const acts: Record<string, () => void> = {
    ' ': toggle,
    k: toggle,
    m: mute,
    ArrowUp: () => louder(5),
    ArrowDown: () => louder(-5),
    ArrowLeft: () => step(document.dir === 'rtl' ? 1 : -1),
    ArrowRight: () => step(document.dir === 'rtl' ? -1 : 1),
    h: () => open('history'),
    s: () => open('share'),
    Escape: close,
  };
  addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key.startsWith('Arrow') && (target instanceof HTMLInputElement || inMenu(target))) return;
    if (key === ' ' && (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement)) return;
    const act = acts[key.length === 1 ? key.toLowerCase() : key];
    if (!act) return;
    event.preventDefault();
    act();
  });
};

const inMenu = (target: EventTarget | null): boolean => target instanceof Element && target.closest('#menu') !== null;

type EpisodeActs = Pick<KeyActs, 'toggle' | 'close'> & {
  /** So many seconds on, or back. */
  jump(seconds: number): void;
};

const jumpS = 15;

/** The keys of a player of episodes. */
export const listenToEpisodeKeys = ({ toggle, jump, close }: EpisodeActs): void => {
  addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === 'Escape') return close();
    if (target instanceof HTMLInputElement || (key === ' ' && target instanceof HTMLElement && target !== document.body)) return; // oxfmt-ignore
    if (key === ' ' || key === 'k') toggle();
    else if (key === 'ArrowLeft' || key === 'ArrowRight') jump(key === 'ArrowLeft' ? -jumpS : jumpS);
    else return;
    event.preventDefault();
  });
};
