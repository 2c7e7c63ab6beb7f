import type { Embed, EmbedStation } from '#contract/api/embed.ts';
import type { NowPlaying, PlayedTrack } from '#contract/api/live.ts';
import { button, copy, icon, make } from './dom.ts';

type Needs = {
  data: Pick<Embed, 'words' | 'language' | 'settings'>;
  station(): EmbedStation;
  playing(): NowPlaying | undefined;
  /** Says it to those who can't see it. */
  say(text: string): void;
};

/** Fills a list with what a station played, with the pictures of the tracks that have one. */
export const drawHistory = (
  list: HTMLElement,
  { data: { words, language, settings }, station, playing, say }: Needs,
): void => {
  const past = playing()?.history ?? [];
  // The logo stands for the picture of a track that has none.
  const pictureOf = ({ artwork }: PlayedTrack) => (artwork === station().logo ? null : artwork);
  const hasPictures = settings.show.artwork && past.some((one) => pictureOf(one) !== null);
  list.replaceChildren(
    ...past.map((one) => {
      const { title, started } = one;
      const item = make('li');
      if (hasPictures) item.append(pictureBox(pictureOf(one)));
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

/** A box of its size, whether or not the picture is there; it is loaded once the list is seen. */
const pictureBox = (src: string | null): HTMLElement => {
  const box = make('i');
  if (src === null) return box;
  const picture = make('img', { loading: 'lazy', width: '40', height: '40', alt: '', src });
  picture.addEventListener('error', () => picture.remove());
  box.append(picture);
  return box;
};
