import { createConnectionPair } from './connection-pair.ts';
import { createConnection, type Connection, type RadioSource, type Via } from './connection.ts';
import type { AttachHls } from './hls.ts';
import { createReconnection } from './reconnection.ts';
import type { Refusal } from './refusal.ts';

export type RadioStatus = 'stopped' | 'connecting' | 'playing' | 'waiting' | 'paused' | 'refused';
export type RadioState = {
  status: RadioStatus;
  /** The protocol in use. */
  via: Via;
  /** Why it does not play, for the listener; '' if unknown. */
  reason: string;
};

type Needs = {
  makeAudio(): HTMLAudioElement;
  attachHls: AttachHls;
  /** Why the server refuses a stream; undefined if it does not. */
  why(url: string, signal: AbortSignal): Promise<Refusal | undefined>;
  changed(state: RadioState): void;
  /** A lost connection was replaced. */
  reconnected?(): void;
};

const lookMs = 250;
/** Failed attempts with one protocol before the other is tried. */
const triesPerWay = 2;
/** The engine publishes a title this much before its sound is in the stream. */
const engineMs = 450;

/**
 * A station's sound that does not stop: one audio element is heard, and when its connection is lost a second one
 * connects again while the first plays on from its buffer. Which element is heard then changes without a gap, as long as
 * the new connection is there before the buffer is used up. After two failures it tries HLS if the station has it, and
 * back. If the server refuses the listener, it says why and stops.
 */
export const createRadio = ({ makeAudio, attachHls, why, changed, reconnected }: Needs) => {
  let state: RadioState = { status: 'stopped', via: 'stream', reason: '' };
  let station: RadioSource = { url: '', hls: null };
  /** The station's URLs with a key, by which its server knows that a new connection belongs to the same listener. */
  let source = station;
  let watch: ReturnType<typeof setInterval> | undefined;
  let question = new AbortController();

  const become = (change: Partial<RadioState>): void => {
    state = { ...state, ...change };
    changed(state);
  };
  const isWanted = (): boolean => state.status !== 'stopped' && state.status !== 'refused' && state.status !== 'paused';

  const make = (): Connection => {
    const connection = createConnection(makeAudio(), attachHls);
    const { audio } = connection;
    const isHeard = (): boolean => connection === connections.heard && audio.getAttribute('src') !== null;
    audio.addEventListener('playing', () => {
      if (!isHeard() || !isWanted()) return;
      reconnection.hasSound();
      question.abort();
      become({ status: 'playing', reason: '' });
    });
    audio.addEventListener('waiting', () => isHeard() && state.status === 'playing' && become({ status: 'waiting' }));
    // A telephone call, or another app that plays.
    audio.addEventListener('pause', () => {
      if (isHeard() && isWanted() && audio.paused && !audio.ended && !audio.error) suspend();
    });
    audio.addEventListener('play', () => connection === connections.heard && state.status === 'paused' && restart());
    return connection;
  };

  const connections = createConnectionPair({ make, blocked: () => stop(), switched: () => reconnected?.() });
  const reconnection = createReconnection({
    connections,
    connect: () => isWanted() && connections.openNext(source, state.via),
    failed(failures) {
      const switchesWay = source.hls !== null && failures % triesPerWay === 0;
      if (switchesWay) become({ via: state.via === 'hls' ? 'stream' : 'hls' });
      void explain();
    },
    lost(heard) {
      const isSilent = heard.isOver() || heard.ahead() === 0;
      if (isSilent && state.status !== 'waiting') become({ status: 'waiting' });
    },
  });
  const explain = async (): Promise<void> => {
    question.abort();
    question = new AbortController();
    const { signal } = question;
    const refusal = await why(station.url, signal);
    if (signal.aborted || !isWanted()) return;
    if (refusal?.isFinal === true) return release('refused', refusal.reason);
    if (refusal?.retryAfterMs !== undefined) reconnection.retryIn(refusal.retryAfterMs);
    if (state.status !== 'playing') become({ reason: refusal?.reason ?? '' });
  };

  const look = (): void => {
    if (isWanted()) reconnection.look();
  };
  const suspend = (): void => {
    reconnection.cancel();
    become({ status: 'paused', reason: 'Paused by the device.' });
  };
  const restart = (): void => {
    if (!connections.heard) return;
    reconnection.reset();
    become({ status: 'connecting', reason: '' });
    connections.open(source, state.via);
  };
  /** The network or the page came back: a waiting attempt is made at once, and a connection of another network checked. */
  const hurry = (): void => {
    if (isWanted()) reconnection.hurry();
  };
  const release = (status: 'stopped' | 'refused', reason: string): void => {
    clearInterval(watch);
    watch = undefined;
    question.abort();
    become({ status, reason });
    reconnection.cancel();
    connections.heard?.drop();
  };
  const stop = (): void => release('stopped', '');
  const begin = (via: Via): void => {
    connections.make();
    watch ??= setInterval(look, lookMs);
    reconnection.hasSound();
    become({ via: source.hls === null ? 'stream' : via });
    restart();
  };
  for (const [target, type] of comingBack()) target.addEventListener(type, hurry);

  return {
    /** Plays a source from its live edge. Call it in a click: browsers allow sound only there. */
    play(to: RadioSource, by: Via = 'stream'): void {
      station = to;
      source = { ...to, url: `${to.url}${to.url.includes('?') ? '&' : '?'}s=${newKey()}` };
      begin(by);
    },
    /** Plays the same source by another protocol. */
    playBy(via: Via): void {
      if (isWanted()) begin(via);
    },
    stop,
    setVolume: connections.setVolume,
    state: () => state,
    /**
     * When the sound that the station sends now will be heard: ms from now, 0 if that is unknown. HLS needs to know how
     * far the server's clock is ahead of this one, ms.
     */
    heardInMs(burstMs: number, serverAheadMs = 0): number {
      const behind = state.status === 'playing' ? connections.heard?.behindMs(burstMs, serverAheadMs) : undefined;
      return behind === undefined ? 0 : Math.max(0, behind + engineMs);
    },
    /** The element that is heard; undefined before the first one. */
    heard: () => connections.heard,
    dispose(): void {
      stop();
      for (const [target, type] of comingBack()) target.removeEventListener(type, hurry);
    },
  };
};

/** 96 random bits as text; not a secret. */
const newKey = (): string =>
  Array.from({ length: 4 }, () => Math.floor(Math.random() * 2 ** 24).toString(36)).join('-');

export type Radio = ReturnType<typeof createRadio>;

/** Events after which the network or the page may be there again. */
const comingBack = (): [EventTarget, string][] =>
  typeof window === 'undefined'
    ? []
    : [
        [window, 'online'],
        [window, 'pageshow'],
        [document, 'visibilitychange'],
      ];
