import type { Embed, EmbedEpisode, EmbedStation } from '#contract/api/embed.ts';
import { deviceButton } from '../device-button.ts';
import { createEpisodeSession, type PlayedEpisode } from '../episode-session.ts';
import { createRemote } from '../radio/remote.ts';
import { createApi, type PublicState } from './api.ts';
import { byId, fill, make } from './dom.ts';
import { createEpisodeFace, lengthOf } from './episode-face.ts';
import { shownAtFirst, toVolume } from './shown.ts';
import { listenToEpisodeKeys } from './keys.ts';
import { createListening } from './listening.ts';
import { offerMenu } from './offer-menu.ts';
import { offerPreview } from './offer-preview.ts';
import { onePlays } from './one-plays.ts';
import { createReports } from './reports.ts';
import { onceSeen } from './sight.ts';

/* The frame of a player of episodes: those of a podcast, or of a playlist. The server has made the page; this makes it play. */

const data = JSON.parse(byId('data').textContent) as Embed;

/** An episode as a choice of the menu. */
const choiceOf = ({ key, title }: EmbedEpisode): EmbedStation => ({
  ...{ key: key as unknown as EmbedStation['key'], name: title, mount: '', logo: null, route: '', stream: '' },
  ...{ hls: null, aac: null, low: null, m3u: '', pls: '', burst_ms: 0 },
});

/** Calls `become` with what the audio element does. */
const followAudio = (audio: HTMLAudioElement, become: (status: PublicState['playingStatus']) => void): void => {
  audio.addEventListener('playing', () => become('playing'));
  audio.addEventListener('waiting', () => !audio.paused && become('waiting'));
  audio.addEventListener('pause', () => become('stopped'));
  audio.addEventListener('error', () => audio.getAttribute('src') !== null && become('refused'));
};

const start = (): void => {
  const { words, settings, episodes } = data;
  const asked = new URLSearchParams(location.search);
  const chosen = asked.get('station');
  let current = episodes.find(({ key }) => key === chosen) ?? episodes[0]!;
  let status: PublicState['playingStatus'] = 'stopped';
  let volume = 100;
  const audio = make('audio', { preload: 'none' });
  document.body.append(audio);
  const reports = createReports({ url: data.count, portal: data.portal, station: () => '' });
  const listening = createListening(audio, (ms) => reports.report('listen', ms));
  const choices = episodes.map(choiceOf);
  const played = new Map(episodes.map((one): [EmbedEpisode, PlayedEpisode] => [one, { ...one, album: data.name }]));

  const face = createEpisodeFace(data, audio, (episode) => choose(episode));
  const draw = (): void => {
    face.show(current, status);
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
    if (audio.readyState > 0) audio.currentTime = Math.max(0, Math.min(to, lengthOf(audio, current)));
  };
  const setVolume = (to: number): void => {
    volume = toVolume(to);
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

  byId('play').addEventListener('click', toggle);
  byId('seek').addEventListener('input', ({ target }) => seek(Number((target as HTMLInputElement).value)));
  followAudio(audio, become);
  audio.addEventListener('ended', () => {
    const next = episodes[episodes.indexOf(current) + 1];
    if (!next) return;
    choose(next);
    begin();
  });
  for (const event of ['timeupdate', 'durationchange', 'seeked', 'emptied'])
    audio.addEventListener(event, () => face.showTime(current));
  listenToEpisodeKeys({
    toggle,
    jump: (seconds) => seek(audio.currentTime + seconds),
    close: () => menu.escape(() => api.tell({ event: 'escape' })),
  });
  draw();
  api.ready();
  reports.report('load');
  onceSeen(byId('player'), () => reports.report('view'));
  if (settings.start === 'attempt' || asked.has('play')) begin();
  const drawAll = (): void => {
    draw();
    menu.close();
    byId('player').setAttribute('aria-label', fill(words.player, { name: data.name }));
  };
  offerPreview({ data, shown: shownAtFirst(choices[0]!), draw: drawAll });
  addEventListener('pagehide', listening.flush);
};

start();
