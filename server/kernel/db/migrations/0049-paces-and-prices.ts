import { sql, type Kysely } from 'kysely';

export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

const statements = [
  // The paces of campaigns, one row: podcasts are delivered by other processes than the one that computes them.
  `create table ad_paces (id int primary key check (id = 1), paces jsonb not null)`,
  // Corrections of revenue that are being written to ClickHouse: the job that continues after a crash sends the same rows under the same token.
  'create table ad_price_pages (token text primary key, rows jsonb not null)',
];
