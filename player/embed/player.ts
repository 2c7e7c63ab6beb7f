import type { Embed, EmbedStation } from '#contract/api/embed.ts';
import type { NowPlaying } from '#contract/api/live.ts';
import { deviceButton } from '../device-button.ts';
import { createApi, type PublicState } from './api.ts';
import { byId } from './dom.ts';
import { createFace, isOff, isOn, type Shown } from './face.ts';
import { createFeed } from './feed.ts';
import { drawHistory } from './history.ts';
import { listenToKeys } from './keys.ts';
import { createLockScreen } from './lock-screen.ts';
import type { MenuNeeds } from './menu.ts';
import { offerMenu } from './offer-menu.ts';
import { createSound } from './sound.ts';
import { createTitles } from './titles.ts';
import { onePlays } from './one-plays.ts';
import { offerPreview } from './offer-preview.ts';
import { createReports } from './reports.ts';
import { followSight, onceSeen } from './sight.ts';

/* The frame of an embedded player. The server has made the page; this makes it play. */

const data = JSON.parse(byId('data').textContent) as Embed;

const start = (): void => {
  const { words, settings } = data;
  const latest = new Map<string, NowPlaying>();
  const asked = new URLSearchParams(location.search);
  const chosen = asked.get('station');
  const first = data.stations.find(({ key }) => key === chosen) ?? data.stations[0];
  if (!first) return;
  const shown: Shown = {
    station: first,
    state: { status: 'stopped', via: 'stream', reason: '' },
    playing: undefined,
    volume: 100,
    isMuted: false,
    isBlocked: false,
  };
  /** How far the server's clock is ahead of this one; HLS needs it to know how old its sound is. */
  let serverAheadMs: number | undefined;
  /** The browser was asked to play without a click. */
  let isAttempt = false;

  const face = createFace(data);
  const say = (text: string): void => {
    byId('said').textContent = text;
  };
  const website = URL.parse(document.referrer);
  const site = website?.hostname ?? '';
  const reports = createReports({
    ...{ url: data.count, site, isVisit: website?.origin !== data.portal },
    station: () => shown.station.key,
  });
  const draw = (): void => {
    face(shown);
    if (shown.state.status !== 'stopped') showOnLockScreen(shown.station, shown.playing, isOn(shown.state));
  };
  const device = deviceButton(words.playOnDevice, () => sound.chooseDevice());
  byId('more').before(device.element);
  const sound = createSound({
    marks: String(new URLSearchParams({ p: data.key, ...(site !== '' && { h: site }) })),
    quality: () => settings.quality,
    changed(state) {
      const before = shown.state.status;
      shown.isBlocked = state.status === 'stopped' && isAttempt;
      if (state.status === 'playing' || state.status === 'stopped') isAttempt = false;
      shown.state = state;
      reports.follow(state);
      if (!isOn(state)) titles.flush();
      if (state.status === 'playing' && before !== 'playing') others.stop();
      feed.update();
      draw();
      if (before !== state.status) api.report(state.status === 'refused' || shown.isBlocked ? 'error' : 'state');
    },
    reconnected: () => reports.report('reconnect'),
    remoteChanged: device.show,
  });
  const titles = createTitles(
    () => sound.heardInMs(shown.station.burst_ms, serverAheadMs),
    (playing) => {
      shown.playing = playing;
      draw();
      showPast();
      api.report('track');
    },
  );
  const feed = createFeed({
    base: data.live,
    mounts: () => (isOn(shown.state) || sight.isSeen() ? [shown.station.mount] : []),
    isPlaying: () => isOn(shown.state),
    hear(playing) {
      // Of all that came, the one that came fastest says most about the clocks.
      const aheadMs = Date.parse(playing.now) - Date.now();
      serverAheadMs = Math.max(serverAheadMs ?? aheadMs, aheadMs);
      latest.set(playing.mount, playing);
      titles.hear(playing);
    },
  });
  const play = (): void => {
    if (isOff(shown)) return say(words.offAirReason);
    if (shown.station.stream === '') return;
    sound.play(shown.station);
    // After it has left its last state, which would end the question.
    reports.asked();
  };
  const toggle = (): void => (isOn(shown.state) ? sound.stop() : play());
  const attempt = (): void => {
    if (isOn(shown.state)) return;
    isAttempt = true;
    play();
  };
  const choose = (station: EmbedStation): void => {
    if (station === shown.station) return;
    shown.station = station;
    titles.reset(latest.get(station.mount));
    feed.update();
    if (isOn(shown.state)) sound.play(station);
    draw();
    api.report('state');
  };
  const step = (by: number): void => {
    const { stations } = data;
    const to = stations[(stations.indexOf(shown.station) + by + stations.length) % stations.length];
    if (to) choose(to);
  };
  const setVolume = (to: number): void => {
    shown.volume = Math.min(100, Math.max(0, Math.round(to)));
    shown.isMuted = false;
    applyVolume();
  };
  const mute = (isMuted: boolean): void => {
    shown.isMuted = isMuted;
    applyVolume();
  };
  const applyVolume = (): void => {
    sound.setVolume(shown.isMuted ? 0 : shown.volume / 100);
    draw();
    api.report('state');
  };
  const state = (): PublicState => {
    const { station, playing, volume } = shown;
    const { status, reason } = shown.state;
    const { key, name, mount, stream, route } = station;
    const streamBase = stream.slice(0, stream.lastIndexOf('/'));
    return {
      playingStatus: status === 'paused' ? 'stopped' : status,
      station: { key, name, route, streamBase, streamName: mount },
      track: playing?.title
        ? { title: playing.track, artist: playing.artist, artwork: playing.artwork, started: playing.started }
        : null,
      reason: shown.isBlocked ? 'blocked' : reason,
      volume,
    };
  };
  const api = createApi({
    play: attempt,
    pause: () => sound.stop(),
    toggle: () => (isOn(shown.state) ? sound.stop() : attempt()),
    setVolume,
    mute,
    isMuted: () => shown.isMuted,
    choose(key) {
      const to = data.stations.find((station) => station.key === key);
      if (to) choose(to);
    },
    state,
  });
  const needs: MenuNeeds = {
    data,
    station: () => shown.station,
    playing: () => shown.playing,
    choose,
    stop: () => sound.stop(),
    say,
    toggled: (isOpen) => api.tell({ event: 'menu', isOpen }),
  };
  const menu = offerMenu(needs);
  const showPast = (): void => {
    drawHistory(byId('past'), needs);
    menu.update();
  };
  const showOnLockScreen = createLockScreen({ play, stop: () => sound.stop(), step }, () => data.stations.length > 1);
  const others = onePlays(() => sound.stop());
  const sight = followSight(byId('player'), () => feed.update());

  byId('play').addEventListener('click', toggle);
  byId('mute').addEventListener('click', () => mute(!shown.isMuted));
  byId<HTMLInputElement>('volume').addEventListener('input', ({ target }) =>
    setVolume(Number((target as HTMLInputElement).value)),
  );
  byId('ask').addEventListener('click', () => {
    const { playing, station } = shown;
    say([station.name, playing?.on_air === false ? words.offAir : (playing?.title ?? '')].filter(Boolean).join(': '));
  });
  listenToKeys({
    ...{ toggle, step, open: menu.open },
    close: () => menu.escape(() => api.tell({ event: 'escape' })),
    mute: () => mute(!shown.isMuted),
    louder: (by) => setVolume(shown.volume + by),
  });
  draw();
  showPast();
  api.ready();
  feed.update();
  reports.report('load');
  onceSeen(byId('player'), () => reports.report('view'));
  if (settings.start === 'attempt' || asked.has('play')) attempt();
  offerPreview(data.portal, () => {
    window.radioFrame = {
      data,
      shown,
      draw(): void {
        draw();
        menu.close();
        showPast();
      },
    };
    feed.end();
  });
};

start();
