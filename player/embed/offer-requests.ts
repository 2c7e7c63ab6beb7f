import type { Embed, EmbedStation } from '#contract/embed.ts';
import type { createRequestPanel } from '../requests/request-panel.ts';
import { button, make } from './dom.ts';

const own = document.currentScript as HTMLScriptElement | null;

/** The part of the menu where songs are requested; its script is loaded when a listener asks for it. */
export const offerRequests = ({ words, live }: Pick<Embed, 'words' | 'live'>) => {
  const panels = new Map<string, HTMLElement>();
  const load = (then: () => void): void => {
    const script = make('script', { src: (own?.src ?? '').replace(/[^/]+$/, 'player-requests.js'), crossorigin: '' });
    script.addEventListener('load', then);
    document.head.append(script);
  };
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
      else load(show);
    });
    return make('div', { class: 'row' }, opener);
  };
};
