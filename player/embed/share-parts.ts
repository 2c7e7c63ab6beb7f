import type { Embed } from '#contract/embed.ts';
import { button, copy, make } from './dom.ts';

const copiedMs = 2000;

/** How to share a player: its link and code to copy, the device's own way, and a picture of the link. */
export const shareParts = ({ key, link, code, name, words }: Embed, say: (text: string) => void): HTMLElement[] => {
  const copyButton = (label: string, text: string): HTMLButtonElement => {
    const made = button(label, () => {
      const before = made.textContent;
      void copy(text).then(() => {
        made.textContent = words.copied;
        say(words.copied);
        setTimeout(() => (made.textContent = before), copiedMs);
      });
    });
    return made;
  };
  const picture = make('img', { class: 'qr', alt: link, width: '160', height: '160', hidden: '' });
  const opener = button(
    'QR',
    () => {
      picture.src = `/embed/${key}/qr.svg`;
      picture.hidden = !picture.hidden;
      opener.setAttribute('aria-expanded', String(!picture.hidden));
    },
    { 'aria-expanded': 'false' },
  );
  const list = make('div', { class: 'row' });
  list.append(copyButton(words.copyLink, link), copyButton(words.copyCode, code));
  if ('share' in navigator)
    list.append(button(words.shareWith, () => void navigator.share({ title: name, url: link }).catch(() => undefined)));
  list.append(opener);
  return [list, picture];
};
