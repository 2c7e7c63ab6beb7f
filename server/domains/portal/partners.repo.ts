import type { Insertable, Selectable, Updateable } from 'kysely';
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
