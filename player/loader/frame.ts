import type { EmbedPlace } from '#contract/api/embed.ts';

/** What a website knows of its player; the same as in the frame (player/embed/api.ts). */
export type State = {
  playingStatus: string;
  station: { key: string; name: string; route: string; streamBase: string; streamName: string };
  track: { title: string; artist: string; artwork: string | null; started: string | null } | null;
  reason: string;
  volume: number;
};
export type EventName = 'ready' | 'state' | 'track' | 'error' | 'menu' | 'escape';
type Listener = (state: State | undefined, message: Record<string, unknown>) => void;

/** A player in the page: its frame, and the control of it. */
export type Frame = {
  key: string;
  element: HTMLIFrameElement;
  /** Undefined before the frame has reported. */
  state(): State | undefined;
  /** Loads it, also if it would wait until it is nearly seen. Controlling it does so, too. */
  load(): void;
  do(what: string, value?: unknown): void;
  on(event: EventName, listener: Listener): () => void;
};

/** Styles by CSSOM, so that the page's Content-Security-Policy needs no `style-src` for it. */
export const style = <E extends HTMLElement>(element: E, rules: Record<string, string>): E => {
  for (const [name, value] of Object.entries(rules)) element.style.setProperty(name, value);
  return element;
};

/** Makes the frame of a player, which the caller puts into the page. */
export const createFrame = (
  base: string,
  key: string,
  { name, language, settings, colours }: EmbedPlace,
  station: string | null,
): Frame => {
  const query = new URLSearchParams({ lang: language, ...(station && { station }) });
  const url = `${base}/embed/${key}?${String(query)}`;
  const element = Object.assign(document.createElement('iframe'), {
    loading: settings.variant === 'inline' && settings.start !== 'attempt' ? 'lazy' : 'eager',
    title: name,
    allow: 'autoplay; clipboard-write; web-share',
  });
  style(element, {
    ...{ border: '0', display: 'block', width: '100%', height: '100%' },
    // Where it differs from that of the frame, browsers paint the corners.
    'color-scheme': colours.theme === 'auto' ? 'light dark' : colours.theme,
    ...(settings.variant !== 'sticky' && { 'border-radius': `${String(settings.radius)}px` }),
  });
  const listeners = new Set<[EventName, Listener]>();
  let state: State | undefined;
  let isReady = false;
  let waiting: [string, unknown][] = [];
  const send = (what: string, value?: unknown): void =>
    element.contentWindow?.postMessage({ player: 1, do: what, value }, new URL(base).origin);

  addEventListener('message', ({ source, data }: MessageEvent<Record<string, unknown> | null>) => {
    if (source === null || source !== element.contentWindow || data?.['player'] !== 1) return;
    const event = data['event'] as EventName;
    if (data['state'] !== undefined) state = data['state'] as State;
    if (event === 'ready') {
      isReady = true;
      send('hello');
      for (const [what, value] of waiting) send(what, value);
      waiting = [];
    }
    for (const [wanted, listener] of listeners) if (wanted === event) listener(state, data);
  });
  const load = (): void => {
    element.loading = 'eager';
    element.src ||= url;
  };
  if (settings.variant !== 'floating') element.src = url;
  return {
    ...{ key, element, load },
    state: () => state,
    do(what, value) {
      load();
      if (isReady) send(what, value);
      else waiting.push([what, value]);
    },
    on(event, listener) {
      const entry: [EventName, Listener] = [event, listener];
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
  };
};
