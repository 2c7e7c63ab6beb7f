import { readCues, type Cue } from './read-cues.ts';
import { clockTime } from './clock-time.ts';

/** Fetches and shows a transcript when its section is opened, highlights the current cue, and plays a clicked cue. */
export const followTranscript = (audio: HTMLAudioElement, part: HTMLDetailsElement): void => {
  const link = part.querySelector<HTMLAnchorElement>('a[data-file]');
  if (!link) return;
  part.addEventListener('toggle', () => {
    if (!part.open || part.dataset['loaded'] !== undefined) return;
    part.dataset['loaded'] = '';
    load(link.href).then(
      (cues) => show(audio, part, cues),
      // The download link stays available.
      () => delete part.dataset['loaded'],
    );
  });
};

const load = async (url: string): Promise<Cue[]> => {
  const { pathname } = new URL(url);
  const reply = await fetch(pathname);
  if (!reply.ok) throw new Error(`The transcript request failed with status ${String(reply.status)}.`);
  return readCues(await reply.text());
};

const show = (audio: HTMLAudioElement, part: HTMLElement, cues: readonly Cue[]): void => {
  const list = Object.assign(document.createElement('div'), { className: 'cues' });
  const buttons = cues.map((cue) => {
    const button = Object.assign(document.createElement('button'), { type: 'button' });
    const at = Object.assign(document.createElement('span'), { className: 'at', textContent: clockTime(cue.start) });
    button.append(at, Object.assign(document.createElement('span'), { textContent: cue.text }));
    button.addEventListener('click', () => {
      audio.currentTime = cue.start;
      if (audio.paused) audio.play().catch(() => undefined);
    });
    return button;
  });
  list.append(...buttons);
  part.append(list);
  audio.addEventListener('timeupdate', () => {
    const now = cues.findLastIndex(({ start }) => start <= audio.currentTime + 0.1);
    buttons.forEach((button, i) => {
      if (i === now) button.setAttribute('aria-current', 'true');
      else button.removeAttribute('aria-current');
    });
  });
};
