import type { Embed, EmbedEpisode, EmbedStation } from '#contract/api/embed.ts';
import { clockTime } from '../clock-time.ts';
import { deviceButton } from '../device-button.ts';
import { createEpisodeSession, type PlayedEpisode } from '../episode-session.ts';
import { createRemote } from '../radio/remote.ts';
import { createApi, type PublicState } from './api.ts';
import { byId, fill, make } from './dom.ts';
import type { Shown } from './face.ts';
import { createEpisodeList } from './episode-list.ts';
import { createListening } from './listening.ts';
import { offerMenu } from './offer-menu.ts';
import { offerPreview } from './offer-preview.ts';
import { onePlays } from './one-plays.ts';
import { createReports } from './reports.ts';
import { onceSeen } from './sight.ts';

/* The frame of a player of episodes: those of a podcast, or of a playlist. The server has made the page; this makes it play. */

const data = JSON.parse(byId('data').textContent) as Embed;
const icons = { play: 'M8 5.5v13l10.5-6.5z', pause: 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z' };
const jumpS = 15;

/** An episode as a choice of the menu. */
const choiceOf = ({ key, title }: EmbedEpisode): EmbedStation => ({
  ...{ key: key as unknown as EmbedStation['key'], name: title, mount: '', logo: null, route: '', stream: '' },
  ...{ hls: null, aac: null, low: null, m3u: '', pls: '', burst_ms: 0 },
});

const start = (): void => {
  const { words, settings, episodes } = data;
  const asked = new URLSearchParams(location.search);
  const chosen = asked.get('station');
  let current = episodes.find(({ key }) => key === chosen) ?? episodes[0]!;
  let status: PublicState['playingStatus'] = 'stopped';
  let volume = 100;
  const audio = make('audio', { preload: 'none' });
  document.body.append(audio);
  const website = URL.parse(document.referrer);
  const reports = createReports({
    ...{ url: data.count, site: website?.hostname ?? '', isVisit: website?.origin !== data.portal },
    station: () => '',
  });
  const listening = createListening(audio, (ms) => reports.report('listen', ms));
  const play = byId('play');
  const bar = byId<HTMLInputElement>('seek');
  const choices = episodes.map(choiceOf);
  const played = new Map(episodes.map((one): [EmbedEpisode, PlayedEpisode] => [one, { ...one, album: data.name }]));

  const length = (): number => (Number.isFinite(audio.duration) ? audio.duration : current.seconds);
  const write = (id: string, text: string): void => {
    const element = byId(id);
    if (element.textContent !== text) element.textContent = text;
    element.hidden = text === '';
  };
  const showTime = (): void => {
    const at = `${clockTime(audio.currentTime)} / ${clockTime(length())}`;
    bar.max = String(Math.floor(length()));
    bar.value = String(Math.floor(audio.currentTime));
    bar.setAttribute('aria-label', current.title);
    bar.setAttribute('aria-valuetext', at);
    bar.style.setProperty('--done', `${String((audio.currentTime / (length() || 1)) * 100)}%`);
    write('time', at);
  };
  const draw = (): void => {
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
    showTime();
    if (status !== 'stopped') onLockScreen.show(played.get(current)!);
  };
  const become = (to: PublicState['playingStatus']): void => {
    if (to === status) return;
    status = to;
    reports.follow({ status: to, via: 'stream', reason: '' });
    if (to === 'playing') others.stop();
    draw();
    api.report(to === 'refused' ? 'error' : 'state');
  };
  const begin = (): void => {
    if (audio.getAttribute('src') !== current.src) {
      audio.src = current.src;
      remote.watch(audio);
      reports.report('play');
    }
    reports.asked();
    become('connecting');
    // A failure to play is the audio's error event, or the browser that wants a click first.
    audio.play().catch(() => become(audio.error ? 'refused' : 'stopped'));
  };
  const pause = (): void => audio.pause();
  const toggle = (): void => (audio.paused ? begin() : pause());
  const choose = (episode: EmbedEpisode): void => {
    const isOn = !audio.paused;
    if (episode === current) return toggle();
    audio.pause();
    audio.removeAttribute('src');
    current = episode;
    draw();
    api.report('track');
    if (isOn) begin();
  };
  const step = (by: number): void => {
    const to = episodes[episodes.indexOf(current) + by];
    if (to) choose(to);
  };
  const seek = (to: number): void => {
    if (audio.readyState > 0) audio.currentTime = Math.max(0, Math.min(to, length()));
  };
  const setVolume = (to: number): void => {
    volume = Math.min(100, Math.max(0, Math.round(to)));
    audio.volume = volume / 100;
    api.report('state');
  };
  const state = (): PublicState => ({
    playingStatus: status,
    station: { key: '', name: data.name, route: '', streamBase: '', streamName: '' },
    track: { title: current.title, artist: current.podcast, artwork: current.image, started: null },
    ...{ reason: '', volume },
  });
  const onLockScreen = createEpisodeSession(audio, {
    play: begin,
    pause,
    seek,
    step: episodes.length > 1 ? step : undefined,
  });
  const remote = createRemote({ heard: () => audio, changed: (to) => device.show(to) });
  const device = deviceButton(words.playOnDevice, remote.choose);
  byId('more').before(device.element);

  const list = createEpisodeList(byId('past'), episodes, choose);
  const others = onePlays(pause);
  const api = createApi({
    ...{ play: begin, pause, toggle, setVolume, state },
    mute: (isMuted) => (audio.muted = isMuted),
    isMuted: () => audio.muted,
    choose(key) {
      const to = episodes.find((episode) => episode.key === key);
      if (to) choose(to);
    },
  });
  const menu = offerMenu({
    data: {
      ...{ ...data, stations: choices, words: { ...words, stations: data.name } },
      settings: { ...settings, show: { ...settings.show, history: false, stations: true } },
    },
    station: () => choices[episodes.indexOf(current)]!,
    playing: () => undefined,
    choose: (choice) => choose(episodes[choices.indexOf(choice)]!),
    stop: pause,
    say: (text) => void (byId('said').textContent = text),
    toggled: (isOpen) => api.tell({ event: 'menu', isOpen }),
  });

  play.addEventListener('click', toggle);
  bar.addEventListener('input', () => seek(Number(bar.value)));
  audio.addEventListener('playing', () => become('playing'));
  audio.addEventListener('waiting', () => !audio.paused && become('waiting'));
  audio.addEventListener('pause', () => become('stopped'));
  audio.addEventListener('error', () => audio.getAttribute('src') !== null && become('refused'));
  audio.addEventListener('ended', () => {
    const next = episodes[episodes.indexOf(current) + 1];
    if (!next) return;
    choose(next);
    begin();
  });
  for (const event of ['timeupdate', 'durationchange', 'seeked', 'emptied']) audio.addEventListener(event, showTime);
  addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === 'Escape') return menu.escape(() => api.tell({ event: 'escape' }));
    if (target instanceof HTMLInputElement || (key === ' ' && target instanceof HTMLElement && target !== document.body)) return; // oxfmt-ignore
    if (key === ' ' || key === 'k') toggle();
    else if (key === 'ArrowLeft' || key === 'ArrowRight')
      seek(audio.currentTime + (key === 'ArrowLeft' ? -jumpS : jumpS));
    else return;
    event.preventDefault();
  });
  draw();
  api.ready();
  reports.report('load');
  onceSeen(byId('player'), () => reports.report('view'));
  if (settings.start === 'attempt' || asked.has('play')) begin();
  offerPreview(data.portal, () => {
    const shown: Shown = {
      ...{ station: choices[0]!, playing: undefined, volume, isMuted: false, isBlocked: false },
      state: { status: 'stopped', via: 'stream', reason: '' },
    };
    const show = (): void => {
      draw();
      menu.close();
      byId('player').setAttribute('aria-label', fill(words.player, { name: data.name }));
    };
    window.radioFrame = { data, shown, draw: show };
  });
  addEventListener('pagehide', listening.flush);
};

start();
