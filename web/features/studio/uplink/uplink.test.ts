import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { studioCloses, type StudioClose } from '#contract/engine/studio-wire.ts';
import type { Chunk, SoundEncoder } from './encoder.ts';
import type { UplinkSocket } from './connection.ts';
import { createUplink, type Uplink, type UplinkState } from './uplink.ts';

/** A connection as the page sees it. */
type FakeSocket = UplinkSocket & { sent: string[]; isClosed: boolean };

let sockets: FakeSocket[];
let emit: ((chunk: Chunk) => void) | undefined;
let streams: number;
let admissions: number;
let isPortalAway: boolean;
let states: UplinkState[];
let uplink: Uplink;

const openSocket = (): FakeSocket => {
  const socket: FakeSocket = {
    ...{
      sent: [],
      isClosed: false,
      bufferedAmount: 0,
      binaryType: 'blob',
      onopen: null,
      onmessage: null,
      onclose: null,
    },
    send: (data) =>
      void socket.sent.push(typeof data === 'string' ? data : new TextDecoder().decode(data as Uint8Array)),
    close: () => void (socket.isClosed = true),
  };
  sockets.push(socket);
  return socket;
};
const last = (): FakeSocket => sockets.at(-1)!;
const say = (message: object): void => (last().onmessage as (event: object) => void)({ data: JSON.stringify(message) });
const open = (): void => (last().onopen as () => void)();
const end = (code: number, reason = ''): void => (last().onclose as (event: object) => void)({ code, reason });
const sound = (name: string, ms = 100): void => emit?.({ bytes: new TextEncoder().encode(name), ms, head: false });
const phase = (): string => uplink.state.phase;
/** Lets so many ms pass, in which the next connection is opened, and accepts it. */
const connect = async (ms = 700): Promise<void> => {
  await vi.advanceTimersByTimeAsync(ms);
  open();
  say({ type: 'connected' });
};

const create = (mayDrop = true): void => {
  const encoder: SoundEncoder = {
    ...{ media: 'audio/ogg', mayDrop },
    begin(to) {
      emit = to;
      streams++;
      to({ bytes: new TextEncoder().encode(`head ${streams}`), ms: 0, head: true });
    },
    stop: () => void (emit = undefined),
  };
  uplink = createUplink({
    encoder,
    async admit() {
      if (isPortalAway) throw new Error('The portal is away.');
      admissions++;
      const expires = new Date(Date.now() + 600_000).toISOString();
      return { url: 'wss://stream.test', token: `token ${admissions}`, expires, presenter: null };
    },
    open: openSocket,
    title: () => 'A - B',
    changed: (state) => states.push(state),
  });
};

beforeEach(() => {
  vi.useFakeTimers();
  [sockets, states, streams, admissions, isPortalAway] = [[], [], 0, 0, false];
  create();
  uplink.start();
});
afterEach(() => {
  uplink.stop();
  vi.useRealTimers();
});

describe('a connection to the engine', () => {
  it('begins with the token and the title, and a stream with its head', async () => {
    await connect();
    sound('one');
    expect(JSON.parse(last().sent[0]!)).toEqual({
      type: 'connect',
      token: 'token 1',
      media: 'audio/ogg',
      title: 'A - B',
    });
    expect(last().sent.slice(1)).toEqual(['head 1', 'one']);
    say({ type: 'air', live: true, title: 'A - B', buffered_ms: 300 });
    expect(uplink.state).toMatchObject({ phase: 'live', air: { live: true } });
  });

  it('is replaced when it is lost, with the newest second and a half of what was missed', async () => {
    await connect();
    sound('one');
    end(1006);
    expect(phase()).toBe('reconnecting');
    for (let part = 0; part < 20; part++) sound(`missed ${part}`);
    await connect();
    sound('two');
    const kept = Array.from({ length: 15 }, (_, part) => `missed ${part + 5}`);
    expect(last().sent.slice(1)).toEqual(['head 2', ...kept, 'two']);
    expect(admissions).toBe(1);
  });

  it('begins its stream again in place of leaving out parts of one that no decoder could continue', async () => {
    uplink.stop();
    create(false);
    uplink.start();
    await connect();
    end(1006);
    for (let part = 0; part < 20; part++) sound(`missed ${part}`);
    await connect();
    expect(last().sent.slice(1)).toEqual(['head 3', 'missed 16', 'missed 17', 'missed 18', 'missed 19']);
  });

  it('holds back what a slow network does not take', async () => {
    await connect();
    Object.assign(last(), { bufferedAmount: 30_000 });
    for (let part = 0; part < 20; part++) sound(`slow ${part}`);
    expect(last().sent).toHaveLength(2);
    Object.assign(last(), { bufferedAmount: 0 });
    sound('fast');
    expect(last().sent.slice(2)).toEqual([...Array.from({ length: 14 }, (_, part) => `slow ${part + 6}`), 'fast']);
  });

  it('counts as dead after five seconds without a word', async () => {
    await connect();
    const silent = last();
    await vi.advanceTimersByTimeAsync(5100);
    expect(silent.isClosed).toBe(true);
    expect(phase()).toBe('reconnecting');
  });
});

describe('when the engine closes it', () => {
  const closeBy = (why: StudioClose): void => end(studioCloses[why], why);

  it('is over for who was disconnected or may not broadcast', async () => {
    await connect();
    closeBy('dropped');
    expect(uplink.state).toMatchObject({ phase: 'ended', reason: 'dropped' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sockets).toHaveLength(1);
    uplink.start();
    expect(phase()).toBe('connecting');
  });

  it('tries again while another encoder sends, and with a new token once one is refused', async () => {
    await vi.advanceTimersByTimeAsync(100);
    open();
    closeBy('busy');
    expect(uplink.state).toMatchObject({ phase: 'connecting', reason: 'busy' });
    await vi.advanceTimersByTimeAsync(5000);
    expect(sockets.length).toBe(2);
    open();
    closeBy('token');
    await connect();
    expect(JSON.parse(last().sent[0]!)).toMatchObject({ token: 'token 2' });
  });

  it('connects with its last token while the portal is away, until that expires', async () => {
    await connect();
    isPortalAway = true;
    await vi.advanceTimersByTimeAsync(100);
    vi.setSystemTime(Date.now() + 400_000);
    end(1006);
    await connect();
    expect(phase()).toBe('live');
    vi.setSystemTime(Date.now() + 400_000);
    end(1006);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(uplink.state).toMatchObject({ phase: 'reconnecting', reason: 'The portal is away.' });
    isPortalAway = false;
    await connect(4900);
    expect(JSON.parse(last().sent[0]!)).toMatchObject({ token: 'token 2' });
  });
});
