import type { RadioState } from '../radio/radio.ts';
import { pageWords, type PageWords } from './page-words.ts';

export type RadioFace = {
  button: HTMLButtonElement;
  /** Percent. */
  volume: HTMLInputElement;
  show(state: RadioState): void;
};

const icons = { play: 'M8 5.5v13l10.5-6.5z', stop: 'M6.5 6.5h11v11h-11z' };
const textsOf = (words: PageWords): Record<RadioState['status'], string> => ({
  stopped: '',
  connecting: words.connecting,
  playing: '',
  waiting: words.reconnecting,
  paused: words.paused,
  refused: words.unavailable,
});

/** Puts a button of the same size in the place of the link to the stream, and adds the volume. */
export const createFace = (box: HTMLElement): RadioFace => {
  const words = pageWords(box);
  const texts = textsOf(words);
  const button = Object.assign(document.createElement('button'), { type: 'button', className: 'go' });
  const name = box.dataset['name'] ?? '';
  const link = box.querySelector('[data-go]');
  const icon = link?.querySelector('svg');
  if (icon) button.append(icon);
  link?.replaceWith(button);
  const path = button.querySelector('path');
  const text = box.querySelector('[data-state]');
  const volume = Object.assign(document.createElement('input'), {
    ...{ type: 'range', min: '0', max: '100', value: '100', className: 'volume' },
  });
  volume.setAttribute('aria-label', words.volume);
  text?.before(volume);
  const show = ({ status, reason }: RadioState): void => {
    const isOn = status === 'connecting' || status === 'playing' || status === 'waiting';
    button.setAttribute('aria-label', `${isOn ? words.stop : words.listen}: ${name}`);
    button.toggleAttribute('data-waiting', status === 'connecting' || status === 'waiting');
    path?.setAttribute('d', isOn ? icons.stop : icons.play);
    box.dataset['status'] = status;
    if (text) text.textContent = status === 'playing' ? '' : reason || texts[status];
  };
  show({ status: 'stopped', via: 'stream', reason: '' });
  return { button, volume, show };
};
