import { deviceButton } from '../device-button.ts';
import { attachHls } from '../radio/hls.ts';
import { createRadio } from '../radio/radio.ts';
import { fetchRefusal } from '../radio/refusal.ts';
import { followStation, type Playing } from './follow-station.ts';
import { pageWords } from './page-words.ts';
import { createFace } from './radio-face.ts';
import { showPlaying } from './show-playing.ts';

/** Makes a station's box a player that doesn't stop, and shows what plays when it is heard. */
export const setUpRadio = (box: HTMLElement): void => {
  const { stream = '', hls = '', live = '' } = box.dataset;
  const source = { url: stream, hls: hls === '' ? null : hls };
  const face = createFace(box);
  const device = deviceButton(pageWords(box).playOnDevice, () => radio.chooseDevice());
  box.append(device.element);
  const radio = createRadio({
    ...{ makeAudio: () => new Audio(), attachHls, why: fetchRefusal },
    ...{ changed: face.show, remoteChanged: device.show },
  });
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
