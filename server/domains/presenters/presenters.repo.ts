import type { Insertable, Selectable, Updateable } from 'kysely';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Database } from '#server/kernel/db/tables.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type {} from './presenters.tables.ts';

export type PresenterRow = Selectable<Database['presenters']>;

/** The presenters of a station, by name. */
export const presentersOf = async (db: Db | Tx, station: StationKey): Promise<PresenterRow[]> =>
  await db
    .selectFrom('presenters')
    .selectAll()
    .where('station_key', '=', station)
    .orderBy('name')
    .orderBy('id')
    .execute();

/** The time zone of a station; UTC while it has none. */
export const timezoneOf = async (db: Db, station: StationKey): Promise<string> => {
  const row = await db.selectFrom('stations').select('default_timezone').where('key', '=', station).executeTakeFirst();
  return row?.default_timezone || 'UTC';
};

export const findPresenter = async (db: Db | Tx, station: StationKey, id: string): Promise<PresenterRow | undefined> =>
  await db
    .selectFrom('presenters')
    .selectAll()
    .where('station_key', '=', station)
    .where('id', '=', id)
    .executeTakeFirst();

/** The presenters of a station who are this person of its team, by name. */
export const presentersWho = async (db: Db, station: StationKey, user: string): Promise<PresenterRow[]> =>
  await db
    .selectFrom('presenters')
    .selectAll()
    .where('station_key', '=', station)
    .where('user_id', '=', user)
    .orderBy('name')
    .orderBy('id')
    .execute();

/** Whether a person is on the team of a station. */
export const isOnTeam = async (tx: Tx, station: StationKey, user: string): Promise<boolean> =>
  (await tx
    .selectFrom('station_members')
    .select('role')
    .where('station_key', '=', station)
    .where('user_id', '=', user)
    .executeTakeFirst()) !== undefined;

export const insertPresenter = async (tx: Tx, row: Insertable<Database['presenters']>): Promise<PresenterRow> =>
  await tx.insertInto('presenters').values(row).returningAll().executeTakeFirstOrThrow();

export const changePresenterRow = async (
  tx: Tx,
  station: StationKey,
  id: string,
  changes: Updateable<Database['presenters']>,
): Promise<void> => {
  await tx.updateTable('presenters').set(changes).where('station_key', '=', station).where('id', '=', id).execute();
};

export const deletePresenter = async (tx: Tx, station: StationKey, id: string): Promise<void> => {
  await tx.deleteFrom('presenters').where('station_key', '=', station).where('id', '=', id).execute();
};

/** Deletes all presenters of these stations; returns the names of their pictures. */
export const deletePresentersOf = async (db: Db | Tx, stations: readonly StationKey[]): Promise<string[]> => {
  const rows = await db
    .deleteFrom('presenters')
    .where('station_key', 'in', [...stations])
    .returning('picture')
    .execute();
  return rows.flatMap(({ picture }) => picture ?? []);
};

/** The names of the pictures of these stations' presenters. */
export const picturesOfPresenters = async (db: Db, stations: readonly StationKey[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('presenters')
    .select('picture')
    .where('station_key', 'in', [...stations])
    .where('picture', 'is not', null)
    .execute();
  return rows.flatMap(({ picture }) => picture ?? []);
};
