import { sql, type Kysely } from 'kysely';

/**
 * What the process that places stations knows of an engine: whether it is cut off from it, its load and its last answer; and
 * whether an administrator takes the engine out.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table nodes
    add column is_cut_off boolean not null default false,
    add column is_draining boolean not null default false,
    add column load float8,
    add column answered_at timestamptz`.execute(db);
};
