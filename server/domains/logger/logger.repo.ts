import { sql, type Selectable } from 'kysely';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Database } from '#server/kernel/db/tables.ts';
import type { Db } from '#server/kernel/kernel.ts';

export type LogSettings = Pick<
  Selectable<Database['stations']>,
  'log_enabled' | 'log_days' | 'bitrate' | 'default_timezone'
>;

export const findSettings = async (db: Db, key: StationKey): Promise<LogSettings | undefined> =>
  await db
    .selectFrom('stations')
    .select(['log_enabled', 'log_days', 'bitrate', 'default_timezone'])
    .where('key', '=', key)
    .executeTakeFirst();

/** Writes the given settings; the trigger on stations notifies the engine. */
export const changeSettings = async (
  db: Db,
  key: StationKey,
  { enabled, days }: { enabled?: boolean | undefined; days?: number | undefined },
): Promise<void> => {
  if (enabled === undefined && days === undefined) return;
  await db
    .updateTable('stations')
    .set({
      ...(enabled !== undefined && { log_enabled: enabled }),
      ...(days !== undefined && { log_days: days }),
      updated: sql`clock_timestamp()`,
    })
    .where('key', '=', key)
    .execute();
};
