import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stations } from '#contract/api/stations.ts';
import { listenWithReconnects, type ReconnectingListener } from './reconnecting-listener.ts';
import { decode, toneRanges, longestSilence } from './tones.ts';
import type { Product } from './product.ts';
import { addTracks, createTestStation, type TestStation } from './test-station.ts';

type Part = 'engine' | 'portal' | 'postgres';

/** One kill: how long until all listeners were reconnected (0 if none was lost), and until the API answered again. */
export type Kill = { part: Part; reconnectMs: number; recoveryMs: number };

export type KillReport = {
  kills: Kill[];
  /** Connections of all listeners together; each engine kill ends one per listener. */
  connections: number;
  /** The longest silence at the start of a reconnection, ms. */
  reconnectGapMs: number;
  /** The longest silence within a connection, ms. */
  gapMs: number;
  /** Changes that were acknowledged but lost by the following kill. */
  lostChanges: string[];
};

const settleMs = 4000;
const patienceMs = 60_000;

/**
 * Kills processes of a product at random (`rounds` times, each part at least once if `rounds` allows) while listeners
 * play a station; changes its description before each kill.
 */
export const killAtRandom = async (
  product: Product,
  { seed, rounds, listeners }: { seed: number; rounds: number; listeners: number },
  onKill: (kill: Kill) => void = () => {},
): Promise<KillReport> => {
  const at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  await addTracks(at, ['Concert Pitch'], 30);
  const { streamname } = await at.call(stations.get, { params: { key: at.station } });
  const fans = await Promise.all(
    Array.from({ length: listeners }, () => listenWithReconnects(`${product.streamUrl}/${streamname}`)),
  );
  try {
    // The first track takes a moment: an earlier kill would end a connection that never had audio.
    await until(
      async () => (await Promise.all(fans.map(hasAudio))).every(Boolean),
      'every listener receives audio',
      200,
    );
    const kills: Kill[] = [];
    const lostChanges: string[] = [];
    for (const part of partsBy(seed, rounds)) {
      const description = `Before kill ${kills.length + 1}`;
      await at.call(stations.update, { params: { key: at.station }, body: { description } });
      const kill = await killOne(product, at, fans, part);
      kills.push(kill);
      onKill(kill);
      const stored = (await at.call(stations.get, { params: { key: at.station } })).description;
      if (stored !== description) lostChanges.push(description);
    }
    return { kills, lostChanges, ...(await listenerReport(fans)) };
  } finally {
    await Promise.all(fans.map((fan) => fan.leave()));
  }
};

const listenerReport = async (
  fans: readonly ReconnectingListener[],
): Promise<Omit<KillReport, 'kills' | 'lostChanges'>> => {
  const recordings = await Promise.all(fans.map((fan) => fan.leave()));
  const silences: Silence[][] = [];
  // One listener after the other: each connection is decoded by its own process.
  for (const connections of recordings) silences.push(await Promise.all(connections.map(silenceOf)));
  return {
    connections: recordings.flat().length,
    // The burst of each first connection has the silence from before the first track.
    reconnectGapMs: Math.max(
      0,
      ...silences.flatMap((connections) => connections.slice(1)).map(({ atFirst }) => atFirst),
    ),
    gapMs: Math.max(...silences.flat().map(({ later }) => later)),
  };
};

/** Kills one part, and waits until it is back and all listeners are reconnected. */
const killOne = async (
  product: Product,
  at: TestStation,
  fans: readonly ReconnectingListener[],
  part: Part,
): Promise<Kill> => {
  const connected = fans.map((fan) => fan.connections());
  const killedAt = performance.now();
  const killed = pidOf(product, part);
  process.kill(killed!, 'SIGKILL');
  if (part === 'engine')
    await until(() => fans.every((fan, i) => fan.connections() > connected[i]!), 'every listener is reconnected', 20);
  const reconnectMs = part === 'engine' ? performance.now() - killedAt : 0;
  // Open connections may still answer after the database was killed, so wait for its new process first.
  await until(() => ![undefined, killed].includes(pidOf(product, part)), `${part} has restarted`, 50);
  await until(() => isReady(product, at), 'the API answers', 50);
  const recoveryMs = performance.now() - killedAt;
  await pause(settleMs);
  return { part, reconnectMs, recoveryMs };
};

/** Every part at least once, the others drawn, shuffled by the seed. */
const partsBy = (seed: number, rounds: number): Part[] => {
  let state = seed;
  const draw = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const all: Part[] = ['engine', 'portal', 'postgres'];
  const drawn = Array.from({ length: Math.max(0, rounds - all.length) }, () => all[draw(all.length)]!);
  return [...all.slice(0, rounds), ...drawn]
    .map((part) => ({ part, place: draw(1_000_000) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ part }) => part);
};

/** The recorded process id of a part; undefined while it has none. */
const pidOf = ({ dataDir }: Product, part: Part): number | undefined => {
  try {
    if (part !== 'postgres')
      return (JSON.parse(readFileSync(join(dataDir, 'run', `${part}.json`), 'utf8')) as { pid: number }).pid;
    const [firstLine = ''] = readFileSync(join(dataDir, 'postgres-18', 'postmaster.pid'), 'utf8').split('\n');
    return Number(firstLine) || undefined;
  } catch {
    return undefined;
  }
};

const isReady = async (product: Product, at: TestStation): Promise<boolean> => {
  const ready = await fetch(`${product.url}/readyz`).catch(() => undefined);
  if (!ready?.ok) return false;
  return await at.call(stations.get, { params: { key: at.station } }).then(
    () => true,
    () => false,
  );
};

type Silence = { atFirst: number; later: number };

const hasAudio = async (fan: ReconnectingListener): Promise<boolean> =>
  (await silenceOf(fan.received())).atFirst !== Number.POSITIVE_INFINITY;

/** The silence of a connection before its first audio, and the longest one after it, ms. */
const silenceOf = async (recording: Buffer): Promise<Silence> => {
  const ranges = toneRanges(await decode(recording), [300]);
  const firstTone = ranges.findIndex(({ hz }) => hz !== 0);
  if (firstTone === -1) return { atFirst: Number.POSITIVE_INFINITY, later: 0 };
  return { atFirst: ranges[firstTone]!.from * 1000, later: longestSilence(ranges.slice(firstTone)) * 1000 };
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const until = async (condition: () => boolean | Promise<boolean>, what: string, everyMs: number): Promise<void> => {
  const deadline = Date.now() + patienceMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited ${patienceMs / 1000} s: ${what}`);
    await pause(everyMs);
  }
};
