import type { Embed, EmbedStation } from '#contract/api/embed.ts';
import { button, copy, make } from './dom.ts';

type Needs = {
  data: Embed;
  station(): EmbedStation;
  /** Says it to those who can't see it. */
  say(text: string): void;
  /** The player was opened in a window of its own, and plays there. */
  left(): void;
};

/** The ways to share a player: its link and code, the device's own menu, a window of its own, a QR code. */
export const drawShare = ({ data, station, say, left }: Needs): HTMLElement[] => {
  const { words, link, code, name } = data;
  const copyButton = (label: string, text: string): HTMLButtonElement => {
    const made = button(label, () => {
      void copy(text).then(() => {
        made.textContent = words.copied;
        say(words.copied);
        setTimeout(() => (made.textContent = label), 2000);
      });
    });
    return made;
  };
  /** The player plays on in a window that stays while the visitor leaves the website. */
  const openWindow = (): void => {
    const query = new URLSearchParams({ lang: data.language, station: station().key, play: '' });
    window.open(`${link}?${String(query)}`, '', 'popup,noopener,width=380,height=520');
    left();
  };
  const list = make('div', { class: 'row' });
  list.append(copyButton(words.copyLink, link), copyButton(words.copyCode, code));
  if ('share' in navigator)
    list.append(button(words.shareWith, () => void navigator.share({ title: name, url: link }).catch(() => undefined)));
  // In a sandbox, as that of WordPress, no window opens.
  if (parent !== window && self.origin !== 'null') list.append(button(words.ownWindow, openWindow));
  const picture = make('img', { class: 'qr', alt: link, width: '160', height: '160', hidden: '' });
  const opener = button(
    'QR',
    () => {
      picture.src = `/embed/${data.key}/qr.svg`;
      picture.hidden = !picture.hidden;
      opener.setAttribute('aria-expanded', String(!picture.hidden));
    },
    { 'aria-expanded': 'false' },
  );
  list.append(opener);
  return [list, picture];
};
