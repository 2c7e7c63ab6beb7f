import { sql, type RawBuilder } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

/** What an annotation belongs to; a station's with its account. */
export type AnnotationPlace = { account: AccountKey; station?: StationKey | undefined };

export type AnnotationRow = {
  id: string;
  date: string;
  text: string;
  station_key: StationKey | null;
  station_name: string | null;
  by: string;
  updated: Date;
};

type Days = { from_date: string; to_date: string };

const columns = sql`n.id, n.date::text as date, n.text, n.station_key, s.name as station_name, n.updated,
  coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, '') as by`;
const joined = sql`annotations n left join stations s on s.key = n.station_key left join users u on u.id = n.created_by`;

/** An account's page shows those of its stations too, a station's page those of the whole account. */
const isShownIn = ({ account, station }: AnnotationPlace): RawBuilder<boolean> =>
  station === undefined
    ? sql`(n.account_key = ${account} or s.account_key = ${account})`
    : sql`(n.account_key = ${account} or n.station_key = ${station})`;

/** Those of a station can be changed at its account too, those of an account only there. */
const canChangeIn = ({ account, station }: AnnotationPlace): RawBuilder<boolean> =>
  station === undefined
    ? sql`(n.account_key = ${account} or s.account_key = ${account})`
    : sql`n.station_key = ${station}`;

/** The annotations that a page shows on these days, by date. */
export const annotationsOf = async (db: Db, place: AnnotationPlace, days: Days): Promise<AnnotationRow[]> => {
  const { rows } = await sql<AnnotationRow>`select ${columns} from ${joined}
    where ${isShownIn(place)} and n.date between ${days.from_date}::date and ${days.to_date}::date
    order by n.date, n.created, n.id limit 500`.execute(db);
  return rows;
};

/** An annotation that may be changed here. */
export const annotationById = async (
  db: Db | Tx,
  place: AnnotationPlace,
  id: string,
): Promise<AnnotationRow | undefined> => {
  const { rows } = await sql<AnnotationRow>`select ${columns} from ${joined}
    where n.id = ${id} and ${canChangeIn(place)}`.execute(db);
  return rows[0];
};

/** How many an account has with its stations; locks its row, so that the number can't be exceeded. */
export const countAnnotations = async (tx: Tx, account: AccountKey): Promise<number> => {
  await sql`select from accounts where key = ${account} for no key update`.execute(tx);
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${joined}
    where ${isShownIn({ account })}`.execute(tx);
  return rows[0]?.count ?? 0;
};

type Content = { date: string; text: string };

export const insertAnnotation = async (
  tx: Tx,
  { account, station }: AnnotationPlace,
  row: Content & { created_by: string; created: Date },
): Promise<string> => {
  const place = { account_key: station === undefined ? account : null, station_key: station ?? null };
  const { id } = await tx
    .insertInto('annotations')
    .values({ ...row, ...place, updated: row.created })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const updateAnnotation = async (db: Db, id: string, row: Content, now: Date): Promise<void> => {
  await db
    .updateTable('annotations')
    .set({ ...row, updated: now })
    .where('id', '=', id)
    .execute();
};

export const deleteAnnotation = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('annotations').where('id', '=', id).execute();
};

/** Deletes the annotations of a station that moves to another account. */
export const forgetStationAnnotations = async (tx: Tx, station: StationKey): Promise<void> => {
  await tx.deleteFrom('annotations').where('station_key', '=', station).execute();
};
