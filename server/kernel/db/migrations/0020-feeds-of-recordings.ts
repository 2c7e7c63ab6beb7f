import { sql, type Kysely } from 'kysely';

/** A feed announces planned recordings, so it changes with the schedule and with each recording. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const table of ['recording_schedules', 'recordings'])
    await sql
      .raw(
        `create trigger podcast_feed after insert or update or delete on ${table}
           for each row execute function podcast_feed_of_part()`,
      )
      .execute(db);
};
