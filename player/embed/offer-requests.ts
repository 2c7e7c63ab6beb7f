import type { Embed, EmbedStation } from '#contract/api/embed.ts';
import type { createRequestPanel } from '../requests/request-panel.ts';
import { button, loadPart, make } from './dom.ts';

/** The part of the menu where songs are requested; its script is loaded when a listener asks for it. */
export const offerRequests = ({ words, live }: Pick<Embed, 'words' | 'live'>) => {
  const panels = new Map<string, HTMLElement>();
  return ({ mount }: EmbedStation, isOpen: boolean): HTMLElement | undefined => {
    const opened = panels.get(mount);
    // What a listener requested stays in sight, also while no more is taken.
    if (opened || !isOpen) return opened;
    const opener = button(words.request, () => {
      opener.disabled = true;
      const show = (): void => {
        const create = (window as { radioRequests?: typeof createRequestPanel }).radioRequests;
        const panel = create?.({ base: `${live}/${mount}`, words, language: undefined });
        if (!panel) return;
        panels.set(mount, panel);
        opener.parentElement?.replaceWith(panel);
        panel.querySelector('input')?.focus();
      };
      if ('radioRequests' in window) show();
      else loadPart('player-requests.js', show, () => (opener.disabled = false));
    });
    return make('div', { class: 'row' }, opener);
  };
};
