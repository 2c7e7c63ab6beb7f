import { execFile, type ChildProcess } from 'node:child_process';
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { StationState } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { mediaFolder } from '#server/kernel/create-kernel.ts';
import { freePort } from '#server/testing/free-port.ts';
import type { TestPortal } from '#server/testing/portal.ts';
import { listenAtEdge, type FleetListener } from './fleet-listener.ts';
import { killPart, startPart } from './part-process.ts';
import { otherHz, sweepSeconds, sweepSource } from './sweep.ts';

export const engineToken = 'a token of sixteen letters';
type Engine = { id: string; url: string; port: number; child: ChildProcess | undefined };

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

  const run = (program: string, own: Record<string, string>) =>
    startPart(program, { ENGINE_TOKEN: engineToken, MEDIA_DIR: media, STREAM_PORT: '0', ...own });
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
    kill: (id: string) => killPart(engineOf(id).child),
    /** Stops the process without ending it, or lets it go on. */
    freeze: (id: string) => engineOf(id).child?.kill('SIGSTOP'),
    wake: (id: string) => engineOf(id).child?.kill('SIGCONT'),
    states: async (id: string): Promise<StationState[]> => {
      const reply = await fetch(`${engineOf(id).url}/stations`, {
        headers: { authorization: `Bearer ${engineToken}` },
      });
      return ((await reply.json()) as { stations: StationState[] }).stations;
    },
    /** Ten seconds of a tone, then a sweep that says where in it the station is (`sweep.ts`): each station has both. */
    async addTracks(portal: TestPortal, stations: readonly StationKey[]): Promise<void> {
      const format = { codec: 'mp3', bitrate: 128_000, sample_rate: 44_100, channels: 2 } as const;
      const sources = [
        { title: 'Tone', source: `sine=${String(otherHz)}:sample_rate=44100:duration=10`, seconds: 10 },
        { title: 'Sweep', source: sweepSource, seconds: sweepSeconds },
      ];
      for (const [at, { title, source, seconds }] of sources.entries()) {
        const made = join(folder, `${title}.mp3`);
        const frames = ['-b:a', '128k', '-reservoir', '0', '-write_xing', '0', '-id3v2_version', '0', made];
        const mp3 = ['-f', 'lavfi', '-i', source, '-ac', '2', '-c:a', 'libmp3lame', ...frames];
        await promisify(execFile)('ffmpeg', ['-v', 'error', ...mp3]);
        const { size } = await stat(made);
        for (const station of stations) {
          const track = await portal.make.track(station, { title });
          const path = `renditions/${track}.mp3`;
          const copy = join(folder, `${track}.mp3`);
          await copyFile(made, copy);
          await portal.kernel.storage.putFile(path, copy, 'audio/mpeg');
          await portal.kernel.db
            .insertInto('renditions')
            .values({ track_key: track, ...format, path, size, duration_ms: seconds * 1000 })
            .execute();
          await portal.kernel.db
            .insertInto('playlist_tracks')
            .values({ station_key: station, track_key: track, position: at + 1 })
            .execute();
        }
      }
    },
    /** Listens at the edge; undefined while the station is not there. */
    listen: (mount: string): Promise<FleetListener | undefined> =>
      listenAtEdge({ host: '127.0.0.1', port: edge.port }, mount),
    async close(): Promise<void> {
      await killPart(edge.child);
      for (const { child } of engines) await killPart(child);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};
