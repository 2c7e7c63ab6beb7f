import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { cpuPercent, pause } from './process-figures.ts';
import { end, start } from './programs.ts';
import type { Row } from './report.ts';
import { benchStation, startEngine, startIcecast, type Server } from './servers.ts';
import { bytesPerSecond } from './audio.ts';

type Options = { folder: string; listeners: number; seconds: number };
export type Measured = { cpu: number; dropped: number; received: number; seconds: number };
type Report = { type: 'report'; inside: number; dropped: number; bytes: number; slowest: number };

/** CPU per listener with a full audience, ours and stock Icecast's, one after the other on the same machine. */
export const benchAudience = async ({ folder, listeners, seconds }: Options): Promise<Row[]> => {
  const icecast = await startIcecast(folder);
  const theirs = await measure(icecast, folder, listeners, seconds);
  await end(icecast.child);
  const engine = await startEngine(folder);
  await engine.put(benchStation(0, ['low.mp3'], 4000));
  const ours = await measure(engine, folder, listeners, seconds);
  await end(engine.child);

  const title = `${listeners} listeners × 128 kbit/s`;
  const per = ({ cpu }: Measured): string => `${cpu.toFixed(1)} % (${((cpu * 1000) / listeners).toFixed(2)} ‰ each)`;
  return [
    {
      figure: `${title}: CPU of one core`,
      ours: per(ours),
      peer: `Icecast ${per(theirs)}`,
      ratio: ours.cpu / theirs.cpu,
      budget: '≤ 0.5 × Icecast',
      pass: ours.cpu <= theirs.cpu / 2,
    },
    {
      figure: `${title}: dropped`,
      ours: `${ours.dropped}`,
      peer: `Icecast ${theirs.dropped}`,
      budget: '0',
      pass: ours.dropped === 0,
    },
    {
      figure: `${title}: sound the slowest got`,
      ours: `${(ours.received * 100).toFixed(1)} %`,
      peer: `Icecast ${(theirs.received * 100).toFixed(1)} %`,
      budget: '≥ 100 % less one write',
      pass: ours.received >= 1 - 0.5 / seconds,
    },
  ];
};

/** Listeners of a server, on whose stream the same encoder is: a file sent unchanged, in real time. */
export type Audience = {
  /** From now on, for so long. */
  measure(seconds: number): Promise<Measured>;
  end(): Promise<void>;
};

/** Starts the encoder and the listeners; resolves when their bursts and the cost of connecting are over. */
export const startAudience = async (server: Server, folder: string, listeners: number): Promise<Audience> => {
  const file = join(folder, 'files', 'high.mp3');
  const source = ['ffmpeg', '-v', 'error', '-re', '-stream_loop', '-1', '-i', file, '-c', 'copy', '-f', 'mp3'];
  const encoder = start([...source, '-content_type', 'audio/mpeg', server.encoder]);
  await pause(3000);
  const load = start([process.execPath, 'bench/load.ts', `${server.port}`, server.path, `${listeners}`]);
  await untilMessage(load, 'in');
  await pause(6000);
  return {
    async measure(seconds) {
      load.send('mark');
      const from = performance.now();
      const cpu = await cpuPercent(server.child.pid, seconds * 1000);
      load.send('report');
      const report = (await untilMessage(load, 'report')) as Report;
      const elapsedS = (performance.now() - from) / 1000;
      const received = report.slowest / (bytesPerSecond * elapsedS);
      return { cpu, dropped: report.dropped, received, seconds: elapsedS };
    },
    async end() {
      await end(load, 'SIGKILL');
      await end(encoder, 'SIGKILL');
    },
  };
};

/** What the audience of a server costs. */
export const measure = async (
  server: Server,
  folder: string,
  listeners: number,
  seconds: number,
): Promise<Measured> => {
  const audience = await startAudience(server, folder, listeners);
  const measured = await audience.measure(seconds);
  await audience.end();
  return measured;
};

/** The next message of this type from a load generator. */
export const untilMessage = async (child: ChildProcess, type: string): Promise<unknown> => {
  for (;;) {
    const [message] = (await once(child, 'message')) as [{ type: string }];
    if (message.type === type) return message;
  }
};
