import { createConnectionPair } from './connection-pair.ts';
import type { RadioSource, Via } from './connection.ts';
import type { AttachHls } from './hls.ts';
import { followNetwork } from './network.ts';
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

/** Failed attempts with one protocol before the other is tried. */
const triesPerWay = 2;
/** The engine publishes a title this much before its sound is in the stream. */
const engineMs = 450;

/**
 * A station's sound that does not stop: a lost connection is replaced while its buffer plays (connection-pair.ts). After two
 * failures it tries HLS if the station has it, and back. If the server refuses the listener, it says why and stops.
 */
export const createRadio = (needs: Needs) => {
  const { makeAudio, attachHls, why, changed, reconnected, remoteChanged, network = followNetwork } = needs;
  let state: RadioState = { status: 'stopped', via: 'stream', reason: '' };
  let station: RadioSource = { url: '', hls: null };
  /** The station's URLs with a key, by which its server knows that a new connection belongs to the same listener. */
  let source = station;
  let question = new AbortController();

  const become = (change: Partial<RadioState>): void => {
    state = { ...state, ...change };
    changed(state);
  };
  const isWanted = (): boolean => state.status !== 'stopped' && state.status !== 'refused' && state.status !== 'paused';

  const pair = createConnectionPair({
    ...{ makeAudio, attachHls, isWanted },
    open(connection) {
      connection.open(source, state.via);
      remote.watch(connection.audio);
    },
    isElsewhere: () => remote.isOn(),
    playing() {
      question.abort();
      become({ status: 'playing', reason: '' });
    },
    waiting: () => state.status === 'playing' && become({ status: 'waiting' }),
    paused() {
      pair.cancelNext();
      become({ status: 'paused', reason: 'Paused by the device.' });
    },
    resumed: () => state.status === 'paused' && restart(),
    blocked: () => stop(),
    silent: () => state.status !== 'waiting' && become({ status: 'waiting' }),
    failed(failures) {
      const switchesWay = !remote.isOn() && source.hls !== null && failures % triesPerWay === 0;
      if (switchesWay) become({ via: state.via === 'hls' ? 'stream' : 'hls' });
      void explain();
    },
    replaced() {
      remote.look();
      reconnected?.();
    },
  });
  const remote = createRemote({
    heard: () => pair.heard()?.audio,
    changed(now, before) {
      if (now === 'connecting' || now === 'connected') pair.cancelNext();
      // The device gave the sound back, minutes late.
      else if (before === 'connected' && isWanted()) restart();
      remoteChanged?.(now);
    },
  });
  const explain = async (): Promise<void> => {
    question.abort();
    question = new AbortController();
    const { signal } = question;
    const refusal = await why(station.url, signal);
    if (signal.aborted || !isWanted()) return;
    if (refusal?.isFinal === true) return release('refused', refusal.reason);
    if (refusal?.retryAfterMs !== undefined) pair.retryIn(refusal.retryAfterMs);
    if (state.status !== 'playing') become({ reason: refusal?.reason ?? '' });
  };

  const restart = (): void => {
    become({ status: 'connecting', reason: '' });
    pair.restart();
  };
  const release = (status: 'stopped' | 'refused', reason: string): void => {
    question.abort();
    become({ status, reason });
    pair.end();
  };
  const stop = (): void => release('stopped', '');
  const begin = (via: Via): void => {
    pair.prepare();
    become({ via: source.hls === null ? 'stream' : via });
    restart();
  };
  const leaveNetwork = network((isOther) => {
    if (isWanted()) pair.hurry(isOther);
  });

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
    setVolume: pair.setVolume,
    state: () => state,
    /**
     * When the sound that the station sends now will be heard: ms from now, 0 if that is unknown. HLS needs to know how
     * far the server's clock is ahead of this one, ms.
     */
    heardInMs(burstMs: number, serverAheadMs = 0): number {
      const isHere = state.status === 'playing' && !remote.isOn();
      const behind = isHere ? pair.heard()?.behindMs(burstMs, serverAheadMs) : undefined;
      return behind === undefined ? 0 : Math.max(0, behind + engineMs);
    },
    /** Lets the listener choose a device to play on, or leave it. Call it in a click. */
    chooseDevice: remote.choose,
    /** The element that is heard; undefined before the first one. */
    heard: pair.heard,
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
