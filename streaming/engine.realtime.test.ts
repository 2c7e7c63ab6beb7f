import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type {
  Listener,
  ListenersMoved,
  SliceEvent,
  SpoolBatch,
  StationDesired,
  StationState,
} from '#contract/engine/engine.ts';
import { childEnvironment } from '#shared/testing/child-environment.ts';
import { listenStrictly, type StrictListener } from '#streaming/edge/testing/strict-listener.ts';

const token = 'a token for tests only';
const key = 's-1111111111111111111111';
type Ports = { stream: number; control: number; port: number };

/**
 * A rendition that the Auto DJ can play: silent MP3 frames, 128 kbit/s, 44.1 kHz, one in three padded by its header.
 */
const silentFrames = (count: number): Buffer => {
  const frame = Buffer.alloc(417);
  frame.writeUInt32BE(0xfffb9064);
  return Buffer.concat(Array.from({ length: count }, () => frame));
};
const desired = (own: Partial<StationDesired> = {}): StationDesired =>
  ({
    key,
    account: 'a-1111111111111111111111',
    revision: 1,
    mount: 'tone',
    name: 'Tone FM',
    description: '',
    genre: '',
    website: '',
    public: true,
    running: true,
    reason: '',
    format: { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 },
    password: 'secret',
    burst_ms: 500,
    autodj: {
      items: [
        { key: 't-1111111111111111111111', path: 'a.mp3', title: 'A', artist: 'X', album: '', duration_ms: 60_000 },
      ],
      shuffle: false,
      generation: 1,
    },
    limits: { listeners: null },
    ...own,
  }) as StationDesired;

/** The sessions that a subscriber of `/sessions/events` believes to be open, after each event. */
const subscribe = (events: Response) => {
  const listening = new Set<string>();
  let wake = (): void => {};
  void (async () => {
    let text = '';
    for await (const chunk of events.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^event: (?:here|moved)\ndata: (.*)$/s.exec(block)?.[1];
        const event = JSON.parse(data ?? '{}') as Partial<ListenersMoved> & { sessions?: Listener[] };
        for (const { session } of event.sessions ?? event.opened ?? []) listening.add(session);
        for (const session of event.closed ?? []) listening.delete(session);
      }
      wake();
    }
  })().catch(() => undefined);
  return {
    async until(isReached: (sessions: Set<string>) => boolean): Promise<void> {
      while (!isReached(listening)) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
};

const endedIn = (slices: SliceEvent[]): Ended[] =>
  slices
    .filter(({ last }) => last)
    .map(({ session, station, started, to, n }) => {
      const own = slices.filter((slice) => slice.session === session);
      const isComplete = own.length === n + 1 && own.every((slice, at) => slice.n === at && slice.first === (at === 0));
      return { session, station, started, to, bytes: own.reduce((sum, slice) => sum + slice.bytes, 0), isComplete };
    });

/** The first published state that satisfies `isDue`. */
const stateUntil = async (events: Response, isDue: (state: StationState) => boolean): Promise<StationState> => {
  let text = '';
  for await (const piece of events.body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + piece).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = /^event: state\ndata: (.*)$/m.exec(block)?.[1];
      const state = data === undefined ? undefined : (JSON.parse(data) as StationState);
      if (state && isDue(state)) return state;
    }
  }
  throw new Error('The event stream ended before.');
};

describe('the engine', () => {
  let folder: string;
  const children: ChildProcess[] = [];
  const listeners: StrictListener[] = [];

  const run = async (program: string, port = 0): Promise<{ child: ChildProcess; ports: Ports }> => {
    const env = {
      ...childEnvironment(),
      DATA_DIR: folder,
      STREAM_PORT: `${port}`,
      EDGE_PORT: '0',
      ENGINE_PORT: '0',
      ENGINE_TOKEN: token,
    };
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    for await (const text of createInterface(child.stdout)) {
      const line = JSON.parse(text) as Ports & { msg: string; level: number };
      if (line.level >= 50) throw new Error(line.msg);
      if (line.msg === 'on the air' || line.msg === 'listening') return { child, ports: line };
    }
    throw new Error('The child ended before it was on the air.');
  };
  const call = (ports: Ports, method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`http://127.0.0.1:${ports.control}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const listen = async (port: number, path = '/tone'): Promise<StrictListener> => {
    const listener = await listenStrictly({ port, path });
    listeners.push(listener);
    return listener;
  };
  const kill = async (child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  /** All slices that were read: a quarter hour may end within a session, whose first slice is read before its last one. */
  let slices: SliceEvent[] = [];
  /** Reads and acknowledges the spool until the sessions that ended satisfy `enough`. */
  const sessionsUntil = async (ports: Ports, enough: (sessions: Ended[]) => boolean): Promise<Ended[]> => {
    while (!enough(endedIn(slices))) {
      const reply = await call(ports, 'GET', '/spool?wait=15000');
      expect(reply.status).toBe(200);
      const batch = (await reply.json()) as SpoolBatch;
      slices.push(...batch.events.filter((event) => event.type === 'slice'));
      await call(ports, 'POST', '/spool/ack', { batch: batch.batch });
    }
    return endedIn(slices);
  };

  beforeEach(() => {
    slices = [];
    folder = mkdtempSync(join(tmpdir(), 'engine-'));
    mkdirSync(join(folder, 'files'));
    writeFileSync(join(folder, 'files', 'a.mp3'), silentFrames(2400));
  });
  afterEach(async () => {
    listeners.splice(0).forEach((listener) => listener.close());
    for (const child of children.splice(0)) await kill(child);
    rmSync(folder, { recursive: true });
  });

  it('follows the portal’s calls on its control port', async () => {
    const { ports } = await run('streaming/main.ts');
    expect((await fetch(`http://127.0.0.1:${ports.control}/stations`)).status).toBe(401);
    expect((await call(ports, 'PUT', `/stations/${key}`, { ...desired(), mount: 'no/mount' })).status).toBe(400);
    expect((await call(ports, 'PUT', `/stations/${key}`, desired())).status).toBe(204);
    const events = await call(ports, 'GET', '/events');
    const listener = await listen(ports.stream);
    await listener.receive(10_000);

    const active = await stateUntil(events, (state) => state.listeners === 1 && state.status === 'active');
    expect(active).toMatchObject({ key, source: 'autodj', title: 'X - A', status: 'active', listeners: 1 });
    expect(await (await call(ports, 'GET', '/stations')).json()).toMatchObject({ stations: [{ key, listeners: 1 }] });
    expect(await (await call(ports, 'GET', `/sessions?station=${key}`)).json()).toMatchObject({ total: 1 });
    expect(await (await call(ports, 'GET', '/metrics')).text()).toContain('skywave_engine_listeners 1');

    const sync = { stations: [{ key, revision: 2 }] };
    expect(await (await call(ports, 'POST', '/stations/sync', sync)).json()).toEqual({ send: [key], removed: [] });
    const later = await call(ports, 'GET', '/events');
    const none = await call(ports, 'POST', '/stations/sync', { stations: [] });
    expect(await none.json()).toEqual({ send: [], removed: [key] });
    await listener.ended;
    expect(await stateUntil(later, (state) => state.status === 'inactive')).toMatchObject({ key, source: 'none' });
    expect((await call(ports, 'GET', `/stations/${key}`)).status).toBe(404);
    expect((await listen(ports.stream)).reply.status).toContain('404');
  });

  it('resumes after a kill -9 without the portal, with complete sessions', async () => {
    const first = await run('streaming/main.ts');
    await call(first.ports, 'PUT', `/stations/${key}`, desired());
    const closed = await listen(first.ports.stream);
    await closed.receive(10_000);
    closed.close();
    const open = await listen(first.ports.stream);
    await sessionsUntil(first.ports, (ended) => ended.length === 1);
    // Past a save of the journal (every 5 s): 5.5 s of audio after the burst.
    await open.receive(8000 + 88_000);
    const killedAt = Date.now();
    await kill(first.child);

    const second = await run('streaming/main.ts');
    const reconnected = await listen(second.ports.stream);
    await reconnected.receive(4000);
    const [, session] = await sessionsUntil(second.ports, (ended) => ended.length > 1);
    expect(session).toMatchObject({ station: key, isComplete: true });
    expect(killedAt - session!.to).toBeLessThan(15_000);
    expect(session!.to - session!.started).toBeGreaterThan(3000);
    expect(session!.bytes).toBeGreaterThan(40_000);
  });

  it('closes its sessions when it is stopped, and refuses a second engine on the same data', async () => {
    const first = await run('streaming/main.ts');
    await call(first.ports, 'PUT', `/stations/${key}`, desired());
    const listener = await listen(first.ports.stream);
    await listener.receive(5000);
    await expect(run('streaming/main.ts')).rejects.toThrow('Skywave is already running');
    await kill(first.child, 'SIGTERM');
    expect(first.child.exitCode).toBe(0);
    const second = await run('streaming/main.ts');
    const [session] = await sessionsUntil(second.ports, (ended) => ended.length > 0);
    expect(session).toMatchObject({ isComplete: true });
  });

  it('feeds an edge process, whose listeners outlive the engine and are counted once', async () => {
    const engine = await run('streaming/main.ts');
    await call(engine.ports, 'POST', '/stations/sync', { product: 'Harbour', stations: [] });
    await call(engine.ports, 'PUT', `/stations/${key}`, desired());
    const edge = await run('streaming/edge-main.ts');
    let reply = await listen(edge.ports.port);
    while (reply.reply.status.includes('404')) reply = await listen(edge.ports.port);
    await reply.receive(20_000);
    expect(reply.reply.headers.get('server')).toBe('Harbour');
    const sessions = async (): Promise<unknown> =>
      (await call(engine.ports, 'GET', `/sessions?station=${key}`)).json() as Promise<unknown>;
    await expect.poll(sessions).toMatchObject({ total: 1, sessions: [{ station: key }] });
    // The edge answers for its sessions at once, and reports its counts, by which limits hold, up to 250 ms later.
    const counts = async (): Promise<unknown> => (await call(engine.ports, 'GET', '/stations')).json();
    await expect.poll(counts).toMatchObject({ stations: [{ key, listeners: 1 }] });

    await call(engine.ports, 'PUT', `/stations/${key}`, desired({ revision: 2, limits: { listeners: 1 } }));
    expect((await listen(engine.ports.stream)).reply.status).toContain('503');
    await call(engine.ports, 'PUT', `/stations/${key}`, desired({ revision: 3, limits: { listeners: 2 } }));
    const second = await listen(engine.ports.stream);
    expect(second.reply.status).toContain('200');
    let refused = await listen(edge.ports.port);
    while (!refused.reply.status.includes('503')) {
      refused.close();
      refused = await listen(edge.ports.port);
    }
    second.close();
    await call(engine.ports, 'PUT', `/stations/${key}`, desired({ revision: 4 }));

    await kill(engine.child);
    const restarted = await run('streaming/main.ts');
    const received = reply.audio().length;
    await reply.receive(received + 20_000);
    reply.close();
    const isLong = ({ bytes }: Ended): boolean => bytes > 40_000;
    const ended = await sessionsUntil(restarted.ports, (some) => some.some(isLong));
    expect(ended.filter(isLong)).toMatchObject([{ station: key, isComplete: true }]);
    expect(ended.every(({ isComplete }) => isComplete)).toBe(true);
  });

  it('reports listeners at its own edge and at others, and none at an edge that died', async () => {
    const engine = await run('streaming/main.ts');
    await call(engine.ports, 'PUT', `/stations/${key}`, desired());
    const edge = await run('streaming/edge-main.ts');
    let remote = await listen(edge.ports.port);
    while (remote.reply.status.includes('404')) remote = await listen(edge.ports.port);
    const first = subscribe(await call(engine.ports, 'GET', '/sessions/events'));
    await first.until((listening) => listening.size === 1);
    const local = await listen(engine.ports.stream);
    await first.until((listening) => listening.size === 2);
    local.close();
    await first.until((listening) => listening.size === 1);
    await listen(edge.ports.port);
    await first.until((listening) => listening.size === 2);
    const second = subscribe(await call(engine.ports, 'GET', '/sessions/events'));
    await second.until((listening) => listening.size === 2);
    await kill(edge.child);
    await Promise.all([first, second].map((one) => one.until((listening) => listening.size === 0)));
  });
});

/** A session that has ended, assembled from its slices: it may span a quarter hour. */
type Ended = Pick<SliceEvent, 'session' | 'station' | 'started' | 'to' | 'bytes'> & { isComplete: boolean };
