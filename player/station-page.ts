import { replaceBroken } from './broken-pictures.ts';
import { followStation, type Playing } from './station/follow-station.ts';
import { createFace } from './station/radio-face.ts';
import { localTimes } from './station/local-times.ts';
import { setUpShare } from './station/share.ts';
import { showPlaying } from './station/show-playing.ts';
import { attachHls } from './radio/hls.ts';
import { createRadio } from './radio/radio.ts';
import { fetchRefusal } from './radio/refusal.ts';

/*
 * The page of a station: a player that doesn't stop in place of the link to the stream, what plays when it is heard, and
 * times in the reader's zone. Without this script the page has the link and the browser's own player.
 */

const start = (): void => {
  replaceBroken();
  localTimes(document);
  setUpShare();
  showOffline();
  const box = document.querySelector<HTMLElement>('[data-radio]');
  if (box) setUpRadio(box);
  addEventListener('load', installWorker);
};

const setUpRadio = (box: HTMLElement): void => {
  const { stream = '', hls = '', live = '' } = box.dataset;
  const source = { url: stream, hls: hls === '' ? null : hls };
  const face = createFace(box);
  const radio = createRadio({ makeAudio: () => new Audio(), attachHls, why: fetchRefusal, changed: face.show });
  const toggle = (): void => {
    if (['stopped', 'refused', 'paused'].includes(radio.state().status)) radio.play(source);
    else radio.stop();
  };
  face.button.addEventListener('click', toggle);
  face.volume.addEventListener('input', () => radio.setVolume(Number(face.volume.value) / 100));
  addMediaKeys({ play: () => radio.play(source), stop: radio.stop });
  let received = 0;
  let shown = 0;
  followStation(live, (playing: Playing, serverAheadMs: number) => {
    const number = ++received;
    const show = (): void => {
      // Once the sound is off, the newest title is shown at once.
      if (number < shown) return;
      shown = number;
      showPlaying(box, playing);
    };
    setTimeout(show, radio.heardInMs(playing.burst_ms, serverAheadMs));
  });
  // Links from search engines and the installed page ask for sound; where the browser forbids it, the button remains.
  if (new URLSearchParams(location.search).has('play')) radio.play(source);
};

const addMediaKeys = ({ play, stop }: { play(): void; stop(): void }): void => {
  if (!('mediaSession' in navigator)) return;
  navigator.mediaSession.setActionHandler('play', play);
  for (const action of ['pause', 'stop'] as const) navigator.mediaSession.setActionHandler(action, stop);
};

const showOffline = (): void => {
  const note = document.querySelector<HTMLElement>('[data-offline]');
  if (!note) return;
  const show = (): void => void (note.hidden = navigator.onLine);
  addEventListener('online', show);
  addEventListener('offline', show);
  show();
};

/** The worker shows the page without a network; pages without one work as well. */
const installWorker = (): void => {
  const { pathname } = location;
  navigator.serviceWorker?.register(`${pathname}/sw.js`, { scope: pathname }).catch(() => undefined);
};

start();
