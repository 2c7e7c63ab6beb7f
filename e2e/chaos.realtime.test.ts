import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stations } from '#contract/stations.ts';
import { decode, heard, longestGap } from './hear.ts';
import { listen, type Listener } from './listener.ts';
import { startProduct, type Product } from './product.ts';
import { addTracks, stage, type Stage } from './stage.ts';

/* Whatever is killed, the sound goes on: by itself where another part died, by connecting again where the engine did. */

const listeners = 8;
const rounds = 8;
const quietMs = 4000;
/** What a person on a busy machine waits until a player that connects again has sound. */
const soundAgainMs = 10_000;

type Part = 'engine' | 'portal' | 'postgres';
type Blow = { part: Part; soundAgainMs: number; backMs: number };

let product: Product;
let at: Stage;
let crowd: Fan[];

beforeAll(async () => {
  product = await startProduct();
  at = await stage(product, 'Harbour Lights', 'Harbour Lights Radio');
  await addTracks(at, ['Concert Pitch'], 30);
  const mount = `${product.streamUrl}/${(await at.call(stations.get, { params: { key: at.station } })).streamname}`;
  crowd = await Promise.all(Array.from({ length: listeners }, () => follow(mount)));
});
afterAll(async () => {
  await Promise.all(crowd?.map((fan) => fan.leave()) ?? []);
  await product?.stop();
});

it('goes on sounding, and forgets nothing that it acknowledged, while its parts are killed at random', async () => {
  const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 100_000);
  const blows: Blow[] = [];
  // The first track takes a moment: a blow before it would leave a connection that never had a sound to miss.
  await expect
    .poll(async () => (await Promise.all(crowd.map(hasSound))).every(Boolean), { interval: 200, timeout: 30_000 })
    .toBe(true);
  for (const part of partsBy(seed)) {
    const description = `Before blow ${blows.length + 1}`;
    await at.call(stations.update, { params: { key: at.station }, body: { description } });
    blows.push(await strike(part));
    expect((await at.call(stations.get, { params: { key: at.station } })).description).toBe(description);
  }
  const pieces = await Promise.all(crowd.map((fan) => fan.leave()));
  const quiet = await Promise.all(pieces.map((of) => Promise.all(of.map(quietOf))));
  // The first connection of each has the silence in its burst that was there before the first track.
  const waited = Math.max(...quiet.flatMap((of) => of.slice(1)).map(({ atFirst }) => atFirst));
  const gap = Math.max(...quiet.flat().map(({ later }) => later));
  show(seed, blows, { waited, gap });

  const deaths = blows.filter(({ part }) => part === 'engine').length;
  expect(pieces.flat().length, 'only the death of the engine lets a listener go').toBe(listeners * (1 + deaths));
  expect(gap, 'no connection has a gap of its own').toBeLessThanOrEqual(60);
  expect(waited + Math.max(...blows.map((blow) => blow.soundAgainMs))).toBeLessThan(soundAgainMs);
});

/** Kills one part, and waits until it is back and everybody hears something. */
const strike = async (part: Part): Promise<Blow> => {
  const connected = crowd.map((fan) => fan.connections());
  const begun = performance.now();
  const killed = processOf(part);
  process.kill(killed!, 'SIGKILL');
  if (part === 'engine') {
    await expect
      .poll(() => crowd.every((fan, i) => fan.connections() > connected[i]!), { interval: 20, timeout: 60_000 })
      .toBe(true);
  }
  const soundAgain = part === 'engine' ? performance.now() - begun : 0;
  // What a dead database's connections still answer is no sign of life.
  await expect.poll(() => [undefined, killed].includes(processOf(part)), { interval: 50, timeout: 60_000 }).toBe(false);
  await expect.poll(isUp, { interval: 50, timeout: 60_000 }).toBe(true);
  const back = performance.now() - begun;
  await new Promise((resolve) => setTimeout(resolve, quietMs));
  return { part, soundAgainMs: soundAgain, backMs: back };
};

/** Every part at least once, the rest drawn, in an order that the seed gives. */
const partsBy = (seed: number): Part[] => {
  let state = seed;
  const draw = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const all: Part[] = ['engine', 'portal', 'postgres'];
  const drawn = Array.from({ length: rounds - all.length }, () => all[draw(all.length)]!);
  return [...all, ...drawn]
    .map((part) => ({ part, place: draw(1_000_000) }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ part }) => part);
};

/** The process of a part as it is on record; undefined while it has none. */
const processOf = (part: Part): number | undefined => {
  try {
    if (part !== 'postgres')
      return (JSON.parse(readFileSync(join(product.dataDir, 'run', `${part}.json`), 'utf8')) as { pid: number }).pid;
    const [first = ''] = readFileSync(join(product.dataDir, 'postgres-18', 'postmaster.pid'), 'utf8').split('\n');
    return Number(first) || undefined;
  } catch {
    return undefined;
  }
};

const isUp = async (): Promise<boolean> => {
  const ready = await fetch(`${product.url}/readyz`).catch(() => undefined);
  if (!ready?.ok) return false;
  return await at.call(stations.get, { params: { key: at.station } }).then(
    () => true,
    () => false,
  );
};

type Fan = { connections(): number; heard(): Buffer; leave(): Promise<Buffer[]> };

/** A player that connects again whenever it is let go, as players do. */
const follow = async (mount: string): Promise<Fan> => {
  const pieces: Buffer[] = [];
  let now: Listener = await listen(mount);
  let connections = 1;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (!now.ended()) continue;
      const again = await listen(mount).catch(() => undefined);
      // Who is refused isn't connected, and asks again.
      if (!again || !/^HTTP\/1\.[01] 200/.test(again.heard().head)) continue;
      pieces.push(now.heard().sound);
      now = again;
      connections += 1;
    }
  })();
  return {
    connections: () => connections,
    heard: () => now.heard().sound,
    leave: async () => {
      if (isOver) return pieces;
      isOver = true;
      await watching;
      pieces.push(now.leave().sound);
      return pieces;
    },
  };
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

const show = (seed: number, blows: readonly Blow[], { waited, gap }: { waited: number; gap: number }): void => {
  const lines = blows.map(
    ({ part, soundAgainMs: sound, backMs }) =>
      `  ${part.padEnd(9)} ${part === 'engine' ? `connected again after ${sound.toFixed(0)} ms` : 'nobody noticed'}, all calls answer after ${backMs.toFixed(0)} ms`,
  );
  process.stdout.write(
    `\nKilled at random (seed ${seed}), ${listeners} listeners:\n${lines.join('\n')}\n  silence at the beginning of a new connection: ${waited.toFixed(0)} ms at most; gaps later: ${gap.toFixed(0)} ms\n`,
  );
};
