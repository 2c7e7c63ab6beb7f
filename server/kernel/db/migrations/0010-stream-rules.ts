import { sql, type Kysely } from 'kysely';

/** Who may listen to a station, and how many at once. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `create table stream_rules (
    station_key text primary key references stations on delete cascade,
    country_mode text not null default 'all', countries text[] not null default '{}',
    allowed_networks text[] not null default '{}', blocked_networks text[] not null default '{}',
    only_allowed boolean not null default false, max_listeners int, max_per_address int,
    show_listeners boolean not null default false)`,
];
