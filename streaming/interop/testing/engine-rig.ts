import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { OpenSession, StationDesired, StationState } from '#contract/engine/engine.ts';
import { childEnvironment } from '#shared/testing/child-environment.ts';
import { desiredStation, prepareTrack } from '#streaming/ingest/testing/air-rig.ts';

/** The tone of a station's Auto DJ and that of encoders. */
export const tones = { autodj: 440, live: 1000 };

export type EngineRig = {
  /** Icecast's port; Shoutcast's is the next one. */
  port: number;
  /** A folder for files that programs read or write. */
  folder: string;
  putStation(changes?: Partial<StationDesired>): Promise<StationDesired>;
  /** Waits until the engine reports such a state of the station. */
  until(station: StationDesired, isReached: (state: StationState) => boolean, what: string): Promise<StationState>;
  sessions(station: StationDesired): Promise<OpenSession[]>;
  /** A call of the control port. */
  call(method: string, path: string, body?: unknown): Promise<Response>;
  stop(): Promise<void>;
};

const token = 'a token for tests only';
/** Liquidsoap alone takes fifteen seconds to start on a busy machine. */
const patienceMs = 45_000;

/** The engine as in production: a process of its own, controlled by its control port. */
export const startEngineProcess = async (): Promise<EngineRig> => {
  const folder = await mkdtemp(join(tmpdir(), 'interop-'));
  await mkdir(join(folder, 'files'));
  const port = await freePorts();
  const child = spawn(process.execPath, ['streaming/main.ts'], {
    env: {
      ...childEnvironment(),
      DATA_DIR: folder,
      STREAM_PORT: `${port}`,
      ENGINE_PORT: '0',
      ENGINE_TOKEN: token,
      MAX_ADAPT: '16',
      ENGINE_ALLOW_PRIVATE: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const control = await waitUntilOnAir(child);
  const call = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`http://127.0.0.1:${control}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const track = await prepareTrack(join(folder, 'files'), tones.autodj, 30);

  return {
    port,
    folder,
    call,
    async putStation(changes) {
      const station = desiredStation({ autodj: { items: [track], shuffle: false, generation: 1 }, ...changes });
      const reply = await call('PUT', `/stations/${station.key}`, station);
      if (!reply.ok) throw new Error(await reply.text());
      return station;
    },
    until: async (station, isReached, what) => untilState(await call('GET', '/events'), station, isReached, what),
    async sessions(station) {
      const reply = await call('GET', `/sessions?station=${station.key}`);
      return ((await reply.json()) as { sessions: OpenSession[] }).sessions;
    },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const waitUntilOnAir = async (child: ReturnType<typeof spawn>): Promise<number> => {
  for await (const line of createInterface(child.stdout!)) {
    const entry = JSON.parse(line) as { msg: string; control: number };
    if (entry.msg !== 'on the air') continue;
    child.stdout!.resume();
    return entry.control;
  }
  throw new Error('The engine exited before it was on the air.');
};

const untilState = async (
  events: Response,
  station: StationDesired,
  isReached: (state: StationState) => boolean,
  what: string,
): Promise<StationState> => {
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader();
  const timer = setTimeout(() => void reader.cancel(), patienceMs);
  let unread = '';
  let last: StationState | undefined;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const received = (unread + part.value).split('\n\n');
    unread = received.pop()!;
    for (const event of received) {
      const state = /^data: (.*)$/m.exec(event)?.[1];
      if (!state?.includes(station.key)) continue;
      last = JSON.parse(state) as StationState;
      if (!isReached(last)) continue;
      clearTimeout(timer);
      void reader.cancel();
      return last;
    }
  }
  throw new Error(`timed out waiting until ${what}; last: ${JSON.stringify(last)}`);
};

/** A free port followed by another free one, as Shoutcast's tools expect; below the range of outgoing connections. */
export const freePorts = async (): Promise<number> => {
  for (;;) {
    const port = 10_000 + 2 * randomInt(5000);
    const servers = [port, port + 1].map((one) => createServer().listen(one));
    const listening = await Promise.all(
      servers.map((server) =>
        once(server, 'listening').then(
          () => true,
          () => false,
        ),
      ),
    );
    await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
    if (listening.every((isFree) => isFree)) return port;
  }
};
