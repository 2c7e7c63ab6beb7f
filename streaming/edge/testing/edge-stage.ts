import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { EngineEvent, SliceEvent, SpoolBatch, StationDesired } from '#contract/engine/engine.ts';
import { childEnvironment } from '#shared/testing/child-environment.ts';
import { desiredStation } from '#streaming/ingest/testing/air-rig.ts';
import { numberedTrack } from './numbered-stream.ts';

const token = 'a token for tests only';
type Line = { msg: string; level: number; port: number; stream: number; control: number; reason?: string };
type Part = { child: ChildProcess; first: Line; until(isIt: (line: Line) => boolean): Promise<Line> };

/** For tests: an engine whose stations play numbered frames, and an edge of it that can be upgraded, as processes. */
export type EdgeStage = {
  folder: string;
  stations: StationDesired[];
  edgePort: number;
  /** Where the engine serves listeners itself. */
  streamPort: number;
  /** Asks the edge for an upgrade; resolves with the line that says what became of it. */
  upgrade(): Promise<Line>;
  /** Resolves at the next line of the edge's log with this message. */
  logged(message: string): Promise<Line>;
  /** Stops the edge as systemd does. */
  stopEdge(): Promise<void>;
  /** All slices of sessions that have reached the engine. */
  slices(): Promise<SliceEvent[]>;
  close(): Promise<void>;
};

const framesPerSecond = 44_100 / 1152;

const startPart = async (program: string, env: Record<string, string>): Promise<Part> => {
  const child = spawn(process.execPath, [program], {
    env: { ...childEnvironment(), ENGINE_TOKEN: token, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const waiting = new Set<(line: Line) => void>();
  let ended: ((error: Error) => void)[] = [];
  createInterface(child.stdout).on('line', (text) => {
    const line = JSON.parse(text) as Line;
    for (const listen of [...waiting]) listen(line);
  });
  child.once('exit', () => {
    for (const reject of ended) reject(new Error(`${program} has ended.`));
    ended = [];
  });
  const until = (isIt: (line: Line) => boolean): Promise<Line> =>
    new Promise((resolve, reject) => {
      const listen = (line: Line): void => {
        if (!isIt(line)) return;
        waiting.delete(listen);
        ended = ended.filter((one) => one !== reject);
        resolve(line);
      };
      waiting.add(listen);
      ended.push(reject);
    });
  const first = await until(({ msg }) => msg === 'on the air' || msg === 'listening');
  return { child, first, until };
};

const end = async ({ child }: Part, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
};

type Options = { edge?: Record<string, string>; seconds?: number; stations?: Partial<StationDesired>[] };

/** `seconds`: the length of the track. */
export const openEdgeStage = async ({ edge: own = {}, seconds = 600, stations: changes = [{}] }: Options = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'edge-stage-'));
  const files = join(folder, 'files');
  mkdirSync(files);
  writeFileSync(join(files, 'numbers'), numberedTrack(Math.round(seconds * framesPerSecond)));
  const engine = await startPart('streaming/main.ts', {
    ...{ DATA_DIR: join(folder, 'engine'), MEDIA_DIR: files, STREAM_PORT: '0', ENGINE_PORT: '0' },
  });
  const call = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(`http://127.0.0.1:${String(engine.first.control)}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const stations = changes.map((change) => {
    const track = { path: 'numbers', title: 'Numbers', artist: 'Nobody', album: '', duration_ms: seconds * 1000 };
    const autodj = { items: [{ key: 't-1111111111111111111111', ...track }], shuffle: false, generation: 1 };
    return desiredStation({ autodj: autodj as StationDesired['autodj'], ...change });
  });
  for (const station of stations) {
    const { status } = await call('PUT', `/stations/${station.key}`, station);
    if (status !== 204) throw new Error(`The engine answered ${String(status)}.`);
  }
  const edge = await startPart('streaming/edge-main.ts', {
    ...{ DATA_DIR: join(folder, 'edge'), MEDIA_DIR: files, EDGE_PORT: '0' },
    ...{ ENGINE_BUS: join(folder, 'engine', 'engine', 'bus.sock'), ...own },
  });
  const all: SliceEvent[] = [];
  const stage: EdgeStage = {
    ...{ folder, stations, edgePort: edge.first.port, streamPort: engine.first.stream },
    async upgrade() {
      const result = edge.until(({ msg }) => /^upgraded$|upgrade failed|under way/.test(msg));
      edge.child.kill('SIGHUP');
      return await result;
    },
    logged: (message) => edge.until(({ msg }) => msg === message),
    stopEdge: () => end(edge, 'SIGTERM'),
    async slices() {
      for (;;) {
        const reply = await call('GET', '/spool?wait=0');
        if (reply.status !== 200) return all;
        const { batch, events } = (await reply.json()) as SpoolBatch & { events: EngineEvent[] };
        for (const event of events) if (event.type === 'slice') all.push(event);
        await call('POST', '/spool/ack', { batch });
      }
    },
    async close() {
      await end(edge, 'SIGKILL');
      await end(engine, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return stage;
};

/** A session of these slices: whether they follow each other without a gap, from the first to the last one. */
export type WholeSession = { session: string; output: string; isWhole: boolean; bytes: number; ms: number };

/** Joins slices to sessions. */
export const sessionsOf = (slices: readonly SliceEvent[]): WholeSession[] =>
  [...Map.groupBy(slices, ({ session }) => session)].map(([session, own]) => {
    const sorted = own.toSorted((a, b) => a.n - b.n);
    const isWhole = sorted.every(
      ({ n, first, last, from, started }, at) =>
        n === at &&
        first === (at === 0) &&
        last === (at === sorted.length - 1) &&
        from === (at === 0 ? started : sorted[at - 1]!.to),
    );
    const bytes = own.reduce((sum, slice) => sum + slice.bytes, 0);
    return { session, output: own[0]!.output, isWhole, bytes, ms: sorted.at(-1)!.to - sorted[0]!.started };
  });
