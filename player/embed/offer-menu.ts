import { byId, loadPart } from './dom.ts';
import type { Menu, MenuNeeds } from './menu.ts';

/** The menu of a player; its script is loaded when the pointer or the focus comes to its button, or a key asks for it. */
export const offerMenu = (needs: MenuNeeds) => {
  const opener = byId<HTMLButtonElement>('more');
  let menu: Menu | undefined;
  let isAsked = false;
  /** The part at which it opens once it is loaded. */
  let waiting: { at: string | undefined } | undefined;

  const load = (): void => {
    if (isAsked) return;
    isAsked = true;
    const loaded = (): void => {
      menu = (window as { radioMenu?: (own: MenuNeeds) => Menu }).radioMenu?.(needs);
      if (waiting) menu?.open(waiting.at);
    };
    loadPart('player-menu.js', loaded, () => (isAsked = false));
  };
  const open = (at?: string): void => {
    if (menu) return menu.open(at);
    waiting = { at };
    load();
  };
  const close = (): void => {
    waiting = undefined;
    menu?.close();
  };
  for (const event of ['pointerenter', 'focus']) opener.addEventListener(event, load);
  opener.addEventListener('click', () => (menu?.isOpen() ? close() : open()));
  return {
    open,
    close,
    /** The menu closes first, then the player around it, if that was opened. */
    escape: (closePlayer: () => void): void => (menu?.isOpen() ? close() : closePlayer()),
    /** What plays has changed. */
    update: (): void => menu?.update(),
  };
};
