import type { Embed } from '#contract/embed.ts';
import type { NowPlaying } from '#contract/live.ts';
import { button, copy, icon, make } from './dom.ts';

type Needs = {
  data: Pick<Embed, 'words' | 'language'>;
  playing(): NowPlaying | undefined;
  /** Says it to those who can't see it. */
  say(text: string): void;
};

/** Fills a list with what a station played. */
export const drawHistory = (list: HTMLElement, { data: { words, language }, playing, say }: Needs): void => {
  const past = playing()?.history ?? [];
  list.replaceChildren(
    ...past.map(({ title, started }) => {
      const item = make('li');
      if (started !== null) item.append(timeOf(started, language));
      const copyIt = button('', () => void copy(title).then(() => say(words.copied)));
      copyIt.append(icon('M8 3h11v13h-2V5H8zM5 7h10v14H5zm2 2v10h6V9z'));
      copyIt.setAttribute('aria-label', `${words.copyTitle}: ${title}`);
      item.append(make('span', { dir: 'auto' }, title), copyIt);
      return item;
    }),
  );
  if (past.length === 0) list.append(make('li', {}, words.noHistory));
};

const timeOf = (started: string, language: string): HTMLElement =>
  make(
    'time',
    { datetime: started },
    new Date(started).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit' }),
  );
