import type { EmbedEpisode } from '#contract/api/embed.ts';
import { clockTime } from '../clock-time.ts';
import { button, make } from './dom.ts';

/** The episodes to choose from, in an element of the page; `show` marks the one that is chosen. */
export const createEpisodeList = (
  list: HTMLElement,
  episodes: readonly EmbedEpisode[],
  choose: (episode: EmbedEpisode) => void,
): { show(key: string, isOn: boolean): void } => {
  const buttons = episodes.map((episode) => {
    const one = button('', () => choose(episode), { class: 'episode', dir: 'auto' });
    one.append(make('span', {}, episode.title), make('time', {}, clockTime(episode.seconds)));
    return one;
  });
  list.replaceChildren(...buttons.map((one) => make('li', {}, one)));
  return {
    show(key, isOn) {
      episodes.forEach((episode, at) => {
        const isCurrent = episode.key === key;
        buttons[at]!.setAttribute('aria-pressed', String(isCurrent && isOn));
        if (isCurrent) buttons[at]!.setAttribute('aria-current', 'true');
        else buttons[at]!.removeAttribute('aria-current');
      });
    },
  };
};
