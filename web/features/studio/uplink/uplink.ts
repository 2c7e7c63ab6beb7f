import type { StudioAdmission } from '#contract/api/studio.ts';
import { studioCloses, type StudioAir } from '#contract/engine/studio-wire.ts';
import { createAdmissions } from './admissions.ts';
import { createBacklog } from './backlog.ts';
import { openConnection, type Connection, type UplinkSocket } from './connection.ts';
import type { Chunk, SoundEncoder } from './encoder.ts';

/** `ended`: the engine refused or disconnected this person, so that the page doesn't try again by itself. */
export type UplinkPhase = 'off' | 'connecting' | 'live' | 'reconnecting' | 'ended';
export type UplinkState = {
  phase: UplinkPhase;
  /** Why it is not connected; '' where there is nothing to say. */
  reason: string;
  /** When it was first connected, ms since the epoch. */
  since: number | null;
  /** The engine's last word on what listeners hear. */
  air: StudioAir | null;
  /** Who is on the air: the presenter of the token; null as the station. */
  presenter: string | null;
};
export const uplinkOff: UplinkState = { phase: 'off', reason: '', since: null, air: null, presenter: null };

type UplinkOptions = {
  encoder: SoundEncoder;
  /** A token; throws, with a reason, if there is none. */
  admit(): Promise<StudioAdmission>;
  open(url: string): UplinkSocket;
  /** What is played now. */
  title(): string;
  changed(state: UplinkState): void;
};

export type Uplink = {
  readonly state: UplinkState;
  start(): void;
  stop(): void;
  /** The title changed. */
  retitle(): void;
  /** The network is back: doesn't wait for the next try. */
  retry(): void;
};

/** Sound that waits for a lost or slow connection; older sound would no longer be live, ms. */
const backlogMs = 1500;
const firstRetryMs = 250;
const longestRetryMs = 4000;
const busyRetryMs = 2000;

/** Keeps a connection to the engine until it is stopped: it connects again by itself, with the end of what was missed. */
export const createUplink = (options: UplinkOptions): Uplink => {
  const { encoder } = options;
  const admissions = createAdmissions(options.admit, Date.now);
  let state = uplinkOff;
  let connection: Connection | undefined;
  let isConnected = false;
  let tries = 0;
  let attempt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const begin = (): void => encoder.begin(send);

  const send = (chunk: Chunk): void => {
    backlog.add(chunk);
    flush();
  };

  const flush = (): void => {
    while (isConnected && connection?.takesMore) {
      const chunk = backlog.take();
      if (!chunk) return;
      connection.send(chunk.bytes);
    }
  };
  const backlog = createBacklog(backlogMs, encoder.mayDrop ? 'oldest' : 'all', begin);
  const isOn = (): boolean => state.phase !== 'off' && state.phase !== 'ended';

  const change = (changes: Partial<UplinkState>): void => {
    state = { ...state, ...changes };
    options.changed(state);
  };

  const connect = async (): Promise<void> => {
    const own = ++attempt;
    try {
      const { url, token, presenter } = await admissions.current();
      if (own !== attempt || !isOn()) return;
      change({ presenter: presenter?.name ?? null });
      connection?.close();
      connection = openConnection(options.open(url), {
        hello: () => ({ type: 'connect', token, media: encoder.media, title: options.title() }),
        air: (air) => change({ air }),
        ...{ connected, lost },
      });
    } catch (error) {
      if (own === attempt && isOn()) tryAgain(error instanceof Error ? error.message : '');
    }
  };

  const connected = (): void => {
    tries = 0;
    // What was missed is part of a stream that has begun since.
    if (backlog.ms === 0) {
      backlog.clear();
      begin();
    }
    isConnected = true;
    change({ phase: 'live', reason: '', since: state.since ?? Date.now() });
    flush();
  };

  const lost = (code: number, reason: string): void => {
    const wasConnected = isConnected;
    connection = undefined;
    isConnected = false;
    if (code === studioCloses.refused || code === studioCloses.dropped) return finish('ended', reason);
    if (code === studioCloses.token) admissions.forget();
    // From here on the sound waits, in a stream that a new decoder can read.
    if (wasConnected) {
      backlog.clear();
      begin();
    }
    tryAgain(reason, code === studioCloses.busy ? busyRetryMs : undefined);
  };

  const tryAgain = (reason: string, least = 0): void => {
    const wait = Math.max(least, Math.min(longestRetryMs, firstRetryMs * 2 ** tries++));
    change({ phase: state.since === null ? 'connecting' : 'reconnecting', reason, air: null });
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), wait * (0.8 + Math.random() * 0.4));
  };

  const finish = (phase: 'off' | 'ended', reason: string): void => {
    clearTimeout(timer);
    connection?.close();
    connection = undefined;
    isConnected = false;
    encoder.stop();
    backlog.clear();
    change({ ...uplinkOff, phase, reason });
  };

  return {
    get state() {
      return state;
    },
    start() {
      if (isOn()) return;
      tries = 0;
      admissions.forget();
      change({ ...uplinkOff, phase: 'connecting' });
      void connect();
    },
    stop: () => finish('off', ''),
    retitle() {
      if (isConnected) connection?.title(options.title());
    },
    retry() {
      if (!isOn() || isConnected) return;
      clearTimeout(timer);
      void connect();
    },
  };
};
