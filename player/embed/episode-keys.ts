/** How far a key jumps, s. */
export const jumpS = 15;

type Acts = { toggle(): void; close(): void; seekBy(seconds: number): void };

/** The keys of a player of episodes, while the focus is in it: those of a field or a button keep their meaning there. */
export const listenToEpisodeKeys = ({ toggle, close, seekBy }: Acts): void => {
  addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === 'Escape') return close();
    const isElsewhere = target instanceof HTMLElement && target !== document.body;
    if (target instanceof HTMLInputElement || (key === ' ' && isElsewhere)) return;
    if (key === ' ' || key === 'k') toggle();
    else if (key === 'ArrowLeft' || key === 'ArrowRight') seekBy(key === 'ArrowLeft' ? -jumpS : jumpS);
    else return;
    event.preventDefault();
  });
};
