import type { Embed } from '#contract/api/embed.ts';
import type { NowPlaying } from '#contract/api/live.ts';
import type { RadioState } from '../radio/radio.ts';
import { byId, fill, write } from './dom.ts';
import { icons, type Shown } from './shown.ts';

const wanted = new Set<RadioState['status']>(['connecting', 'playing', 'waiting']);

/** Whether the listener asked for sound and did not stop it. */
export const isOn = ({ status }: RadioState): boolean => wanted.has(status);

/** Nothing is on the air, and nothing plays any more. */
export const isOff = ({ playing, state }: Shown): boolean => playing?.on_air === false && !isOn(state);

/** What plays, in a sentence for those who can't see it. */
export const whatPlays = ({ station, playing }: Shown, { offAir }: Embed['words']): string =>
  [station.name, playing?.on_air === false ? offAir : (playing?.title ?? '')].filter(Boolean).join(': ');

/** Writes what there is to show into the page, which the server has made. */
export const createFace = ({ words, settings }: Embed) => {
  const root = byId('player');
  const play = byId<HTMLButtonElement>('play');
  const mute = byId<HTMLButtonElement>('mute');
  const volume = byId<HTMLInputElement>('volume');
  const art = byId<HTMLImageElement>('art');
  const status = (shown: Shown): string => {
    const { state, playing, isBlocked } = shown;
    if (isBlocked) return words.tapToContinue;
    if (state.status === 'connecting') return words.connecting;
    if (state.status === 'waiting') return playing?.on_air === false ? words.offAir : words.reconnecting;
    if (state.status === 'paused') return words.pausedByDevice;
    if (state.status === 'refused') return `${words.unavailable} ${state.reason}`;
    return isOff(shown) ? words.offAirReason : '';
  };
  const badge = (playing: NowPlaying | undefined): string => {
    if (!playing) return '';
    if (!playing.on_air) return words.offAir;
    if (!playing.live) return words.automatic;
    return playing.presenter ? `${words.live} · ${playing.presenter.name}` : words.live;
  };
  art.addEventListener('error', () => (art.hidden = true));

  return (shown: Shown): void => {
    const { station, state, playing } = shown;
    root.dataset['state'] = state.status;
    root.toggleAttribute('data-off', isOff(shown));
    root.setAttribute('aria-label', fill(words.player, { name: station.name }));
    const isPlaying = isOn(state);
    play.setAttribute('aria-label', isPlaying ? words.pause : words.play);
    play.setAttribute('aria-disabled', String(isOff(shown)));
    play.querySelector('path')?.setAttribute('d', isPlaying ? icons.pause : icons.play);
    write('station', station.name);
    write('badge', badge(playing));
    byId('badge').toggleAttribute('data-live', playing?.live === true);
    const text = status(shown);
    write('status', text);
    write('title', playing?.track || playing?.title || '');
    write('artist', text === '' ? (playing?.artist ?? '') : '');
    const listeners = settings.show.listeners ? (playing?.listeners ?? null) : null;
    write('listeners', listeners === null ? '' : fill(words.listeners, { n: listeners }));
    const image = (settings.show.artwork && (playing?.artwork ?? station.logo)) || '';
    if (image === '') art.hidden = true;
    else if (art.getAttribute('src') !== image) {
      art.src = image;
      art.hidden = false;
    }
    mute.setAttribute('aria-label', shown.isMuted ? words.unmute : words.mute);
    mute.setAttribute('aria-pressed', String(shown.isMuted));
    volume.value = String(shown.volume);
    volume.setAttribute('aria-valuetext', `${String(shown.volume)} %`);
    volume.style.setProperty('--done', `${String(shown.volume)}%`);
    for (const element of [mute, volume]) element.hidden = !settings.show.volume;
  };
};
