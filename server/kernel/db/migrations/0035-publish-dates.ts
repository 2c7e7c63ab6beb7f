import { sql, type Kysely } from 'kysely';

/** The date of a post, if it isn't when it is first shown. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table posts add publish_date timestamptz`.execute(db);
};
