import { sql, type Kysely } from 'kysely';

/** The streaming engines, and which of them has a station. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw(
      `create table nodes (
        id text primary key,
        url text not null,
        installation text,
        version text,
        capacity integer check (capacity > 0),
        is_up boolean not null,
        since timestamptz not null default now()
      );
      create sequence placement_epoch;
      create table placements (
        station_key text primary key references stations (key) on delete cascade,
        node_id text not null,
        epoch bigint not null default nextval('placement_epoch'),
        since timestamptz not null default now(),
        position jsonb
      );
      create index placements_node on placements (node_id);`,
    )
    .execute(db);
};
