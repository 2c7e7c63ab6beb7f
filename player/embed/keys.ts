type Acts = {
  toggle(): void;
  mute(): void;
  louder(by: number): void;
  step(by: number): void;
  open(part: string): void;
  close(): void;
};

/** The player's keys, while the focus is in it: those of a field or a button keep their meaning there. */
export const listenToKeys = ({ toggle, mute, louder, step, open, close }: Acts): void => {
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
