import type { AutoDjPosition } from '#contract/engine/autodj-position.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { startOnlyWorker, type Turn } from '#server/kernel/jobs/only-worker.ts';
import type { EngineNode } from '#server/kernel/fleet.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { knownNodes, saveIsUp, saveNode, saveSettings } from './nodes.repo.ts';
import { hasMisplaced, type Move } from './placements.repo.ts';
import { placeStations } from './place-stations.ts';
import { createProbes, nodeInfo, type Probes } from './probe-engines.ts';

type Deps = Pick<Kernel, 'db' | 'log' | 'fleet'> & {
  /** Tells the engines of moved stations. */
  moved(moves: readonly Move[]): void;
  /** Where a station's Auto DJ was a few seconds ago, if that is known. */
  positionOf(station: StationKey): AutoDjPosition | undefined;
};

/** Only one process places stations at a time, among all on this database. */
const controllerLock = 7_227_035;
/** Stations without an engine, relays of another master and loads are looked at so often; a lost engine at once. */
const lookEveryMs = 5000;
/** Stations that move only to level the load, at most this many a minute. */
const rebalancedAtMost = 10;
const rebalanceEveryMs = 60_000;
const askMs = 2000;

/**
 * Gives every station one of several engines, in this process unless another one does it: those of an engine that doesn't answer
 * for 2 s move to the others. A process that reaches no engine moves nothing, as it is itself cut off. With one engine there
 * is nothing to do.
 */
export const startFleetController = (deps: Deps): { stop(): Promise<void> } => {
  if (deps.fleet.engines.length === 1) return { stop: () => Promise.resolve() };
  return startOnlyWorker(deps, { lock: controllerLock, failed: 'could not place stations; retrying' }, (turn) =>
    control(deps, turn),
  );
};

const control = async (deps: Deps, { stillHolds, succeeded, signal }: Turn): Promise<void> => {
  const { db, log, fleet } = deps;
  const { engines } = fleet;
  await fleet.ready();
  await saveSettings(db, engines);
  const down = (await knownNodes(db)).filter((node) => !node.is_up).map(({ id }) => id);
  const probes = createProbes(engines, new Set(down));
  const place = createPlacing(deps, probes);
  let isCutOff = false;
  for (const node of engines) void learn(deps, node, signal);
  while (!signal.aborted) {
    const changed = await probes.round();
    if (changed === undefined && !isCutOff) log.warn('no streaming engine answers; stations stay where they are');
    isCutOff = changed === undefined;
    if (changed) {
      await stillHolds();
      for (const [id, isUp] of changed) {
        await saveIsUp(db, id, isUp);
        log.warn({ engine: id }, isUp ? 'an engine answers again' : 'an engine does not answer; its stations move');
      }
      for (const node of engines) if (changed.get(node.id) === true) void learn(deps, node, signal);
      await place(changed.size > 0);
      succeeded();
    }
    await probes.rest(signal);
  }
};

/** Places stations at once if an engine has come or gone, else every few seconds. */
const createPlacing = ({ db, log, fleet, moved, positionOf }: Deps, probes: Probes) => {
  let [lookedAt, rebalancedAt] = [-Infinity, -Infinity];
  return async (isUrgent: boolean): Promise<void> => {
    const now = performance.now();
    if (!isUrgent && now - lookedAt < lookEveryMs) return;
    const mayRebalance = !isUrgent && now - rebalancedAt >= rebalanceEveryMs;
    const up = fleet.engines.map(({ id }) => id).filter((id) => probes.isUp(id));
    const isDue = isUrgent || mayRebalance || (await hasMisplaced(db, up));
    lookedAt = now;
    if (!isDue) return;
    const moves = await placeStations(db, { up, rebalanced: mayRebalance ? rebalancedAtMost : 0, positionOf });
    if (mayRebalance) rebalancedAt = now;
    if (moves.length === 0) return;
    log.info({ stations: moves.length, ms: Math.round(performance.now() - now) }, 'stations have moved');
    moved(moves);
  };
};

/** Writes down what an engine says of itself; one that doesn't answer now is asked again when it is up. */
const learn = async ({ db, log }: Deps, node: EngineNode, signal: AbortSignal): Promise<void> => {
  try {
    await saveNode(db, node.id, await nodeInfo(node, AbortSignal.any([signal, AbortSignal.timeout(askMs)])));
  } catch (error) {
    if (!signal.aborted) log.warn({ engine: node.id, error: String(error) }, 'an engine does not say what it is');
  }
};
