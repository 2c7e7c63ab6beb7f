import { sql, type Kysely } from 'kysely';

/** Adds the secret by which an Icecast server that relays a station reports its listeners. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `alter table stations add relay_secret text not null default replace(gen_random_uuid()::text, '-', '')`,
  `create unique index stations_relay_secret on stations (relay_secret)`,
  // The engine gets it at its next comparison of revisions, which avoids an event for every station.
  `alter table stations disable trigger stations_changed`,
  `update stations set revision = revision + 1`,
  `alter table stations enable trigger stations_changed`,
];
