import { lockScreenPictures } from '../lock-screen-pictures.ts';
import type { Playing } from './follow-station.ts';
import { localTimes } from './local-times.ts';
import { pageWords, type PageWords } from './page-words.ts';

/** Shows what is heard now: in the player, on the device's lock screen, and before it what was played. */
export const showPlaying = (box: HTMLElement, playing: Playing): void => {
  const name = box.dataset['name'] ?? '';
  const title = playing.track || playing.title || name;
  write(box, '[data-badge]', badgeOf(playing, pageWords(box)));
  write(box, '[data-title]', title);
  write(box, '[data-artist]', playing.artist);
  showCover(box, playing.artwork);
  const recent = document.querySelector<HTMLElement>('section[data-recent]');
  if (recent) recent.hidden = playing.history.length === 0;
  const list = recent?.querySelector('ol');
  if (list) showHistory(list, playing.history);
  if (!('mediaSession' in navigator)) return;
  const logo = box.querySelector<HTMLElement>('[data-cover]')?.dataset['logo'] ?? null;
  navigator.mediaSession.metadata = new MediaMetadata({
    title,
    artist: playing.artist || name,
    album: name,
    artwork: lockScreenPictures(playing.artwork, logo, playing.logo_512),
  });
};

const badgeOf = ({ on_air, live, source, presenter }: Playing, words: PageWords): string => {
  if (!on_air) return words.offAir;
  if (presenter) return `${words.live} · ${presenter.name}`;
  return live ? words.live : source === 'autodj' ? words.automatic : words.onAir;
};

const write = (box: ParentNode, where: string, text: string): void => {
  const element = box.querySelector(where);
  if (element && element.textContent !== text) element.textContent = text;
};

const showCover = (box: HTMLElement, artwork: string | null): void => {
  const cover = box.querySelector<HTMLImageElement>('[data-cover]');
  if (!cover) return;
  // The logo is above already.
  const isOwn = artwork !== null && artwork !== cover.dataset['logo'];
  cover.hidden = !isOwn;
  if (isOwn && cover.getAttribute('src') !== artwork) cover.src = artwork;
};

/** Fills a list with what was played, with the pictures of the tracks that have one (server/platform/pages/played-tracks.ts). */
export const showHistory = (list: HTMLElement, history: Playing['history']): void => {
  const { logo } = list.dataset;
  const pictures = history.map(({ artwork }) => (artwork === logo ? null : artwork));
  const hasPictures = pictures.some((src) => src !== null);
  list.toggleAttribute('data-pictured', hasPictures);
  list.replaceChildren(
    ...history.map(({ track, artist, started }, place) => {
      const row = document.createElement('li');
      const time = document.createElement(started === null ? 'span' : 'time');
      if (started !== null) {
        time.setAttribute('datetime', started);
        time.dataset['clock'] = '';
      }
      const words = document.createElement('span');
      words.append(Object.assign(document.createElement('b'), { textContent: track }));
      if (artist !== '')
        words.append(' ', Object.assign(document.createElement('span'), { className: 'soft', textContent: artist }));
      row.append(time, ...(hasPictures ? [pictureBox(pictures[place] ?? null)] : []), words);
      return row;
    }),
  );
  localTimes(list);
};

/** A box of its size, whether or not the picture is there. */
const pictureBox = (src: string | null): HTMLElement => {
  const box = Object.assign(document.createElement('span'), { className: 'small-art' });
  if (src === null) return box;
  const size = { width: 40, height: 40 };
  const picture = Object.assign(document.createElement('img'), { loading: 'lazy', alt: '', ...size, src });
  picture.addEventListener('error', () => picture.remove());
  box.append(picture);
  return box;
};
