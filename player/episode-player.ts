import { createEpisodeSession } from './episode-session.ts';
import { playerControls, type PlayerControls } from './player-face.ts';
import { createRemote } from './radio/remote.ts';
import { followTranscript } from './transcript.ts';
import { clockTime } from './clock-time.ts';
import { replaceBroken } from './broken-pictures.ts';

/*
 * The player of public pages and embedded episodes. It replaces the browser's controls of the `<audio>` in each
 * `<div data-player>`. Without this script the browser's controls and plain links work.
 */

const jumpBackS = 15;
const jumpForwardS = 30;
/** The position is saved only after this much listening. */
const rememberFromS = 10;

const start = (): void => {
  replaceBroken();
  for (const box of document.querySelectorAll<HTMLElement>('[data-player]')) setUpPlayer(box);
};

const setUpPlayer = (box: HTMLElement): void => {
  const audio = box.querySelector('audio');
  if (!audio) return;
  const remote = createRemote({ heard: () => audio, changed: (state) => face.showDevice(state) });
  const face = playerControls(box, remote.choose);
  audio.controls = false;
  audio.hidden = true;
  box.dataset['ready'] = '';
  showProgress(audio, face);
  connectControls(audio, face);
  showOnLockScreen(audio);
  // A device is looked for once there is sound that it could play.
  audio.addEventListener('loadedmetadata', () => remote.watch(audio));
  for (const list of document.querySelectorAll<HTMLElement>('[data-chapters]')) followChapters(audio, list);
  for (const part of document.querySelectorAll<HTMLDetailsElement>('[data-transcript]')) followTranscript(audio, part);
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-play]')) playHere(box, audio, button);
  rememberPosition(audio);
};

const showOnLockScreen = (audio: HTMLAudioElement): void => {
  const session = createEpisodeSession(audio, {
    play: () => audio.paused && toggle(audio),
    pause: () => audio.pause(),
    seek: (to) => seek(audio, to),
    step: undefined,
  });
  audio.addEventListener('play', () => {
    const { title = document.title, show: podcast = '', image = '', chaptersUrl = null } = audio.dataset;
    session.show({ title, podcast, album: podcast, image: image || null, chapters: chaptersUrl });
  });
};

const connectControls = (audio: HTMLAudioElement, face: PlayerControls): void => {
  face.play.addEventListener('click', () => toggle(audio));
  face.back.addEventListener('click', () => seek(audio, audio.currentTime - jumpBackS));
  face.forward.addEventListener('click', () => seek(audio, audio.currentTime + jumpForwardS));
  face.bar.addEventListener('input', () => seek(audio, Number(face.bar.value)));
  face.speed.addEventListener('change', () => {
    audio.playbackRate = Number(face.speed.value);
  });
};

const showProgress = (audio: HTMLAudioElement, face: PlayerControls): void => {
  const initialSeconds = Number(audio.dataset['seconds'] ?? '0');
  const show = (): void => {
    const duration =
      Number.isFinite(audio.duration) && audio.duration > 0
        ? audio.duration
        : Number(audio.dataset['seconds'] ?? initialSeconds);
    face.bar.max = String(Math.floor(duration));
    face.bar.value = String(Math.floor(audio.currentTime));
    face.bar.setAttribute('aria-valuetext', `${clockTime(audio.currentTime)} / ${clockTime(duration)}`);
    face.bar.style.setProperty('--done', `${String(duration > 0 ? (audio.currentTime / duration) * 100 : 0)}%`);
    face.time.textContent = `${clockTime(audio.currentTime)} / ${clockTime(duration)}`;
  };
  const showState = (): void => face.setPlaying(!audio.paused);
  for (const event of ['timeupdate', 'seeked', 'durationchange', 'emptied']) audio.addEventListener(event, show);
  for (const event of ['play', 'pause', 'ended']) audio.addEventListener(event, showState);
  audio.addEventListener('waiting', () => face.setWaiting(true));
  for (const event of ['playing', 'pause', 'error']) audio.addEventListener(event, () => face.setWaiting(false));
  audio.addEventListener('error', () => face.fail());
  show();
  showState();
};

const toggle = (audio: HTMLAudioElement): void => {
  // A failure to play is reported by the audio's error event.
  if (audio.paused) audio.play().catch(() => undefined);
  else audio.pause();
};

/** Seeks; audio that isn't loaded yet starts at this position once it is. */
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
  let moved: Promise<void> | undefined;
  const startOf = (link: HTMLAnchorElement): number => Number(link.dataset['start']);
  // Which audio this listener gets, and so where its chapters begin, is decided by its first byte.
  audio.addEventListener('loadedmetadata', () => {
    moved = moveChapters(audio.dataset['key'] ?? '', links).catch(() => undefined);
  });
  for (const link of links)
    link.addEventListener('click', (event) => {
      event.preventDefault();
      seek(audio, startOf(link));
      if (audio.paused) toggle(audio);
      const before = startOf(link);
      const correct = (): void => {
        void moved?.then(() => {
          if (startOf(link) !== before) seek(audio, startOf(link));
        });
      };
      if (audio.readyState > 0) correct();
      else audio.addEventListener('loadedmetadata', correct, { once: true });
    });
  audio.addEventListener('timeupdate', () => {
    const current = links.findLast((link) => startOf(link) <= audio.currentTime + 0.2);
    for (const link of links) {
      if (link === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  });
};

/** Gives chapters their starts in the audio that this listener gets: spots move them. */
const moveChapters = async (key: string, links: readonly HTMLAnchorElement[]): Promise<void> => {
  if (links.length === 0) return;
  const reply = await fetch(`/episodes/${key}/chapters.json`, { cache: 'no-cache' });
  if (!reply.ok) return;
  const { chapters } = (await reply.json()) as { chapters: { startTime: number }[] };
  if (chapters.length !== links.length) return;
  links.forEach((link, i) => {
    const { startTime } = chapters[i]!;
    link.dataset['start'] = String(startTime);
    const time = link.querySelector('time');
    if (time) time.textContent = clockTime(startTime);
  });
};

/** Makes a list's button play its episode in the page's shared player. */
const playHere = (box: HTMLElement, audio: HTMLAudioElement, button: HTMLButtonElement): void => {
  const source = button.dataset['play'] ?? '';
  button.hidden = false;
  button.addEventListener('click', () => {
    box.hidden = false;
    if (audio.getAttribute('src') !== source) {
      audio.dataset['seconds'] = button.dataset['seconds'] ?? '0';
      audio.dataset['title'] = button.dataset['title'] ?? '';
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

/** Starts at `#t=90` in the URL, else at the saved position. Works without storage if the browser denies it. */
const rememberPosition = (audio: HTMLAudioElement): void => {
  const name = audio.dataset['key'];
  if (name === undefined) return;
  const key = `place:${name}`;
  const fromUrl = /^#t=(\d+)/.exec(location.hash)?.[1];
  try {
    const at = Number(fromUrl ?? localStorage.getItem(key) ?? 0);
    if (at > 0) seek(audio, at);
    audio.addEventListener('pause', () => {
      if (audio.currentTime >= rememberFromS) localStorage.setItem(key, String(Math.floor(audio.currentTime)));
    });
    audio.addEventListener('ended', () => localStorage.removeItem(key));
  } catch {
    if (fromUrl !== undefined) seek(audio, Number(fromUrl));
  }
};

start();
