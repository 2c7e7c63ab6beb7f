import { readCues, type Cue } from './read-cues.ts';
import { clockTime } from './clock-time.ts';

/** Fetches and shows a transcript when its section is opened, highlights the current cue, and plays a clicked cue. */
export const followTranscript = (audio: HTMLAudioElement, part: HTMLDetailsElement): void => {
  const link = part.querySelector<HTMLAnchorElement>('a[data-file]');
  if (!link) return;
  const list = cueList(audio, part);
  const show = (): void => {
    part.dataset['loaded'] = '';
    load(link.href).then(
      list.show,
      // The download link stays available.
      () => delete part.dataset['loaded'],
    );
  };
  part.addEventListener('toggle', () => {
    if (part.open && part.dataset['loaded'] === undefined) show();
  });
  // Which audio this listener gets, and so where its cues are, is decided by its first byte.
  audio.addEventListener('loadedmetadata', () => {
    if (part.dataset['loaded'] !== undefined) show();
  });
};

const load = async (url: string): Promise<Cue[]> => {
  const { pathname } = new URL(url);
  const reply = await fetch(pathname, { cache: 'no-cache' });
  if (!reply.ok) throw new Error(`The transcript request failed with status ${String(reply.status)}.`);
  return readCues(await reply.text());
};

const cueList = (audio: HTMLAudioElement, part: HTMLElement): { show(cues: readonly Cue[]): void } => {
  const list = Object.assign(document.createElement('div'), { className: 'cues' });
  let shown: { start: number; text: string; button: HTMLButtonElement }[] = [];
  /** The cue that was clicked before the audio was loaded, when its place was not known yet. */
  let awaited: number | undefined;
  audio.addEventListener('timeupdate', () => {
    const now = shown.findLastIndex(({ start }) => start <= audio.currentTime + 0.1);
    shown.forEach(({ button }, i) => {
      if (i === now) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    });
  });
  return {
    show(cues) {
      const cue = awaited === undefined ? undefined : cues[awaited];
      awaited = undefined;
      if (isSame(shown, cues)) return;
      shown = cues.map((cue, i) => ({ ...cue, button: cueButton(audio, cue, () => (awaited = i)) }));
      list.replaceChildren(...shown.map(({ button }) => button));
      part.append(list);
      if (cue) audio.currentTime = cue.start;
    },
  };
};

const isSame = (some: readonly Cue[], others: readonly Cue[]): boolean =>
  some.length === others.length &&
  some.every(({ start, text }, i) => start === others[i]!.start && text === others[i]!.text);

const cueButton = (audio: HTMLAudioElement, cue: Cue, isEarly: () => void): HTMLButtonElement => {
  const button = Object.assign(document.createElement('button'), { type: 'button' as const });
  const at = Object.assign(document.createElement('span'), { className: 'at', textContent: clockTime(cue.start) });
  button.append(at, Object.assign(document.createElement('span'), { textContent: cue.text }));
  button.addEventListener('click', () => {
    if (audio.readyState === 0) isEarly();
    audio.currentTime = cue.start;
    if (audio.paused) audio.play().catch(() => undefined);
  });
  return button;
};
