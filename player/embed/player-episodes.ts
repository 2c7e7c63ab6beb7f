import type { Embed, EmbedEpisode, EmbedStation } from '#contract/embed.ts';
import { createApi, type PublicState } from './api.ts';
import { byId, fill, make } from './dom.ts';
import type { Shown } from './face.ts';
import { createEpisodeFace, isOn } from './episode-face.ts';
import { listenToEpisodeKeys } from './episode-keys.ts';
import { createEpisodeList } from './episode-list.ts';
import { createEpisodeLockScreen } from './episode-lock-screen.ts';
import { createListening } from './listening.ts';
import { createMenu } from './menu.ts';
import { offerPreview } from './offer-preview.ts';
import { onePlays } from './one-plays.ts';
import { createReports } from './reports.ts';
import { onceSeen } from './sight.ts';
import { websiteAround } from './website-around.ts';

/* The frame of a player of episodes: those of a podcast, or of a playlist. The server has made the page; this makes it play. */

const data = JSON.parse(byId('data').textContent) as Embed;

/** An episode as a choice of the menu. */
const choiceOf = ({ key, title }: EmbedEpisode): EmbedStation => ({
  ...{ key: key as unknown as EmbedStation['key'], name: title, mount: '', logo: null, route: '', stream: '' },
  ...{ hls: null, aac: null, low: null, m3u: '', pls: '', burst_ms: 0 },
});

const start = (): void => {
  const { words, settings, episodes } = data;
  const chosen = new URLSearchParams(location.search).get('station');
  let current = episodes.find(({ key }) => key === chosen) ?? episodes[0]!;
  let status: PublicState['playingStatus'] = 'stopped';
  let volume = 100;
  const audio = make('audio', { preload: 'none' });
  document.body.append(audio);
  const reports = createReports({ url: data.count, ...websiteAround(data.portal), station: () => '' });
  const listening = createListening(audio, (ms) => reports.report('listen', ms));
  const bar = byId<HTMLInputElement>('seek');
  const choices = episodes.map(choiceOf);

  const length = (): number => (Number.isFinite(audio.duration) ? audio.duration : current.seconds);
  const face = createEpisodeFace(data);
  const showTime = (): void => face.showTime(current, audio.currentTime, length());
  const draw = (): void => {
    face.draw(current, status);
    list.show(current.key, isOn(status));
    showTime();
    if (status !== 'stopped') showOnLockScreen(current);
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
  const seekBy = (seconds: number): void => seek(audio.currentTime + seconds);
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
  const showOnLockScreen = createEpisodeLockScreen(data.name, { play: begin, pause, step, seek, seekBy });

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
  const menu = createMenu({
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
  listenToEpisodeKeys({ toggle, close: menu.close, seekBy });
  draw();
  api.ready();
  reports.report('load');
  onceSeen(byId('player'), () => reports.report('view'));
  if (settings.start === 'attempt') begin();
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
