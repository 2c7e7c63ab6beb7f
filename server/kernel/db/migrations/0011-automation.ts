import { sql, type Kysely } from 'kysely';

/** The automation software of stations: since when it is requested, and its crossfade. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`create table automation (
    station_key text primary key references stations on delete cascade,
    requested timestamptz,
    mix_ms int not null default 3000, level boolean not null default true)`.execute(db);
};
