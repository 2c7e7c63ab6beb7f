import type { Embed } from '#contract/api/embed.ts';
import { deviceButton } from '../device-button.ts';
import { createApi } from './api.ts';
import { byId } from './dom.ts';
import { createChoice } from './choice.ts';
import { createFace, isOff, isOn, whatPlays } from './face.ts';
import { createVolume, listenToControls } from './controls.ts';
import { drawHistory } from './history.ts';
import { createLockScreen } from './lock-screen.ts';
import type { MenuNeeds } from './menu.ts';
import { offerMenu } from './offer-menu.ts';
import { createSound } from './sound.ts';
import { followNowPlaying } from './now-playing.ts';
import { onePlays } from './one-plays.ts';
import { offerPreview } from './offer-preview.ts';
import { publicState } from './public-state.ts';
import { createReports } from './reports.ts';
import { shownAtFirst } from './shown.ts';
import { followSight, onceSeen } from './sight.ts';

/* The frame of an embedded player. The server has made the page; this makes it play. */

const data = JSON.parse(byId('data').textContent) as Embed;

const start = (): void => {
  const { words, settings } = data;
  const asked = new URLSearchParams(location.search);
  const chosen = asked.get('station');
  const first = data.stations.find(({ key }) => key === chosen) ?? data.stations[0];
  if (!first) return;
  const shown = shownAtFirst(first);
  /** The browser was asked to play without a click. */
  let isAttempt = false;

  const face = createFace(data);
  const say = (text: string): void => {
    byId('said').textContent = text;
  };
  const reports = createReports({ url: data.count, portal: data.portal, station: () => shown.station.key });
  const draw = (): void => {
    face(shown);
    if (shown.state.status !== 'stopped') showOnLockScreen(shown.station, shown.playing, isOn(shown.state));
  };
  const device = deviceButton(words.playOnDevice, () => sound.chooseDevice());
  byId('more').before(device.element);
  const sound = createSound({
    marks: String(new URLSearchParams({ p: data.key, ...(reports.site !== '' && { h: reports.site }) })),
    quality: () => settings.quality,
    changed(state) {
      const before = shown.state.status;
      shown.isBlocked = state.status === 'stopped' && isAttempt;
      if (state.status === 'playing' || state.status === 'stopped') isAttempt = false;
      shown.state = state;
      reports.follow(state);
      if (!isOn(state)) nowPlaying.flush();
      if (state.status === 'playing' && before !== 'playing') others.stop();
      nowPlaying.update();
      draw();
      if (before !== state.status) api.report(state.status === 'refused' || shown.isBlocked ? 'error' : 'state');
    },
    reconnected: () => reports.report('reconnect'),
    remoteChanged: device.show,
  });
  const nowPlaying = followNowPlaying({
    base: data.live,
    station: () => shown.station,
    isPlaying: () => isOn(shown.state),
    isSeen: () => sight.isSeen(),
    heardInMs: (serverAheadMs) => sound.heardInMs(shown.station.burst_ms, serverAheadMs),
    heard(playing) {
      shown.playing = playing;
      draw();
      showPast();
      api.report('track');
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
  const { choose, chooseKey, step } = createChoice(data, shown, (station) => {
    nowPlaying.chosen();
    if (isOn(shown.state)) sound.play(station);
    draw();
    api.report('state');
  });
  const volume = createVolume(shown, (heard) => {
    sound.setVolume(heard);
    draw();
    api.report('state');
  });
  const api = createApi({
    play: attempt,
    pause: () => sound.stop(),
    toggle: () => (isOn(shown.state) ? sound.stop() : attempt()),
    setVolume: volume.set,
    mute: volume.mute,
    isMuted: () => shown.isMuted,
    choose: chooseKey,
    state: () => publicState(shown),
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
  const sight = followSight(byId('player'), () => nowPlaying.update());

  listenToControls(shown, volume, {
    ...{ toggle, step, open: menu.open },
    close: () => menu.escape(() => api.tell({ event: 'escape' })),
    announce: () => say(whatPlays(shown, words)),
  });
  draw();
  showPast();
  api.ready();
  nowPlaying.update();
  reports.report('load');
  onceSeen(byId('player'), () => reports.report('view'));
  if (settings.start === 'attempt' || asked.has('play')) attempt();
  const drawAll = (): void => {
    draw();
    menu.close();
    showPast();
  };
  offerPreview({ data, shown, draw: drawAll }, nowPlaying.end);
};

start();
