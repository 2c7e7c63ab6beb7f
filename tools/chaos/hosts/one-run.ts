import type { StationKey } from '#contract/rules/keys.ts';
import { pause, until } from '../kill-part.ts';
import type { OwnRecord } from './count-listening.ts';
import { engineIds, type EngineId } from './engines-on-hosts.ts';
import { faults, type FaultName } from './faults.ts';
import { isAsPlaced, judgeSound, type Judged } from './judge-sound.ts';
import { listen, type Listening, type Mount } from './listeners.ts';
import { windowsIn } from './marked-track.ts';
import { edgeNames, type Network } from './network.ts';
import { placementsSince, type Placed } from './placement-history.ts';
import type { Stage } from './stage.ts';

export type Run = {
  fault: FaultName;
  engine: EngineId;
  /** The stations that it had. */
  stations: number;
  /** Until its last station was given to another engine, and until all of them played there; undefined if they were to stay. */
  placedMs: number | undefined;
  takeoverMs: number | undefined;
  /** The longest silence of each listener of these stations, in what arrived. */
  silencesMs: number[];
  /** How far the track jumped where a listener heard another engine, s. */
  jumps: number[];
  /** How many listeners lost their connection. */
  dropped: number;
  /** Listeners who heard another engine than the database gave their station, or one engine again. */
  mixed: number;
  /** Listeners whose sound lacks something beside the takeover. */
  skipped: number;
  /** How many stations were given another engine between the fault and its end. */
  moved: number;
  load: Load;
  records: OwnRecord[];
};

/** The most stations that an engine should have, of those that are not lost, and the mean. */
export type Load = { most: number; mean: number };

/** A cut-off engine is left alone for so long after the portal found out: time to do the wrong thing. */
const cutOffMs = 10_000;
/** What a listener hears before and after, to judge it by. */
const listenMs = 2500;
/** Two listeners leave so long after the fault began: their engine is lost, but not replaced. */
const leavesAfterMs = 1000;
/** A listener who leaves within this time of a move may not have heard the new engine. */
const lateMoveMs = 5000;
const stationsHeard = 20;

/** Lets something befall an engine, and measures; everything is as before when it resolves. `number` is that of the run, from 1 on. */
export const runOnce = async (
  stage: Stage,
  network: Network,
  { fault, engine, number }: { fault: FaultName; engine: EngineId; number: number },
): Promise<Run> => {
  const own = new Set(await stage.placedAt(engine));
  const name = (what: string, at: number): string => `${String(number)}/${what}/${String(at + 1)}`;
  const heard = choose(stage.mounts, own, number);
  const listeners = await Promise.all(
    edgeNames.flatMap((edge) => heard.map((mount, at) => listen(network, edge, mount, name(edge, at)))),
  );
  const leaving = await Promise.all(edgeNames.map((edge, at) => listen(network, edge, heard[0]!, name('leaving', at))));
  const since = Date.now();
  await pause(listenMs);
  for (const { stream } of listeners) stream.silenceMs = 0;

  const { moves, begin, end } = faults[fault];
  const [beganAt, startedAt] = [Date.now(), performance.now()];
  await begin(stage, network, engine);
  const left = pause(leavesAfterMs).then(() => leaving.map((one) => one.leave()));
  let takeoverMs: number | undefined;
  if (moves) {
    const others = engineIds.filter((one) => one !== engine);
    const isTakenOver = async (): Promise<boolean> => {
      const playing = await stage.playing(others);
      return [...own].every((key) => playing.has(key));
    };
    await until(isTakenOver, `${engine} is replaced`, 100);
    takeoverMs = performance.now() - startedAt;
  } else {
    await until(async () => (await stage.stateOf(engine)) === 'cutOff', `the portal misses ${engine}`);
    await pause(cutOffMs);
  }
  await pause(listenMs);
  const during = (await placementsSince(stage.db, beganAt)).filter(({ at }) => at >= beganAt);
  const load = await loadOf(stage, moves ? engineIds.filter((one) => one !== engine) : engineIds);
  await end(stage, network, engine);
  await until(stage.isSettled, 'all engines are up and play their stations');
  await pause(listenMs);
  const dropped = listeners.filter(({ stream }) => stream.isOver).length;
  const records = [...(await left), ...listeners.map((one) => one.leave())];
  const placed = await placementsSince(stage.db, since);
  const [judged] = await Promise.all([judgeAll(listeners, placed), stage.sendHome()]);
  return {
    ...{ fault, engine, stations: own.size, takeoverMs, dropped, load, records },
    placedMs: during.length > 0 ? Math.max(...during.map(({ at }) => at)) - beganAt : undefined,
    silencesMs: listeners.filter(({ station }) => own.has(station)).map(({ stream }) => stream.silenceMs),
    jumps: judged.flatMap(({ jumps }) => jumps),
    mixed: judged.filter(({ isRight }) => !isRight).length,
    skipped: judged.filter(({ lostS }) => lostS > 0).length,
    moved: during.length,
  };
};

/** Stations to listen to, other ones in each run: half of them are the engine's own. */
const choose = (mounts: readonly Mount[], own: ReadonlySet<StationKey>, number: number): Mount[] => {
  const some = (of: readonly Mount[]): Mount[] => {
    const count = Math.min(stationsHeard / 2, of.length);
    return Array.from({ length: count }, (_, at) => of[(number * count + at) % of.length]!);
  };
  return [
    ...some(mounts.filter(({ station }) => own.has(station))),
    ...some(mounts.filter(({ station }) => !own.has(station))),
  ];
};

/** How the stations are shared among these engines. */
export const loadOf = async (stage: Stage, engines: readonly EngineId[]): Promise<Load> => {
  const loads = await Promise.all(engines.map(async (id) => (await stage.placedAt(id)).length));
  return { most: Math.max(...loads), mean: loads.reduce((sum, one) => sum + one, 0) / engines.length };
};

const judgeAll = async (
  listeners: readonly Listening[],
  placed: readonly Placed[],
): Promise<(Judged & { isRight: boolean })[]> => {
  const endedAt = Date.now();
  const judged = [];
  for (const { station, stream } of listeners) {
    const sound = judgeSound(await windowsIn(Buffer.concat(stream.sound)));
    stream.sound = [];
    const own = placed.filter((one) => one.station === station);
    const isLastLate = own.length > 1 && endedAt - own.at(-1)!.at < lateMoveMs;
    const isRight = isAsPlaced(
      sound.owners,
      own.map(({ engine }) => engine),
      isLastLate,
    );
    judged.push({ ...sound, isRight });
  }
  return judged;
};
