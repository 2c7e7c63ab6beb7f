import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { StationState } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { childEnvironment } from '#shared/testing/child-environment.ts';
import { mediaFolder } from '#server/kernel/create-kernel.ts';
import { freePort } from '#server/testing/free-port.ts';
import type { TestPortal } from '#server/testing/portal.ts';

export const engineToken = 'a token of sixteen letters';
type Engine = { id: string; url: string; port: number; child: ChildProcess | undefined };

/** The bytes that a listener got, and when the last ones came (ms of `performance.now()`). */
export type FleetListener = { bytes: number; silenceMs: number; isOver: boolean; leave(): void };

/** Engines with a common media folder and an edge of them, each in a process of its own. */
export const fleetStage = async (ids: readonly string[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'skywave-fleet-'));
  const engines: Engine[] = [];
  for (const id of ids) {
    const port = await freePort();
    engines.push({ id, port, url: `http://127.0.0.1:${String(port)}`, child: undefined });
  }
  const edge = { port: 0, child: undefined as ChildProcess | undefined };
  let media = '';

  const run = async (program: string, own: Record<string, string>) => {
    const env = { ...childEnvironment(), ENGINE_TOKEN: engineToken, MEDIA_DIR: media, STREAM_PORT: '0', ...own };
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const text of createInterface(child.stdout)) {
      const line = JSON.parse(text) as { msg: string; port: number };
      if (line.msg === 'on the air' || line.msg === 'listening') {
        child.stdout.resume();
        return { child, port: line.port };
      }
    }
    throw new Error(`${program} ended before it was ready.`);
  };
  const kill = async (child: ChildProcess | undefined): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const start = async (engine: Engine): Promise<void> => {
    const own = { DATA_DIR: join(folder, engine.id), ENGINE_PORT: String(engine.port) };
    engine.child = (await run('streaming/main.ts', own)).child;
  };
  const engineOf = (id: string): Engine => engines.find((one) => one.id === id)!;
  return {
    settings: engines.map(({ id, url }) => ({ id, url })),
    async startAll(portal: TestPortal): Promise<void> {
      media = mediaFolder(portal.kernel.config);
      await Promise.all(engines.map(start));
      const buses = engines.map(({ id }) => join(folder, id, 'engine', 'bus.sock')).join(' ');
      Object.assign(
        edge,
        await run('streaming/edge-main.ts', { DATA_DIR: join(folder, 'edge'), EDGE_PORT: '0', ENGINE_BUS: buses }),
      );
    },
    start: (id: string) => start(engineOf(id)),
    kill: (id: string) => kill(engineOf(id).child),
    /** Stops the process without ending it, or lets it go on. */
    freeze: (id: string) => engineOf(id).child?.kill('SIGSTOP'),
    wake: (id: string) => engineOf(id).child?.kill('SIGCONT'),
    states: async (id: string): Promise<StationState[]> => {
      const reply = await fetch(`${engineOf(id).url}/stations`, {
        headers: { authorization: `Bearer ${engineToken}` },
      });
      return ((await reply.json()) as { stations: StationState[] }).stations;
    },
    /** A minute of a tone for each station, at the one file that all of them get a copy of. */
    async addTracks(portal: TestPortal, stations: readonly StationKey[]): Promise<void> {
      const made = join(folder, 'tone.mp3');
      const tone = ['-f', 'lavfi', '-i', 'sine=440:sample_rate=44100:duration=60', '-ac', '2', '-c:a', 'libmp3lame'];
      const frames = ['-b:a', '128k', '-reservoir', '0', '-write_xing', '0', '-id3v2_version', '0', made];
      await promisify(execFile)('ffmpeg', ['-v', 'error', ...tone, ...frames]);
      for (const station of stations) {
        const track = await portal.make.track(station, { title: 'Tone' });
        const path = `renditions/${track}.mp3`;
        const copy = join(folder, `${track}.mp3`);
        await copyFile(made, copy);
        await portal.kernel.storage.putFile(path, copy, 'audio/mpeg');
        const format = { codec: 'mp3', bitrate: 128_000, sample_rate: 44_100, channels: 2 } as const;
        await portal.kernel.db
          .insertInto('renditions')
          .values({ track_key: track, ...format, path, size: 1, duration_ms: 60_000 })
          .execute();
        await portal.kernel.db
          .insertInto('playlist_tracks')
          .values({ station_key: station, track_key: track, position: 1 })
          .execute();
      }
    },
    /** Listens at the edge; undefined while the station is not there. */
    listen: (mount: string): Promise<FleetListener | undefined> =>
      new Promise((resolve) => {
        const asked = request({ port: edge.port, path: `/${mount}` }, (reply) => {
          if (reply.statusCode !== 200) {
            asked.destroy();
            return resolve(undefined);
          }
          let last = performance.now();
          const listener: FleetListener = {
            ...{ bytes: 0, silenceMs: 0, isOver: false },
            leave: () => asked.destroy(),
          };
          reply.on('data', (chunk: Buffer) => {
            listener.bytes += chunk.length;
            listener.silenceMs = Math.max(listener.silenceMs, performance.now() - last);
            last = performance.now();
          });
          reply.on('close', () => (listener.isOver = true));
          resolve(listener);
        });
        asked.on('error', () => resolve(undefined));
        asked.end();
      }),
    async close(): Promise<void> {
      await kill(edge.child);
      for (const { child } of engines) await kill(child);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
