import type * as z from 'zod/mini';
import type { Engine, engineStates } from '#contract/api/fleet.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { EngineNode } from '#server/kernel/fleet.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { nodeInfo } from './engine-probe.ts';
import { drainNode, knownNodes, resumeNode, shownNodes, stateOfNode, type ShownNode } from './nodes.repo.ts';
import { countStations } from './placements.repo.ts';

type Deps = Pick<Kernel, 'db' | 'fleet'>;
type Shown = z.infer<typeof Engine>;
type State = (typeof engineStates)[number];

const askMs = 2000;

/** The engines in the order of the settings. The only one there is, is asked now, as nobody probes it. */
export const listEngines = async ({ db, fleet }: Deps): Promise<Shown[]> => {
  const [first, ...others] = fleet.engines;
  if (others.length === 0) return [await askOnly(first, await countStations(db))];
  const known = new Map((await shownNodes(db)).map((node) => [node.id, node]));
  return fleet.engines.map(({ id }) => shown(id, known.get(id)));
};

/**
 * Takes an engine out of use: the process that places stations moves them, so that this is the same in all portals. Throws
 * `engine.notFound`, and `engine.last` if no other engine could have its stations.
 */
export const drainEngine = async ({ db, fleet }: Deps, id: string): Promise<undefined> => {
  requireKnown(fleet, id);
  if (fleet.engines.length === 1) refuse('engine.last');
  const result = await drainNode(db, id);
  if (result === 'unknown') refuse('engine.notFound');
  if (result === 'last') refuse('engine.last');
};

/** Throws `engine.notFound`. */
export const resumeEngine = async ({ db, fleet }: Deps, id: string): Promise<undefined> => {
  requireKnown(fleet, id);
  if (!(await resumeNode(db, id))) refuse('engine.notFound');
};

/** The engines that other engines reach, but not the process that places stations. */
export const cutOffEngines = async (db: Deps['db']): Promise<string[]> =>
  (await knownNodes(db)).filter((node) => stateOfNode(node) === 'cutOff').map(({ id }) => id);

const requireKnown = ({ engines }: Deps['fleet'], id: string): void => {
  if (!engines.some((one) => one.id === id)) refuse('engine.notFound');
};

const apiStates = { up: 'up', cutOff: 'cut_off', down: 'down' } as const satisfies Record<
  ReturnType<typeof stateOfNode>,
  State
>;

const shown = (id: string, node: ShownNode | undefined): Shown => ({
  id,
  state: node ? apiStates[stateOfNode(node)] : 'up',
  since: node?.since.toISOString() ?? null,
  draining: node?.is_draining ?? false,
  stations: node?.stations ?? 0,
  version: node?.version ?? null,
  capacity: node?.capacity ?? null,
  load: node?.load ?? null,
  answered: node?.answered_at?.toISOString() ?? null,
});

const askOnly = async (engine: EngineNode, stations: number): Promise<Shown> => {
  const only = { ...shown(engine.id, undefined), stations };
  try {
    const { version, capacity, load } = await nodeInfo(engine, AbortSignal.timeout(askMs));
    return { ...only, version, capacity, load: load ?? null, answered: new Date().toISOString() };
  } catch {
    return { ...only, state: 'down' };
  }
};
