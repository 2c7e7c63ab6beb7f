import type { StudioAdmission } from '#contract/studio.ts';
import { studioCloses, StudioReply, type StudioAir } from '#contract/studio-wire.ts';
import { createBacklog } from './backlog.ts';
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

/** The part of a WebSocket that the uplink uses. */
export type UplinkSocket = Pick<
  WebSocket,
  'send' | 'close' | 'bufferedAmount' | 'onopen' | 'onmessage' | 'onclose' | 'binaryType'
>;

type UplinkOptions = {
  encoder: SoundEncoder;
  /** A token; throws, with a reason, if there is none. */
  admit(): Promise<StudioAdmission>;
  open(url: string): UplinkSocket;
  /** What is played now. */
  title(): string;
  changed(state: UplinkState): void;
  now?(): number;
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
/** What the browser may have unsent before the rest waits, bytes: a second and a half. */
const mostUnsent = 24 * 1024;
/** The engine reports every second: silence for so long means that the connection is dead, ms. */
const deadMs = 5000;
const firstRetryMs = 250;
const longestRetryMs = 4000;
const busyRetryMs = 2000;
/** A token is replaced when it has less than this left, ms; the portal may be away for as long. */
const renewMs = 300_000;

const off: UplinkState = { phase: 'off', reason: '', since: null, air: null, presenter: null };

/** Keeps a connection to the engine until it is stopped: it connects again by itself, with what was missed at the end. */
export const createUplink = (options: UplinkOptions): Uplink => {
  const { encoder, now = Date.now } = options;
  let state = off;
  let socket: UplinkSocket | undefined;
  let isConnected = false;
  let admission: StudioAdmission | undefined;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;

  const begin = (): void => encoder.begin(send);
  const backlog = createBacklog(backlogMs, encoder.mayDrop ? 'oldest' : 'all', begin);

  const change = (changes: Partial<UplinkState>): void => {
    state = { ...state, ...changes };
    options.changed(state);
  };
  const isOn = (): boolean => state.phase !== 'off' && state.phase !== 'ended';

  function send(chunk: Chunk): void {
    backlog.add(chunk);
    flush();
  }

  function flush(): void {
    while (isConnected && socket && socket.bufferedAmount < mostUnsent) {
      const chunk = backlog.take();
      if (!chunk) return;
      socket.send(chunk.bytes);
    }
  }

  /** The token of before, while it lasts and the portal gives no other. */
  const admitted = async (): Promise<StudioAdmission> => {
    const left = admission ? Date.parse(admission.expires) - now() : 0;
    if (admission && left > renewMs) return admission;
    try {
      admission = await options.admit();
    } catch (error) {
      if (!admission || left <= 0) throw error;
    }
    return admission;
  };

  async function connect(): Promise<void> {
    const own = ++attempt;
    try {
      const { url, token, presenter } = await admitted();
      if (own !== attempt || !isOn()) return;
      change({ presenter: presenter?.name ?? null });
      openSocket(url, token);
    } catch (error) {
      if (own === attempt && isOn()) tryAgain(error instanceof Error ? error.message : '');
    }
  }

  function openSocket(url: string, token: string): void {
    drop();
    const opened = options.open(url);
    socket = opened;
    opened.binaryType = 'arraybuffer';
    watch();
    opened.onopen = () => {
      opened.send(JSON.stringify({ type: 'connect', token, media: encoder.media, title: options.title() }));
    };
    opened.onmessage = ({ data }: MessageEvent) => {
      if (socket === opened) receive(String(data));
    };
    opened.onclose = ({ code, reason }) => {
      if (socket === opened) lose(code, reason);
    };
  }

  function receive(text: string): void {
    watch();
    const reply = StudioReply.safeParse(JSON.parse(text)).data;
    if (reply?.type === 'air') change({ air: reply });
    if (reply?.type !== 'connected') return;
    tries = 0;
    // What was missed is part of a stream that has begun since.
    if (backlog.ms === 0) {
      backlog.clear();
      begin();
    }
    isConnected = true;
    change({ phase: 'live', reason: '', since: state.since ?? now() });
    flush();
  }

  function watch(): void {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => lose(0, ''), deadMs);
  }

  function drop(): void {
    clearTimeout(watchdog);
    const lost = socket;
    socket = undefined;
    lost?.close();
  }

  function lose(code: number, reason: string): void {
    drop();
    const wasConnected = isConnected;
    isConnected = false;
    if (code === studioCloses.refused || code === studioCloses.dropped) return finish('ended', reason);
    if (code === studioCloses.token) admission = undefined;
    // From here on the sound waits, in a stream that a new decoder can read.
    if (wasConnected) {
      backlog.clear();
      begin();
    }
    tryAgain(reason, code === studioCloses.busy ? busyRetryMs : undefined);
  }

  function tryAgain(reason: string, least = 0): void {
    const wait = Math.max(least, Math.min(longestRetryMs, firstRetryMs * 2 ** tries++));
    change({ phase: state.since === null ? 'connecting' : 'reconnecting', reason, air: null });
    clearTimeout(timer);
    timer = setTimeout(() => void connect(), wait * (0.8 + Math.random() * 0.4));
  }

  function finish(phase: 'off' | 'ended', reason: string): void {
    clearTimeout(timer);
    drop();
    isConnected = false;
    encoder.stop();
    backlog.clear();
    change({ ...off, phase, reason });
  }

  return {
    get state() {
      return state;
    },
    start() {
      if (isOn()) return;
      tries = 0;
      admission = undefined;
      change({ ...off, phase: 'connecting' });
      void connect();
    },
    stop: () => finish('off', ''),
    retitle() {
      if (isConnected) socket?.send(JSON.stringify({ type: 'title', title: options.title() }));
    },
    retry() {
      if (!isOn() || isConnected) return;
      clearTimeout(timer);
      void connect();
    },
  };
};
