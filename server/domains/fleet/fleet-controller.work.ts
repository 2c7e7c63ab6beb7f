import type { AutoDjPosition } from '#contract/engine/autodj-position.ts';
import { drainedAtOnce, placingEveryMs } from '#contract/rules/drain-pace.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { startOnlyWorker, type Turn } from '#server/kernel/jobs/only-worker.ts';
import type { EngineNode } from '#server/kernel/fleet.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { nodeInfo } from './engine-probe.ts';
import { knownNodes, nodeToFill, saveNode, saveSettings, saveState, stateOfNode } from './nodes.repo.ts';
import { hasMisplaced, hasStations, type Move } from './placements.repo.ts';
import { placeStations } from './place-stations.ts';
import { createProbes, type EngineState, type Probes } from './probe-engines.ts';

type Deps = Pick<Kernel, 'db' | 'log' | 'fleet'> & {
  /** Tells the engines of moved stations. */
  moved(moves: readonly Move[]): void;
  /** Where a station's Auto DJ was a few seconds ago, if that is known. */
  positionOf(station: StationKey): AutoDjPosition | undefined;
};

/** Only one process places stations at a time, among all on this database. */
export const controllerLock = 7_227_035;
/** Stations that move only to level the load, at most this many a minute. */
const rebalancedAtMost = 10;
const rebalanceEveryMs = 60_000;
const askMs = 2000;

/**
 * Gives every station one of several engines, in this process unless another one does it: those of an engine that doesn't answer
 * for 2 s move to the others, unless one of them reaches it. A process that reaches no engine moves nothing, as it is itself
 * cut off. With one engine there is nothing to do.
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
  const known = new Map((await knownNodes(db)).map((node) => [node.id, stateOfNode(node)]));
  const probes = createProbes(engines, known);
  const [place, learn] = [createPlacing(deps, probes), createLearning(deps, signal)];
  let [isCutOff, learntAt] = [false, -Infinity];
  while (!signal.aborted) {
    const changed = await probes.round();
    if (changed === undefined && !isCutOff) log.warn('no streaming engine answers; stations stay where they are');
    isCutOff = changed === undefined;
    if (changed) {
      await stillHolds();
      for (const [id, state] of changed) {
        await saveState(db, id, state);
        log.warn({ engine: id }, messages[state]);
      }
      const isLearnDue = performance.now() - learntAt >= placingEveryMs;
      if (isLearnDue) learntAt = performance.now();
      for (const node of engines)
        if (probes.stateOf(node.id) === 'up' && (isLearnDue || changed.has(node.id))) void learn(node);
      await place([...changed.values()].some((state) => state !== 'cutOff'));
      succeeded();
    }
    await probes.rest(signal);
  }
};

const messages: Record<EngineState, string> = {
  up: 'an engine answers again',
  cutOff: 'an engine does not answer here, but other engines reach it; its stations stay there',
  down: 'an engine does not answer; its stations move',
};

/** Places stations at once if an engine has come or gone, else every few seconds. */
const createPlacing = ({ db, log, fleet, moved, positionOf }: Deps, probes: Probes) => {
  let [lookedAt, rebalancedAt] = [-Infinity, -Infinity];
  return async (isUrgent: boolean): Promise<void> => {
    const now = performance.now();
    if (!isUrgent && now - lookedAt < placingEveryMs) return;
    const mayRebalance = !isUrgent && now - rebalancedAt >= rebalanceEveryMs;
    const known = new Map((await knownNodes(db)).map((node) => [node.id, node]));
    const nodes = fleet.engines.flatMap(({ id }) => {
      const state = probes.stateOf(id);
      return state === 'down' ? [] : [nodeToFill(id, known.get(id), state === 'cutOff')];
    });
    const up = nodes.map(({ id }) => id);
    const draining = nodes.flatMap(({ id, state }) => (state === 'draining' ? [id] : []));
    const isDue = isUrgent || mayRebalance || (await hasStations(db, draining)) || (await hasMisplaced(db, up));
    lookedAt = now;
    if (!isDue) return;
    const limits = {
      rebalanced: mayRebalance ? rebalancedAtMost : 0,
      // Looks because of a lost engine come on top, and must not drain faster.
      drained: isUrgent ? 0 : drainedAtOnce,
    };
    const moves = await placeStations(db, { nodes, limits, positionOf });
    if (mayRebalance) rebalancedAt = now;
    if (moves.length === 0) return;
    log.info({ stations: moves.length, ms: Math.round(performance.now() - now) }, 'stations have moved');
    moved(moves);
  };
};

/** Writes down what an engine says of itself; that it says nothing is logged once, until it does. */
const createLearning = ({ db, log }: Deps, signal: AbortSignal) => {
  const silent = new Set<string>();
  return async (node: EngineNode): Promise<void> => {
    try {
      await saveNode(db, node.id, await nodeInfo(node, AbortSignal.any([signal, AbortSignal.timeout(askMs)])));
      silent.delete(node.id);
    } catch (error) {
      if (signal.aborted || silent.has(node.id)) return;
      silent.add(node.id);
      log.warn({ engine: node.id, error: String(error) }, 'an engine does not say what it is');
    }
  };
};
