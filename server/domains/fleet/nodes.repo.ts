import { sql, type Selectable } from 'kysely';
import type { NodeInfo } from '#contract/engine/engine-node.ts';
import type { EngineSetting } from '#server/kernel/fleet.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { NodesTable } from './fleet.tables.ts';
import type { NodeToFill } from './placement-rules.ts';
import type { EngineState } from './probe-engines.ts';

export type NodeRow = Pick<
  Selectable<NodesTable>,
  'id' | 'capacity' | 'is_up' | 'is_cut_off' | 'is_draining' | 'installation'
>;

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

export const stateOfNode = ({
  is_up: isUp,
  is_cut_off: isCutOff,
}: Pick<NodeRow, 'is_up' | 'is_cut_off'>): EngineState => (isUp ? (isCutOff ? 'cutOff' : 'up') : 'down');

/** How the engine may be filled; `node` is missing before the first process placed stations. */
export const nodeToFill = (
  id: string,
  node: NodeRow | undefined,
  isCutOff = node?.is_cut_off ?? false,
): NodeToFill => ({
  ...{ id, capacity: node?.capacity ?? null },
  state: isCutOff ? 'cutOff' : node?.is_draining === true ? 'draining' : 'up',
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

/**
 * Marks an engine to be drained, unless no other one is up that could have its stations. One caller at a time: two who drain the
 * last two engines must not both succeed.
 */
export const drainNode = async (db: Db, id: string): Promise<'draining' | 'unknown' | 'last'> =>
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<NodeRow>`select id, is_up, is_cut_off, is_draining from nodes
      order by id for update`.execute(trx);
    if (!rows.some((node) => node.id === id)) return 'unknown';
    if (!rows.some((node) => node.id !== id && nodeToFill(node.id, node).state === 'up' && node.is_up)) return 'last';
    await trx.updateTable('nodes').set({ is_draining: true }).where('id', '=', id).execute();
    return 'draining';
  });

/** False if there is no such engine. */
export const resumeNode = async (db: Db, id: string): Promise<boolean> => {
  const found = await sql`update nodes set is_draining = false where id = ${id} returning id`.execute(db);
  return found.rows.length > 0;
};

export type ShownNode = Selectable<NodesTable> & { stations: number };

/** Everything that is known of the engines, with how many stations each has. */
export const shownNodes = async (db: Db): Promise<ShownNode[]> =>
  (
    await sql<ShownNode>`select nodes.*, (select count(*)::float8 from placements
        join stations on stations.key = placements.station_key and stations.deleted_at is null
        where placements.node_id = nodes.id) as stations
      from nodes`.execute(db)
  ).rows;
