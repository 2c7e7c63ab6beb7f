import type { Embed, EmbedEpisode } from '#contract/embed.ts';
import { clockTime } from '../clock-time.ts';
import type { PublicState } from './api.ts';
import { byId } from './dom.ts';

type Status = PublicState['playingStatus'];

const icons = { play: 'M8 5.5v13l10.5-6.5z', pause: 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z' };

/** Whether the listener asked for sound and did not stop it. */
export const isOn = (status: Status): boolean =>
  status === 'playing' || status === 'connecting' || status === 'waiting';

/** Writes an episode and where it is into the page, which the server has made. */
export const createEpisodeFace = ({ words, settings }: Embed) => {
  const play = byId('play');
  const bar = byId<HTMLInputElement>('seek');
  const write = (id: string, text: string): void => {
    const element = byId(id);
    if (element.textContent !== text) element.textContent = text;
    element.hidden = text === '';
  };
  return {
    /** `seconds` of `length` were heard. */
    showTime({ title }: EmbedEpisode, seconds: number, length: number): void {
      const at = `${clockTime(seconds)} / ${clockTime(length)}`;
      bar.max = String(Math.floor(length));
      bar.value = String(Math.floor(seconds));
      bar.setAttribute('aria-label', title);
      bar.setAttribute('aria-valuetext', at);
      bar.style.setProperty('--done', `${String((seconds / (length || 1)) * 100)}%`);
      write('time', at);
    },
    draw({ title, podcast, image }: EmbedEpisode, status: Status): void {
      byId('player').dataset['state'] = status;
      play.setAttribute('aria-label', isOn(status) ? words.pause : words.play);
      play.querySelector('path')?.setAttribute('d', isOn(status) ? icons.pause : icons.play);
      write('station', title);
      write('title', podcast);
      write('status', status === 'connecting' ? words.connecting : status === 'refused' ? words.unavailable : '');
      const art = byId<HTMLImageElement>('art');
      art.hidden = !settings.show.artwork || image === null;
      if (image !== null && art.getAttribute('src') !== image) art.src = image;
    },
  };
};
