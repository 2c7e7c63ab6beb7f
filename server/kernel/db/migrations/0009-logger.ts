import { sql, type Kysely } from 'kysely';

/** Whether the broadcast logger of a station is on, and for how many days it stores recordings. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  `alter table stations
    add log_enabled boolean not null default false,
    add log_days int not null default 7 check (log_days between 1 and 92)`,
];
