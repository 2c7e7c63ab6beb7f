import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { LineStatus, StationNumber } from '#contract/api/telephony.ts';
import type { Database } from '#server/kernel/db/tables.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { PhoneRequestsTable } from './telephony.tables.ts';

export type RequestRow = Selectable<PhoneRequestsTable>;
export type PromptRow = Selectable<Database['welcome_prompts']>;

export const findRequest = async (db: Db | Tx, station: StationKey): Promise<RequestRow | undefined> =>
  await db.selectFrom('phone_requests').selectAll().where('station_key', '=', station).executeTakeFirst();

/** Saves a station's request; one that was refused before waits again. */
export const saveRequest = async (tx: Tx, row: Insertable<PhoneRequestsTable>): Promise<void> => {
  const asked = { reason: '', decided: null, decided_by: null, ends: null, ...row };
  await tx
    .insertInto('phone_requests')
    .values(asked)
    .onConflict((conflict) => conflict.column('station_key').doUpdateSet(asked))
    .execute();
};

export const changeRequest = async (
  tx: Tx,
  station: StationKey,
  values: Updateable<PhoneRequestsTable>,
): Promise<void> => {
  await tx.updateTable('phone_requests').set(values).where('station_key', '=', station).execute();
};

export const deleteRequest = async (tx: Tx, station: StationKey): Promise<boolean> => {
  const removed = await tx.deleteFrom('phone_requests').where('station_key', '=', station).executeTakeFirst();
  return removed.numDeletedRows > 0n;
};

export const findPrompt = async (db: Db | Tx, station: StationKey): Promise<PromptRow | undefined> =>
  await db.selectFrom('welcome_prompts').selectAll().where('station_key', '=', station).executeTakeFirst();

const mostStations = 1000;

export type LineOfStation = {
  key: StationKey;
  name: string;
  status: LineStatus | null;
  numbers: Pick<StationNumber, 'did' | 'main'>[];
};

/** The stations of an account with their numbers, those that have one first. */
export const linesOfAccount = async (db: Db, account: AccountKey): Promise<LineOfStation[]> => {
  const { rows } = await sql<LineOfStation>`
    select stations.key, stations.name, phone_requests.status, coalesce(found.numbers, '[]') as numbers
    from stations
    left join phone_requests on phone_requests.station_key = stations.key
    left join lateral (
      select jsonb_agg(jsonb_build_object('did', did, 'main', main) order by main desc, did) as numbers
      from phone_numbers where phone_numbers.station_key = stations.key) found on true
    where stations.account_key = ${account} and stations.deleted_at is null
    order by found.numbers is null, lower(stations.name), stations.key limit ${mostStations}`.execute(db);
  return rows;
};
