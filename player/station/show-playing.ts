import type { Playing } from './follow-station.ts';
import { localTimes } from './local-times.ts';

/** Shows what is heard now: in the player, on the device's lock screen, and before it what was played. */
export const showPlaying = (box: HTMLElement, playing: Playing): void => {
  const name = box.dataset['name'] ?? '';
  const title = playing.track || playing.title || name;
  write(box, '[data-badge]', badgeOf(playing, box.dataset['auto'] ?? ''));
  write(box, '[data-title]', title);
  write(box, '[data-artist]', playing.artist);
  showCover(box, playing.artwork);
  showHistory(playing.history);
  if (!('mediaSession' in navigator)) return;
  navigator.mediaSession.metadata = new MediaMetadata({
    title,
    artist: playing.artist || name,
    album: name,
    artwork: playing.artwork === null ? [] : [{ src: playing.artwork }],
  });
};

const badgeOf = ({ on_air, live, source, presenter }: Playing, autodj: string): string => {
  if (!on_air) return 'Off air';
  if (presenter) return `Live · ${presenter.name}`;
  return live ? 'Live' : source === 'autodj' ? autodj : 'On air';
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

const showHistory = (history: Playing['history']): void => {
  const section = document.querySelector<HTMLElement>('[data-recent]');
  const list = section?.querySelector('ol');
  if (!section || !list) return;
  section.hidden = history.length === 0;
  list.replaceChildren(
    ...history.map(({ track, artist, started }) => {
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
      row.append(time, words);
      return row;
    }),
  );
  localTimes(list);
};
