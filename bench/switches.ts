import { connect, createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { pause } from './process-figures.ts';
import { end, start } from './programs.ts';
import type { Row } from './report.ts';
import { benchStation, startEngine, startIcecast, startLiquidsoap, type Server } from './servers.ts';
import { bytesPerSecond, capture, decodeCapture, toneWindow } from './audio.ts';

type Switch = { takeoverMs: number; takeoverGapMs: number; failoverMs: number; failoverGapMs: number };
type Options = { folder: string; rounds: number; liquidsoap: boolean };

const lowHertz = 1000;
const highHertz = 3000;

/**
 * An encoder goes live and is killed, `rounds` times at each server: when listeners hear it, and how long the gap is.
 */
export const benchSwitches = async ({ folder, rounds, liquidsoap }: Options): Promise<Row[]> => {
  const low = join(folder, 'files', 'low.mp3');
  const engine = await startEngine(folder);
  await engine.put(benchStation(0, ['low.mp3'], 1000));
  const ours = await measure(engine, rounds);
  await end(engine.child);

  const icecast = await startIcecast(folder);
  const source = ['ffmpeg', '-v', 'error', '-re', '-stream_loop', '-1', '-i', low, '-c', 'copy', '-f', 'mp3'];
  const auto = start([...source, '-content_type', 'audio/mpeg', icecast.auto]);
  await pause(2000);
  const theirs = await measure(icecast, rounds);
  await end(auto, 'SIGKILL');
  await end(icecast.child);

  const others = liquidsoap ? await measureLiquidsoap(folder, low, rounds) : undefined;
  const row = (figure: string, unit: keyof Switch, budget: number): Row => ({
    figure,
    ours: `${ours[unit].toFixed(0)} ms`,
    peer: [`Icecast ${theirs[unit].toFixed(0)} ms`, others && `Liquidsoap ${others[unit].toFixed(0)} ms`]
      .filter(Boolean)
      .join(', '),
    ratio: ours[unit] / theirs[unit],
    budget: `≤ ${budget} ms`,
    pass: ours[unit] <= budget,
  });
  return [
    row('encoder connects → heard', 'takeoverMs', 1000),
    row('gap in the sound at takeover', 'takeoverGapMs', 30),
    row('encoder killed → next source heard', 'failoverMs', 250),
    row('gap in the sound at failover', 'failoverGapMs', 30),
  ];
};

const measureLiquidsoap = async (folder: string, file: string, rounds: number): Promise<Switch> => {
  const server = await startLiquidsoap(folder, file);
  const measured = await measure(server, rounds);
  await end(server.child, 'SIGKILL');
  return measured;
};

/** The worst of all rounds. */
const measure = async (server: Server, rounds: number): Promise<Switch> => {
  const switches: Switch[] = [];
  for (let round = 0; round < rounds; round++) switches.push(await measureOnce(server));
  const worst = (unit: keyof Switch): number => Math.max(...switches.map((one) => one[unit]));
  return {
    takeoverMs: worst('takeoverMs'),
    takeoverGapMs: worst('takeoverGapMs'),
    failoverMs: worst('failoverMs'),
    failoverGapMs: worst('failoverGapMs'),
  };
};

const measureOnce = async (server: Server): Promise<Switch> => {
  const listener = capture(server.port, server.path);
  await pause(3000);
  const proxy = await openProxy(server.encoder);
  const sine = `sine=frequency=${highHertz}:sample_rate=44100`;
  const encode = ['-ac', '2', '-c:a', 'libmp3lame', '-b:a', '128k', '-content_type', 'audio/mpeg', '-f', 'mp3'];
  const encoder = start(['ffmpeg', '-v', 'error', '-re', '-f', 'lavfi', '-i', sine, ...encode, proxy.url]);
  const connectedAt = await proxy.connected;
  await pause(6000);
  const killedAt = performance.now();
  const bytesAtKill = listener.received();
  await end(encoder, 'SIGKILL');
  await pause(5000);
  listener.stop();
  proxy.close();

  const audio = decodeCapture(listener.body());
  const toLive = audio.firstSound(highHertz, 0);
  const toAuto = audio.firstSound(lowHertz, Math.max(toLive, bytesAtKill / bytesPerSecond - 3));
  const when = (seconds: number): number => listener.arrival(audio.byteAt(seconds + toneWindow));
  return {
    takeoverMs: when(toLive) - connectedAt,
    takeoverGapMs: audio.longestGapMs(toLive - 1, toLive + 1),
    failoverMs: when(toAuto) - killedAt,
    failoverGapMs: audio.longestGapMs(toAuto - 1, toAuto + 1),
  };
};

/** A proxy in between that knows when the encoder connected. */
const openProxy = async (encoder: string): Promise<{ url: string; connected: Promise<number>; close(): void }> => {
  const target = new URL(encoder);
  let resolveConnected: (at: number) => void;
  const connected = new Promise<number>((resolve) => (resolveConnected = resolve));
  const server = createServer((inner) => {
    resolveConnected(performance.now());
    const outer = connect(Number(target.port), target.hostname);
    inner.pipe(outer).pipe(inner);
    inner.on('error', () => outer.destroy()).on('close', () => outer.destroy());
    outer.on('error', () => inner.destroy()).on('close', () => inner.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { username, password, pathname } = target;
  return {
    url: `icecast://${username}:${password}@127.0.0.1:${port}${pathname}`,
    connected,
    close: () => server.close(),
  };
};
