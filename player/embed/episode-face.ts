import type { Embed, EmbedEpisode } from '#contract/api/embed.ts';
import { clockTime } from '../clock-time.ts';
import type { PublicState } from './api.ts';
import { byId, write } from './dom.ts';
import { createEpisodeList } from './episode-list.ts';
import { icons } from './shown.ts';

/** How long an episode is, s: as its audio says, or as its entry does until that is known. */
export const lengthOf = (audio: HTMLAudioElement, episode: EmbedEpisode): number =>
  Number.isFinite(audio.duration) ? audio.duration : episode.seconds;

/** Writes what there is to show of an episode into the page, which the server has made, and the list to choose another. */
export const createEpisodeFace = (
  { words, settings, episodes }: Embed,
  audio: HTMLAudioElement,
  choose: (episode: EmbedEpisode) => void,
) => {
  const play = byId('play');
  const bar = byId<HTMLInputElement>('seek');
  const list = createEpisodeList(byId('past'), episodes, choose);
  const showTime = (current: EmbedEpisode): void => {
    const length = lengthOf(audio, current);
    const at = `${clockTime(audio.currentTime)} / ${clockTime(length)}`;
    bar.max = String(Math.floor(length));
    bar.value = String(Math.floor(audio.currentTime));
    bar.setAttribute('aria-label', current.title);
    bar.setAttribute('aria-valuetext', at);
    bar.style.setProperty('--done', `${String((audio.currentTime / (length || 1)) * 100)}%`);
    write('time', at);
  };
  return {
    showTime,
    show(current: EmbedEpisode, status: PublicState['playingStatus']): void {
      const isOn = status === 'playing' || status === 'connecting' || status === 'waiting';
      byId('player').dataset['state'] = status;
      play.setAttribute('aria-label', isOn ? words.pause : words.play);
      play.querySelector('path')?.setAttribute('d', isOn ? icons.pause : icons.play);
      write('station', current.title);
      write('title', current.podcast);
      write('status', status === 'connecting' ? words.connecting : status === 'refused' ? words.unavailable : '');
      const art = byId<HTMLImageElement>('art');
      art.hidden = !settings.show.artwork || current.image === null;
      if (current.image !== null && art.getAttribute('src') !== current.image) art.src = current.image;
      list.show(current.key, isOn);
      showTime(current);
    },
  };
};
