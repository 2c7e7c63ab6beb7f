/** The player's state, as the website around it reads it (spec §3). */
export type PublicState = {
  playingStatus: 'stopped' | 'connecting' | 'playing' | 'waiting' | 'refused';
  station: { key: string; name: string; route: string; streamBase: string; streamName: string };
  track: { title: string; artist: string; artwork: string | null; started: string | null } | null;
  reason: string;
  /** 0 to 100. */
  volume: number;
};

type Player = {
  play(): void;
  pause(): void;
  toggle(): void;
  setVolume(to: number): void;
  mute(isMuted: boolean): void;
  isMuted(): boolean;
  choose(station: string): void;
  state(): PublicState;
};
type EventName = 'ready' | 'state' | 'track' | 'error';

const dialect = { context: 'player.js', version: '0.0.11' };
const dialectEvents = ['ready', 'play', 'pause', 'error'];
const dialectMethods = [
  ...['play', 'pause', 'getPaused', 'mute', 'unmute', 'getMuted', 'setVolume', 'getVolume', 'getDuration'],
  ...['getCurrentTime', 'addEventListener', 'removeEventListener'],
];

/**
 * Control by the website around the frame: `{ player: 1, do: 'play' }` and the player.js 0.1 dialect. Windows that sent a message
 * get the events; the page around gets `ready`. Nothing of it is secret: a website may know what its player plays.
 */
export const createApi = (player: Player) => {
  const asking = new Set<Window>();
  /** Who listens to which event of the dialect, with the listener's name. */
  let listeners: { to: Window; event: string; listener: string | undefined }[] = [];
  const post = (to: Window, message: unknown): void => to.postMessage(message, '*');
  const postDialect = (to: Window, event: string, value: unknown, listener?: string): void =>
    post(to, JSON.stringify({ ...dialect, event, value, listener }));

  const obey = (name: unknown, value: unknown): void => {
    if (name === 'play') player.play();
    if (name === 'pause') player.pause();
    if (name === 'toggle') player.toggle();
    if (name === 'volume' && typeof value === 'number') player.setVolume(value);
    if (name === 'station' && typeof value === 'string') player.choose(value);
  };
  const answer = (method: string): unknown => {
    if (method === 'getPaused') return player.state().playingStatus === 'stopped';
    if (method === 'getMuted') return player.isMuted();
    if (method === 'getVolume') return player.state().volume;
    return 0;
  };
  const obeyDialect = (from: Window, text: string): void => {
    const { context, method, value, listener } = JSON.parse(text) as Record<string, unknown>;
    if (context !== dialect.context || typeof method !== 'string') return;
    const name = typeof listener === 'string' ? listener : undefined;
    if (method === 'addEventListener') {
      listeners.push({ to: from, event: String(value), listener: name });
      if (value === 'ready') postDialect(from, 'ready', {}, name);
    } else if (method === 'removeEventListener')
      listeners = listeners.filter((one) => one.to !== from || one.event !== value || (name && one.listener !== name));
    else if (method === 'mute' || method === 'unmute') player.mute(method === 'mute');
    else if (method === 'setVolume') player.setVolume(Number(value));
    else if (method.startsWith('get')) postDialect(from, method, answer(method), name);
    else obey(method, value);
  };
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    const from = source as Window | null;
    if (!from || from === window) return;
    if (typeof data === 'string') {
      try {
        obeyDialect(from, data);
      } catch {
        // A message to another part of the page.
      }
      return;
    }
    const message = data as { player?: unknown; do?: unknown; value?: unknown } | null;
    if (message?.player !== 1 || typeof message.do !== 'string') return;
    asking.add(from);
    obey(message.do, message.value);
    post(from, { player: 1, event: 'state', state: player.state() });
  });
  const report = (event: EventName): void => {
    for (const to of asking) post(to, { player: 1, event, state: player.state() });
    const { playingStatus } = player.state();
    const named = event === 'error' ? 'error' : playingStatus === 'playing' ? 'play' : 'pause';
    if (event === 'track') return;
    for (const one of listeners) if (one.event === named) postDialect(one.to, named, {}, one.listener);
  };
  return {
    report,
    /** To the page around: its size should be another, the menu is open. */
    tell: (message: Record<string, unknown>): void => {
      for (const to of asking) post(to, { player: 1, ...message });
    },
    ready: (): void => {
      if (parent === window) return;
      post(parent, { player: 1, event: 'ready' });
      postDialect(parent, 'ready', { src: location.href, events: dialectEvents, methods: dialectMethods });
    },
  };
};
