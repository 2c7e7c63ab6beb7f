import { playerFace, type Face } from './player-face.ts';
import { followTranscript } from './transcript.ts';
import { clockTime } from './clock-time.ts';

/*
 * The player of public pages and of embedded episodes: it takes the place of the browser's own controls of the `<audio>` in
 * each `<div data-player>`. Without this script those controls are there, and links do what they say.
 */

const jumpBackS = 15;
const jumpOnS = 30;
/** A place is remembered once a person has listened to some of it. */
const rememberFromS = 10;

const start = (): void => {
  for (const cover of document.querySelectorAll<HTMLImageElement>('[data-art]')) replaceBroken(cover);
  for (const box of document.querySelectorAll<HTMLElement>('[data-player]')) equip(box);
};

const equip = (box: HTMLElement): void => {
  const audio = box.querySelector('audio');
  if (!audio) return;
  const face = playerFace(box);
  audio.controls = false;
  audio.hidden = true;
  box.dataset['ready'] = '';
  listen(audio, face);
  press(audio, face);
  for (const list of document.querySelectorAll<HTMLElement>('[data-chapters]')) followChapters(audio, list);
  for (const part of document.querySelectorAll<HTMLDetailsElement>('[data-transcript]')) followTranscript(audio, part);
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-play]')) playHere(box, audio, button);
  keepPlace(audio);
};

/** Shows the sign that stands behind a cover where the cover can't be had, be it before this script ran or after. */
const replaceBroken = (cover: HTMLImageElement): void => {
  const replace = (): void => {
    const sign = cover.nextElementSibling;
    if (!(sign instanceof HTMLElement)) return;
    cover.hidden = true;
    sign.hidden = false;
  };
  if (cover.complete && cover.naturalWidth === 0) replace();
  cover.addEventListener('error', replace);
};

const press = (audio: HTMLAudioElement, face: Face): void => {
  face.play.addEventListener('click', () => toggle(audio));
  face.back.addEventListener('click', () => seek(audio, audio.currentTime - jumpBackS));
  face.on.addEventListener('click', () => seek(audio, audio.currentTime + jumpOnS));
  face.bar.addEventListener('input', () => seek(audio, Number(face.bar.value)));
  face.speed.addEventListener('change', () => {
    audio.playbackRate = Number(face.speed.value);
  });
};

const listen = (audio: HTMLAudioElement, face: Face): void => {
  const told = Number(audio.dataset['seconds'] ?? '0');
  const show = (): void => {
    const whole =
      Number.isFinite(audio.duration) && audio.duration > 0 ? audio.duration : Number(audio.dataset['seconds'] ?? told);
    face.bar.max = String(Math.floor(whole));
    face.bar.value = String(Math.floor(audio.currentTime));
    face.bar.setAttribute('aria-valuetext', `${clockTime(audio.currentTime)} of ${clockTime(whole)}`);
    face.bar.style.setProperty('--done', `${String(whole > 0 ? (audio.currentTime / whole) * 100 : 0)}%`);
    face.time.textContent = `${clockTime(audio.currentTime)} / ${clockTime(whole)}`;
  };
  const turn = (): void => face.setPlaying(!audio.paused);
  for (const event of ['timeupdate', 'seeked', 'durationchange', 'emptied']) audio.addEventListener(event, show);
  for (const event of ['play', 'pause', 'ended']) audio.addEventListener(event, turn);
  audio.addEventListener('waiting', () => face.setWaiting(true));
  for (const event of ['playing', 'pause', 'error']) audio.addEventListener(event, () => face.setWaiting(false));
  audio.addEventListener('error', () => face.fail());
  show();
  turn();
};

const toggle = (audio: HTMLAudioElement): void => {
  // A refusal to play is told by the audio's own error event.
  if (audio.paused) audio.play().catch(() => undefined);
  else audio.pause();
};

/** What isn't loaded yet begins at that place once it is. */
const seek = (audio: HTMLAudioElement, to: number): void => {
  const at = Math.max(0, to);
  if (audio.readyState > 0) audio.currentTime = Math.min(at, audio.duration || at);
  else {
    audio.addEventListener('loadedmetadata', () => (audio.currentTime = at), { once: true });
    audio.load();
  }
};

const followChapters = (audio: HTMLAudioElement, list: HTMLElement): void => {
  const links = [...list.querySelectorAll<HTMLAnchorElement>('[data-start]')];
  for (const link of links)
    link.addEventListener('click', (event) => {
      event.preventDefault();
      seek(audio, Number(link.dataset['start']));
      if (audio.paused) toggle(audio);
    });
  audio.addEventListener('timeupdate', () => {
    const current = links.findLast((link) => Number(link.dataset['start']) <= audio.currentTime + 0.2);
    for (const link of links) {
      if (link === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  });
};

/** A button of a list plays its episode in the one player of the page. */
const playHere = (box: HTMLElement, audio: HTMLAudioElement, button: HTMLButtonElement): void => {
  const source = button.dataset['play'] ?? '';
  button.hidden = false;
  button.addEventListener('click', () => {
    box.hidden = false;
    if (audio.getAttribute('src') !== source) {
      audio.dataset['seconds'] = button.dataset['seconds'] ?? '0';
      audio.src = source;
      const title = box.querySelector<HTMLAnchorElement>('[data-now]');
      if (title)
        Object.assign(title, { textContent: button.dataset['title'] ?? '', href: button.dataset['page'] ?? '' });
    }
    toggle(audio);
  });
  const show = (): void => {
    const isThis = audio.getAttribute('src') === source && !audio.paused;
    button.setAttribute('aria-pressed', String(isThis));
  };
  for (const event of ['play', 'pause', 'ended', 'emptied']) audio.addEventListener(event, show);
};

/** Begins at the `#t=90` of the address, else where this person stopped; what may not be kept is not. */
const keepPlace = (audio: HTMLAudioElement): void => {
  const name = audio.dataset['key'];
  if (name === undefined) return;
  const key = `place:${name}`;
  const asked = /^#t=(\d+)/.exec(location.hash)?.[1];
  try {
    const at = Number(asked ?? localStorage.getItem(key) ?? 0);
    if (at > 0) seek(audio, at);
    audio.addEventListener('pause', () => {
      if (audio.currentTime >= rememberFromS) localStorage.setItem(key, String(Math.floor(audio.currentTime)));
    });
    audio.addEventListener('ended', () => localStorage.removeItem(key));
  } catch {
    if (asked !== undefined) seek(audio, Number(asked));
  }
};

start();
