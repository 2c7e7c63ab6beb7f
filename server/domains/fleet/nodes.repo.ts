import { sql } from 'kysely';
import type { NodeInfo } from '#contract/engine/engine-node.ts';
import type { EngineSetting } from '#server/kernel/fleet.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { NodesTable } from './fleet.tables.ts';
import type { NodeToFill } from './placement-rules.ts';
import type { EngineState } from './probe-engines.ts';

export type NodeRow = Pick<NodesTable, 'id' | 'capacity' | 'is_up' | 'installation'> & {
  is_cut_off: boolean;
  is_draining: boolean;
};

export const knownNodes = async (db: Db): Promise<NodeRow[]> =>
  await db
    .selectFrom('nodes')
    .select(['id', 'capacity', 'is_up', 'is_cut_off', 'is_draining', 'installation'])
    .execute();

/** Adds the engines of the settings, as up, and removes those that are no longer among them. */
export const saveSettings = async (db: Db, engines: readonly EngineSetting[]): Promise<void> => {
  const [ids, urls] = [engines.map(({ id }) => id), engines.map(({ url }) => url)];
  await sql`insert into nodes (id, url, is_up)
    select id, url, true from unnest(${ids}::text[], ${urls}::text[]) as settings (id, url)
    on conflict (id) do update set url = excluded.url`.execute(db);
  await sql`delete from nodes where id <> all(${ids}::text[])`.execute(db);
};

export const stateOfNode = ({ is_up: isUp, is_cut_off: isCutOff }: Pick<NodeRow, 'is_up' | 'is_cut_off'>): EngineState =>
  isUp ? (isCutOff ? 'cutOff' : 'up') : 'down';

/** How the engine may be filled; `node` is missing before the first process placed stations. */
export const nodeToFill = (id: string, node: NodeRow | undefined): NodeToFill => ({
  ...{ id, capacity: node?.capacity ?? null },
  state: node?.is_cut_off === true ? 'cutOff' : node?.is_draining === true ? 'draining' : 'up',
});

export const saveState = async (db: Db, id: string, state: EngineState): Promise<void> => {
  const [isUp, isCutOff] = [state !== 'down', state === 'cutOff'];
  await sql`update nodes set is_up = ${isUp}, is_cut_off = ${isCutOff}, since = now()
    where id = ${id} and (is_up, is_cut_off) is distinct from (${isUp}, ${isCutOff})`.execute(db);
};

/** What the engine says of itself now. */
export const saveNode = async (
  db: Db,
  id: string,
  { installation, version, capacity, load }: NodeInfo,
): Promise<void> => {
  await db
    .updateTable('nodes')
    .set({ installation, version, capacity, load: load ?? null, answered_at: sql`now()` })
    .where('id', '=', id)
    .execute();
};

/** Whether the engine is to be without stations; false if there is no such engine. */
export const saveIsDraining = async (db: Db, id: string, isDraining: boolean): Promise<boolean> => {
  const found = await db
    .updateTable('nodes')
    .set({ is_draining: isDraining })
    .where('id', '=', id)
    .returning('id')
    .execute();
  return found.length > 0;
};
