import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Db } from '#server/kernel/kernel.ts';
import type { PartnersTable } from './portal.tables.ts';

type Row = Selectable<PartnersTable>;
const maxListed = 200;

/** Sorted by name. */
export const listPartners = async (db: Db): Promise<Row[]> =>
  await db
    .selectFrom('partners')
    .selectAll()
    .orderBy((eb) => eb.fn<string>('lower', ['name']))
    .orderBy('slug')
    .limit(maxListed)
    .execute();

export const findPartner = async (db: Db, slug: string): Promise<Row | undefined> =>
  await db.selectFrom('partners').selectAll().where('slug', '=', slug).executeTakeFirst();

export const insertPartner = async (db: Db, row: Insertable<PartnersTable>): Promise<Row> =>
  await db.insertInto('partners').values(row).returningAll().executeTakeFirstOrThrow();

export const changePartnerRow = async (
  db: Db,
  slug: string,
  changes: Updateable<PartnersTable>,
): Promise<Row | undefined> =>
  await db.updateTable('partners').set(changes).where('slug', '=', slug).returningAll().executeTakeFirst();

export const removePartnerRow = async (db: Db, slug: string): Promise<Row | undefined> =>
  await db.deleteFrom('partners').where('slug', '=', slug).returningAll().executeTakeFirst();

/** Sets the logo and returns the previous one. */
export const swapLogo = async (
  db: Db,
  slug: string,
  logo: string,
  now: Date,
): Promise<{ row: Row; before: string | null } | undefined> =>
  await db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('partners')
      .select('logo')
      .where('slug', '=', slug)
      .forUpdate()
      .executeTakeFirst();
    if (!found) return undefined;
    const row = await tx
      .updateTable('partners')
      .set({ logo, updated: now })
      .where('slug', '=', slug)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { row, before: found.logo };
  });

/** How many people came by each of these codes (lower case). */
export const countReferred = async (db: Db, codes: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ code: string; count: number }>`
    select lower(code) as code, count(*)::int as count from referrals
    where lower(code) = any(${codes}::text[]) group by 1`.execute(db);
  return new Map(rows.map(({ code, count }) => [code, count]));
};

/** Whether a code is that of an active partner. */
export const isPartnerCode = async (db: Db, code: string): Promise<boolean> =>
  (await db
    .selectFrom('partners')
    .select('slug')
    .where(sql`lower(ref_code)`, '=', code.toLowerCase())
    .where('ref_code', '!=', '')
    .where('active', '=', true)
    .executeTakeFirst()) !== undefined;

export type PublicPartner = { name: string; description: string; website: string; logo: string | null };

/** The active partners that are public, by name. */
export const listPublicPartners = async (db: Db): Promise<PublicPartner[]> =>
  await db
    .selectFrom('partners')
    .select(['name', 'description', 'website', 'logo'])
    .where('active', '=', true)
    .where('public', '=', true)
    .orderBy((eb) => eb.fn<string>('lower', ['name']))
    .orderBy('slug')
    .limit(maxListed)
    .execute();

/** The active partners with lines for ads.txt, by name. */
export const listPartnerLines = async (db: Db): Promise<Pick<Row, 'slug' | 'name' | 'ads_txt'>[]> =>
  await db
    .selectFrom('partners')
    .select(['slug', 'name', 'ads_txt'])
    .where('active', '=', true)
    .where('ads_txt', '!=', '')
    .orderBy((eb) => eb.fn<string>('lower', ['name']))
    .orderBy('slug')
    .limit(maxListed)
    .execute();

/** Whether links of a partner are to be counted. */
export const hasPartnerCodes = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('partners')
    .select('slug')
    .where('ref_code', '!=', '')
    .where('active', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined;
