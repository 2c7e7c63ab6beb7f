import type { Selectable } from 'kysely';
import type { StationKey } from '#contract/keys.ts';
import type { Database } from '#server/kernel/db/tables.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type {} from '#server/domains/presenters/presenters.tables.ts';

export type StudioPresenter = Pick<
  Selectable<Database['presenters']>,
  'id' | 'name' | 'password_hash' | 'windows' | 'disabled'
>;

/** The presenters of a station who are this person of its team. */
export const presentersWho = async (db: Db, station: StationKey, user: string): Promise<StudioPresenter[]> =>
  await db
    .selectFrom('presenters')
    .select(['id', 'name', 'password_hash', 'windows', 'disabled'])
    .where('station_key', '=', station)
    .where('user_id', '=', user)
    .orderBy('name')
    .orderBy('id')
    .execute();
