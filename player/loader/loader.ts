import type { EmbedPlace } from '#contract/api/embed.ts';
import { playOn } from './continue.ts';
import { createFrame, style, type EventName, type Frame, type State } from './frame.ts';
import { putFloating, putInline, putSticky } from './places.ts';

/*
 * Shows players of ours in a website: `<script async src=".../embed/v1.js" data-player="y-…">` where it stands or over the page, and
 * `<radio-player key="y-…">`. Its address never changes; what breaks websites becomes v2.js.
 */

/** The control of a player by the website. */
type Control = {
  play(): void;
  pause(): void;
  toggle(): void;
  /** 0 to 100. */
  volume(to: number): void;
  station(key: string): void;
  readonly state: State | undefined;
  on(event: EventName, listener: (state: State | undefined) => void): () => void;
};

const script = document.currentScript as HTMLScriptElement | null;
const base = script ? new URL(script.src).origin : '';
const frames = new Map<HTMLElement, Frame>();

const controlOf = (frame: Frame): Control => ({
  play: () => frame.do('play'),
  pause: () => frame.do('pause'),
  toggle: () => frame.do('toggle'),
  volume: (to) => frame.do('volume', to),
  station: (key) => frame.do('station', key),
  get state() {
    return frame.state();
  },
  on: (event, listener) => frame.on(event, listener),
});

/** Makes the player of an element; nothing if the player is not there, and the website sees why in its console. */
const show = async (host: HTMLElement, key: string, station: string | null): Promise<void> => {
  const language = host.closest('[lang]')?.getAttribute('lang') ?? '';
  const height = Number(host.getAttribute('height'));
  // Its place, at once: what follows it in the page does not move when it comes.
  if (height > 0) style(host, { display: 'block', height: `${String(height)}px` });
  const reply = await fetch(`${base}/embed/${key}.json?lang=${encodeURIComponent(language)}`);
  const place = (await reply.json()) as EmbedPlace & { error?: string };
  if (!reply.ok) {
    style(host, { height: '' });
    // oxlint-disable-next-line no-console -- those who build the website look there
    return console.warn(`Radio player ${key}: ${place.error ?? ''}`);
  }
  if (!host.isConnected || frames.has(host)) return;
  const frame = createFrame(base, key, place, station);
  frames.set(host, frame);
  const { variant } = place.settings;
  if (variant === 'inline') putInline(host, place, frame);
  else (variant === 'sticky' ? putSticky : putFloating)(host, place, frame);
  if (place.settings.continue) playOn(frame);
  host.dispatchEvent(new CustomEvent('radio-ready', { bubbles: true, detail: controlOf(frame) }));
};

class RadioPlayer extends HTMLElement {
  connectedCallback(): void {
    const key = this.getAttribute('key');
    if (key) void show(this, key, this.getAttribute('station')).catch(() => undefined);
  }
  disconnectedCallback(): void {
    frames.delete(this);
    this.replaceChildren();
  }
}

const scope = window as unknown as { radioPlayer?: unknown };
if (scope.radioPlayer === undefined) {
  scope.radioPlayer = {
    /** The player of an element, or the first one with this key; undefined until it is there. */
    get(wanted: HTMLElement | string): Control | undefined {
      for (const [host, frame] of frames)
        if (host === wanted || frame.element === wanted || frame.key === wanted) return controlOf(frame);
      return undefined;
    },
  };
  if (!customElements.get('radio-player')) customElements.define('radio-player', RadioPlayer);
}
const { player, station, height } = script?.dataset ?? {};
if (script && player !== undefined) {
  const element = document.createElement('radio-player');
  element.setAttribute('key', player);
  if (station !== undefined) element.setAttribute('station', station);
  if (height !== undefined) element.setAttribute('height', height);
  // The script has kept the place until now.
  style(script, { display: 'none' });
  if (document.head.contains(script)) document.body.append(element);
  else script.after(element);
}
