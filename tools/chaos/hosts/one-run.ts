import { sweepParts } from '#server/domains/fleet/testing/sweep.ts';
import { pause, until } from '../kill-part.ts';
import { faults, type FaultName } from './faults.ts';
import { judgeSound } from './judge-sound.ts';
import type { Network } from './network.ts';
import type { EngineId, Heard, Stage } from './stage.ts';

export type Run = {
  fault: FaultName;
  engine: EngineId;
  /** The stations that it had. */
  stations: number;
  /** Until all of them played elsewhere; undefined if they were to stay. */
  takeoverMs: number | undefined;
  /** The longest silence of a listener of these stations, in what arrived; and how many listeners lost their connection. */
  silenceMs: number;
  dropped: number;
  /** How many stations another engine than before should have. */
  moved: number;
  /** Listeners who heard more than one engine's sound in turn: they are to change over once, and never back. */
  mixed: number;
  /** Listeners whose sound lacks something beside the takeover. */
  skipped: number;
};

/** A cut-off engine is left alone for so long after the portal found out: time to do the wrong thing. */
const cutOffMs = 10_000;
/** What a listener hears before and after, to judge it by. */
const listenMs = 3000;

/** Lets something befall the engine with most stations, and measures; everything is as before when it resolves. */
export const runOnce = async (stage: Stage, network: Network, fault: FaultName): Promise<Run> => {
  const before = await stage.engines();
  const { id } = before.toSorted((a, b) => b.stations - a.stations)[0]!;
  const engine = id as EngineId;
  const others = stage.ids.filter((one) => one !== engine);
  const own = new Set<string>((await stage.states(engine)).map(({ key }) => key));
  const heard = stage.heard.filter(({ station }) => own.has(station));
  for (const { listener } of stage.heard) listener.sound = [];
  await pause(listenMs);
  for (const { listener } of stage.heard) listener.silenceMs = 0;

  const { moves, begin, end } = faults[fault];
  const startedAt = performance.now();
  await begin(stage, network, engine);
  let takeoverMs: number | undefined;
  if (moves) {
    await until(async () => (await playing(stage, others)).size === stage.heard.length, `${engine} is replaced`, 50);
    takeoverMs = performance.now() - startedAt;
  } else {
    const state = async () => (await stage.engines()).find((one) => one.id === engine)?.state;
    await until(async () => !['up', undefined].includes(await state()), `the portal misses ${engine}`);
    await pause(cutOffMs);
  }
  await pause(listenMs);
  const after = await stage.engines();
  await end(stage, network, engine);
  await settle(stage);
  await pause(listenMs);
  const left = (one: string) =>
    before.find((it) => it.id === one)!.stations - after.find((it) => it.id === one)!.stations;
  return {
    ...{ fault, engine, stations: own.size, takeoverMs },
    silenceMs: Math.max(...heard.map(({ listener }) => listener.silenceMs)),
    dropped: stage.heard.filter(({ listener }) => listener.isOver).length,
    moved: stage.ids.reduce((sum, one) => sum + Math.max(0, left(one)), 0),
    ...(await judgeAll(stage.heard, moves ? own : new Set())),
  };
};

/** The stations that these engines play. */
const playing = async (stage: Stage, engines: readonly EngineId[]): Promise<Set<string>> => {
  const states = (await Promise.all(engines.map(stage.states))).flat();
  return new Set(states.flatMap(({ key, source }) => (source === 'autodj' ? [key] : [])));
};

/** Waits until all engines are up, and each has the stations that it should have and plays them. */
export const settle = async (stage: Stage): Promise<void> =>
  await until(async () => {
    const engines = await stage.engines();
    if (engines.some(({ state }) => state !== 'up')) return false;
    if (engines.reduce((sum, { stations }) => sum + stations, 0) !== stage.heard.length) return false;
    const counts = await Promise.all(
      engines.map(async ({ id, stations }) => {
        const states = await stage.states(id as EngineId);
        return states.length === stations && states.every(({ source }) => source === 'autodj');
      }),
    );
    return counts.every(Boolean);
  }, 'all engines are up and play their stations');

/** How many heard two owners in turn, and how many lost sound beside the takeover. */
const judgeAll = async (all: readonly Heard[], moved: ReadonlySet<string>): Promise<Pick<Run, 'mixed' | 'skipped'>> => {
  const judged = [];
  for (const { station, listener } of all) {
    const { parts } = await sweepParts(Buffer.concat(listener.sound));
    judged.push(judgeSound(parts, moved.has(station)));
  }
  return {
    mixed: judged.filter((one) => one === 'two owners').length,
    skipped: judged.filter((one) => one === 'skips').length,
  };
};
