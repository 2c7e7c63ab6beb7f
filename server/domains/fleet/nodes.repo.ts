import { sql } from 'kysely';
import type { EngineSetting } from '#server/kernel/fleet.ts';
import type { Db } from '#server/kernel/kernel.ts';

export type NodeRow = { id: string; capacity: number | null; is_up: boolean; installation: string | null };

export const knownNodes = async (db: Db): Promise<NodeRow[]> =>
  await db.selectFrom('nodes').select(['id', 'capacity', 'is_up', 'installation']).execute();

/** Adds the engines of the settings, as up, and removes those that are no longer among them. */
export const saveSettings = async (db: Db, engines: readonly EngineSetting[]): Promise<void> => {
  const [ids, urls] = [engines.map(({ id }) => id), engines.map(({ url }) => url)];
  await sql`insert into nodes (id, url, is_up)
    select id, url, true from unnest(${ids}::text[], ${urls}::text[]) as settings (id, url)
    on conflict (id) do update set url = excluded.url`.execute(db);
  await sql`delete from nodes where id <> all(${ids}::text[])`.execute(db);
};

export const saveIsUp = async (db: Db, id: string, isUp: boolean): Promise<void> => {
  await sql`update nodes set is_up = ${isUp}, since = now() where id = ${id} and is_up <> ${isUp}`.execute(db);
};

/** What the engine says of itself. */
export const saveNode = async (
  db: Db,
  id: string,
  { installation, version, capacity }: { installation: string; version: string; capacity: number },
): Promise<void> => {
  await db.updateTable('nodes').set({ installation, version, capacity }).where('id', '=', id).execute();
};
