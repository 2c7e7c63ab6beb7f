import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stations } from '#contract/stations.ts';
import { follow, type Fan } from './fan.ts';
import { decode, heard, longestGap } from './hear.ts';
import type { Product } from './product.ts';
import { addTracks, stage, type Stage } from './stage.ts';

type Part = 'engine' | 'portal' | 'postgres';

/** One kill: after which time those who listened had a connection again (0 where none was lost), and all calls answered. */
export type Kill = { part: Part; soundAgainMs: number; backMs: number };

export type KillReport = {
  kills: Kill[];
  /** Connections of all listeners together; each death of the engine ends one of each. */
  connections: number;
  /** The longest silence at the beginning of a connection that followed another, ms. */
  waitedMs: number;
  /** The longest silence within a connection, ms. */
  gapMs: number;
  /** Changes that were acknowledged and not found after the kill that followed. */
  forgotten: string[];
};

const quietMs = 4000;
const patienceMs = 60_000;

/**
 * Kills parts of a product at random (`rounds` times, each part at least once where there are rounds enough) while people
 * listen to a station and its description is changed before each kill.
 */
export const killAtRandom = async (
  product: Product,
  { seed, rounds, listeners }: { seed: number; rounds: number; listeners: number },
  told: (kill: Kill) => void = () => {},
): Promise<KillReport> => {
  const at = await stage(product, 'Harbour Lights', 'Harbour Lights Radio');
  await addTracks(at, ['Concert Pitch'], 30);
  const { streamname } = await at.call(stations.get, { params: { key: at.station } });
  const crowd = await Promise.all(
    Array.from({ length: listeners }, () => follow(`${product.streamUrl}/${streamname}`)),
  );
  try {
    // The first track takes a moment: a kill before it would leave a connection that never had a sound to miss.
    await until(async () => (await Promise.all(crowd.map(hasSound))).every(Boolean), 'everybody hears something', 200);
    const kills: Kill[] = [];
    const forgotten: string[] = [];
    for (const part of partsBy(seed, rounds)) {
      const description = `Before kill ${kills.length + 1}`;
      await at.call(stations.update, { params: { key: at.station }, body: { description } });
      const kill = await killOne(product, at, crowd, part);
      kills.push(kill);
      told(kill);
      const found = (await at.call(stations.get, { params: { key: at.station } })).description;
      if (found !== description) forgotten.push(description);
    }
    return { kills, forgotten, ...(await whatWasHeard(crowd)) };
  } finally {
    await Promise.all(crowd.map((fan) => fan.leave()));
  }
};

const whatWasHeard = async (crowd: readonly Fan[]): Promise<Omit<KillReport, 'kills' | 'forgotten'>> => {
  const pieces = await Promise.all(crowd.map((fan) => fan.leave()));
  const quiet: Quiet[][] = [];
  // One listener after the other: each is decoded by as many programs as it had connections.
  for (const of of pieces) quiet.push(await Promise.all(of.map(quietOf)));
  return {
    connections: pieces.flat().length,
    // The first connection of each has the silence in its burst that was there before the first track.
    waitedMs: Math.max(0, ...quiet.flatMap((of) => of.slice(1)).map(({ atFirst }) => atFirst)),
    gapMs: Math.max(...quiet.flat().map(({ later }) => later)),
  };
};

/** Kills one part, and waits until it is back and everybody hears something. */
const killOne = async (product: Product, at: Stage, crowd: readonly Fan[], part: Part): Promise<Kill> => {
  const connected = crowd.map((fan) => fan.connections());
  const begun = performance.now();
  const killed = processOf(product, part);
  process.kill(killed!, 'SIGKILL');
  if (part === 'engine')
    await until(() => crowd.every((fan, i) => fan.connections() > connected[i]!), 'everybody is connected again', 20);
  const soundAgainMs = part === 'engine' ? performance.now() - begun : 0;
  // What a dead database's connections still answer is no sign of life.
  await until(() => ![undefined, killed].includes(processOf(product, part)), `${part} is started again`, 50);
  await until(() => isUp(product, at), 'all calls answer', 50);
  const backMs = performance.now() - begun;
  await pause(quietMs);
  return { part, soundAgainMs, backMs };
};

/** Every part at least once, the rest drawn, in an order that the seed gives. */
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

/** The process of a part as it is on record; undefined while it has none. */
const processOf = ({ dataDir }: Product, part: Part): number | undefined => {
  try {
    if (part !== 'postgres')
      return (JSON.parse(readFileSync(join(dataDir, 'run', `${part}.json`), 'utf8')) as { pid: number }).pid;
    const [first = ''] = readFileSync(join(dataDir, 'postgres-18', 'postmaster.pid'), 'utf8').split('\n');
    return Number(first) || undefined;
  } catch {
    return undefined;
  }
};

const isUp = async (product: Product, at: Stage): Promise<boolean> => {
  const ready = await fetch(`${product.url}/readyz`).catch(() => undefined);
  if (!ready?.ok) return false;
  return await at.call(stations.get, { params: { key: at.station } }).then(
    () => true,
    () => false,
  );
};

type Quiet = { atFirst: number; later: number };

const hasSound = async (fan: Fan): Promise<boolean> =>
  (await quietOf(fan.heard())).atFirst !== Number.POSITIVE_INFINITY;

/** How long one connection was silent before its first sound, and at most after it, ms. */
const quietOf = async (piece: Buffer): Promise<Quiet> => {
  const stretches = heard(await decode(piece), [300]);
  const first = stretches.findIndex(({ hz }) => hz !== 0);
  if (first === -1) return { atFirst: Number.POSITIVE_INFINITY, later: 0 };
  return { atFirst: stretches[first]!.from * 1000, later: longestGap(stretches.slice(first)) * 1000 };
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const until = async (holds: () => boolean | Promise<boolean>, what: string, everyMs: number): Promise<void> => {
  const deadline = Date.now() + patienceMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited ${patienceMs / 1000} s: ${what}`);
    await pause(everyMs);
  }
};
