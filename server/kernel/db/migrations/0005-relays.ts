import { sql, type Kysely } from 'kysely';

/** Stations have a secret by which an Icecast that relays them reports its listeners. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `alter table stations add relay_secret text not null default replace(gen_random_uuid()::text, '-', '')`,
  `create unique index stations_relay_secret on stations (relay_secret)`,
  // The engine hears of it at its next comparison of revisions: not an event for every station there is.
  `alter table stations disable trigger stations_changed`,
  `update stations set revision = revision + 1`,
  `alter table stations enable trigger stations_changed`,
];
