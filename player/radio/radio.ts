import { firstDelay, nextDelay } from './back-off.ts';
import { createConnection, type Connection, type RadioSource, type Via } from './connection.ts';
import type { AttachHls } from './hls.ts';
import { followNetwork, type OnNetwork } from './network.ts';
import type { Refusal } from './refusal.ts';
import { createRemote, type RemoteState } from './remote.ts';

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
  /** A device on which it can play was found or lost, or plays. */
  remoteChanged?(state: RemoteState): void;
  network?: typeof followNetwork;
};

const lookMs = 250;
/** The next connection takes over when this little of the last one is left, s. */
const switchAtS = 0.6;
const openingMs = 8000;
const rampMs = 40;
/** Failed attempts with one protocol before the other is tried. */
const triesPerWay = 2;
/** The engine publishes a title this much before its sound is in the stream. */
const engineMs = 450;
/** This much sound without a loss makes a connection a good one. */
const goodMs = 10_000;

/**
 * A station's sound that does not stop: one audio element is heard, and when its connection is lost a second one
 * connects again while the first plays on from its buffer. Which element is heard then changes without a gap, as long as
 * the new connection is there before the buffer is used up. After two failures it tries HLS if the station has it, and
 * back. If the server refuses the listener, it says why and stops. While another device plays it, that opens the stream, and
 * the second element rests.
 */
export const createRadio = (needs: Needs) => {
  const { makeAudio, attachHls, why, changed, reconnected, remoteChanged, network = followNetwork } = needs;
  let state: RadioState = { status: 'stopped', via: 'stream', reason: '' };
  let station: RadioSource = { url: '', hls: null };
  /** The station's URLs with a key, by which its server knows that a new connection belongs to the same listener. */
  let source = station;
  let volume = 1;
  let heard: Connection | undefined;
  let spare: Connection | undefined;
  /** The spare one, while it connects. */
  let next: Connection | undefined;
  let failures = 0;
  let soundSince = 0;
  let attempt: ReturnType<typeof setTimeout> | undefined;
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
    const isHeard = (): boolean => connection === heard && audio.getAttribute('src') !== null;
    audio.addEventListener('playing', () => {
      if (!isHeard() || !isWanted()) return;
      soundSince = Date.now();
      question.abort();
      become({ status: 'playing', reason: '' });
    });
    audio.addEventListener('waiting', () => isHeard() && state.status === 'playing' && become({ status: 'waiting' }));
    // A telephone call, or another app that plays.
    audio.addEventListener('pause', () => {
      if (isHeard() && isWanted() && audio.paused && !audio.ended && !audio.error) suspend();
    });
    audio.addEventListener('play', () => connection === heard && state.status === 'paused' && restart());
    return connection;
  };

  const remote = createRemote({
    heard: () => heard?.audio,
    changed(now, before) {
      if (now === 'connecting' || now === 'connected') cancelNext();
      // The device gave the sound back, minutes late.
      else if (before === 'connected' && isWanted()) restart();
      remoteChanged?.(now);
    },
  });
  const open = (connection: Connection): void => {
    connection.open(source, state.via);
    remote.watch(connection.audio);
  };
  const start = (connection: Connection): void => {
    connection.audio.volume = volume;
    connection.audio.play().catch((thrown: unknown) => {
      if (connection === heard && thrown instanceof DOMException && thrown.name === 'NotAllowedError') stop();
    });
  };
  const cancelNext = (): void => {
    clearTimeout(attempt);
    attempt = undefined;
    next?.drop();
    next = undefined;
  };
  const connect = (): void => {
    attempt = undefined;
    if (!isWanted() || !spare || !heard) return;
    if (remote.isOn()) return reopen(heard);
    next = spare;
    open(next);
  };
  const plan = (delay: number): void => {
    clearTimeout(attempt);
    attempt = setTimeout(connect, delay);
  };
  const fail = (): void => {
    cancelNext();
    failures += 1;
    const switchesWay = source.hls !== null && failures % triesPerWay === 0;
    if (switchesWay) become({ via: state.via === 'hls' ? 'stream' : 'hls' });
    plan(nextDelay(failures));
    void explain();
  };
  const explain = async (): Promise<void> => {
    question.abort();
    question = new AbortController();
    const { signal } = question;
    const refusal = await why(station.url, signal);
    if (signal.aborted || !isWanted()) return;
    if (refusal?.isFinal === true) return release('refused', refusal.reason);
    if (refusal?.retryAfterMs !== undefined && next === undefined) plan(refusal.retryAfterMs);
    if (state.status !== 'playing') become({ reason: refusal?.reason ?? '' });
  };

  /** The next connection is heard from now on; the last one fades out and is closed. */
  const switchOver = (): void => {
    const [before, now] = [heard, next];
    if (!before || !now) return;
    const hadSound = !before.isOver() && before.ahead() > 0;
    [heard, spare, next] = [now, before, undefined];
    start(now);
    remote.look();
    reconnected?.();
    if (hadSound) void fade(before, now);
    else before.drop();
  };
  const fade = async (before: Connection, now: Connection): Promise<void> => {
    const steps = 4;
    for (let step = 1; step <= steps && heard === now; step++) {
      before.audio.volume = volume * (1 - step / steps);
      await new Promise((resolve) => setTimeout(resolve, rampMs / steps));
    }
    if (next !== before && heard !== before) before.drop();
  };

  /** Four times a second: does sound still come; is the next connection ready, and is the last one used up. */
  const look = (): void => {
    if (!heard || !isWanted()) return;
    const now = Date.now();
    if (remote.isOn()) {
      // The device has the connection and its buffer; only its end is seen here.
      if (!heard.isOver() || attempt !== undefined) return;
      if (now - soundSince > goodMs) failures = 0;
      plan(nextDelay(++failures));
      void explain();
      return showSilence(heard);
    }
    if (next) {
      const isUsedUp = heard.isOver() || heard.ahead() < switchAtS;
      if (next.isReady()) return isUsedUp ? switchOver() : undefined;
      if (next.isOver() || now - next.openedAt() > openingMs) fail();
      return;
    }
    if (attempt !== undefined) return showSilence(heard);
    if (heard.isLost(now)) {
      if (now - soundSince > goodMs) failures = 0;
      plan(failures === 0 ? firstDelay(heard.isOver() ? 0 : heard.ahead()) : nextDelay(failures));
      showSilence(heard);
    }
  };
  const showSilence = (connection: Connection): void => {
    const isSilent = connection.isOver() || connection.ahead() === 0;
    if (isSilent && state.status !== 'waiting') become({ status: 'waiting' });
  };

  const suspend = (): void => {
    cancelNext();
    become({ status: 'paused', reason: 'Paused by the device.' });
  };
  const restart = (): void => {
    if (!heard) return;
    cancelNext();
    failures = 0;
    become({ status: 'connecting', reason: '' });
    reopen(heard);
  };
  const reopen = (connection: Connection): void => {
    open(connection);
    start(connection);
  };
  /** The network or the page came back: a waiting attempt is made at once, and a connection of another network checked. */
  const hurry: OnNetwork = (isOther) => {
    if (!isWanted()) return;
    if (isOther) failures = 0;
    const isStuck = isOther && next?.isReady() === false;
    if (isStuck) cancelNext();
    if (isStuck || attempt !== undefined) plan(0);
    else if (isOther) heard?.doubt();
  };
  const release = (status: 'stopped' | 'refused', reason: string): void => {
    clearInterval(watch);
    watch = undefined;
    question.abort();
    become({ status, reason });
    cancelNext();
    heard?.drop();
  };
  const stop = (): void => release('stopped', '');
  const begin = (via: Via): void => {
    heard ??= make();
    if (!spare) {
      spare = make();
      // Safari allows sound later only to elements that were used in the click.
      spare.audio.load();
    }
    watch ??= setInterval(look, lookMs);
    soundSince = Date.now();
    become({ via: source.hls === null ? 'stream' : via });
    restart();
  };
  const leaveNetwork = network(hurry);

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
    setVolume(to: number): void {
      volume = to;
      for (const connection of [heard, next]) if (connection) connection.audio.volume = to;
    },
    state: () => state,
    /**
     * When the sound that the station sends now will be heard: ms from now, 0 if that is unknown. HLS needs to know how
     * far the server's clock is ahead of this one, ms.
     */
    heardInMs(burstMs: number, serverAheadMs = 0): number {
      const isHere = state.status === 'playing' && !remote.isOn();
      const behind = isHere ? heard?.behindMs(burstMs, serverAheadMs) : undefined;
      return behind === undefined ? 0 : Math.max(0, behind + engineMs);
    },
    /** Lets the listener choose a device to play on, or leave it. Call it in a click. */
    chooseDevice: remote.choose,
    /** The element that is heard; undefined before the first one. */
    heard: () => heard,
    dispose(): void {
      stop();
      leaveNetwork();
    },
  };
};

/** 96 random bits as text; not a secret. */
const newKey = (): string =>
  Array.from({ length: 4 }, () => Math.floor(Math.random() * 2 ** 24).toString(36)).join('-');

export type Radio = ReturnType<typeof createRadio>;
