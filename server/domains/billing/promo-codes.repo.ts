import { sql, type Selectable } from 'kysely';
import { offeredPlans, plans } from '#contract/rules/plans.ts';
import type { Promotion } from '#server/engines/payments/port.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { PromoCodesTable } from './billing.tables.ts';

export type PromoCodeRow = Selectable<PromoCodesTable>;

/** The promo codes, newest first. */
export const listPromoCodes = async (
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PromoCodeRow[]; total: number }> => {
  const all = db.selectFrom('promo_codes');
  const [rows, { total }] = await Promise.all([
    all.selectAll().orderBy('created', 'desc').orderBy('id').limit(limit).offset(offset).execute(),
    all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rows, total };
};

export const findPromoCode = async (db: Db, id: string): Promise<PromoCodeRow | undefined> =>
  await db.selectFrom('promo_codes').selectAll().where('id', '=', id).executeTakeFirst();

/** The codes with this name, whatever its case: at most one is active. */
export const promoCodesNamed = async (db: Db, code: string): Promise<PromoCodeRow[]> =>
  await db
    .selectFrom('promo_codes')
    .selectAll()
    .where(sql`lower(code)`, '=', code.toLowerCase())
    .execute();

/** The codes that are shown beside the plans and can be used now. */
export const publicPromoCodes = async (db: Db, now: Date): Promise<PromoCodeRow[]> =>
  await db
    .selectFrom('promo_codes')
    .selectAll()
    .where('active', '=', true)
    .where('public', '=', true)
    .where((eb) => eb.or([eb('expires', 'is', null), eb('expires', '>', now)]))
    .where((eb) => eb.or([eb('max', 'is', null), eb('redeemed', '<', eb.ref('max'))]))
    .orderBy('created', 'desc')
    .limit(20)
    .execute();

/** Stores copies of the provider's promotions, inactive ones first: an active one may have taken over the name of one of them. */
export const savePromotions = async (db: Db, promotions: readonly Promotion[], now: Date): Promise<void> =>
  await db.transaction().execute(async (tx) => {
    await save(
      tx,
      promotions.filter(({ active }) => !active),
      now,
    );
    await save(
      tx,
      promotions.filter(({ active }) => active),
      now,
    );
  });

const save = async (tx: Tx, promotions: readonly Promotion[], now: Date): Promise<void> => {
  if (promotions.length === 0) return;
  await tx
    .insertInto('promo_codes')
    .values(promotions.map((one) => ({ ...columnsOf(one), synced_at: now })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        code: eb.ref('excluded.code'),
        active: eb.ref('excluded.active'),
        percent_off: eb.ref('excluded.percent_off'),
        amount_off: eb.ref('excluded.amount_off'),
        currency: eb.ref('excluded.currency'),
        duration: eb.ref('excluded.duration'),
        months: eb.ref('excluded.months'),
        plans: eb.ref('excluded.plans'),
        max: eb.ref('excluded.max'),
        redeemed: eb.ref('excluded.redeemed'),
        expires: eb.ref('excluded.expires'),
        first_time: eb.ref('excluded.first_time'),
        synced_at: eb.ref('excluded.synced_at'),
      })),
    )
    .execute();
};

export const setPublic = async (db: Db, id: string, isPublic: boolean): Promise<void> => {
  await db.updateTable('promo_codes').set({ public: isPublic }).where('id', '=', id).execute();
};

const columnsOf = (promotion: Promotion) => ({
  id: promotion.id,
  code: promotion.code,
  active: promotion.active,
  percent_off: promotion.percentOff,
  amount_off: promotion.amountOff,
  currency: promotion.currency,
  duration: promotion.duration,
  months: promotion.months,
  plans: offeredPlans.filter((id) => promotion.products.includes(plans[id].product)),
  max: promotion.max,
  redeemed: promotion.redeemed,
  expires: promotion.expires,
  first_time: promotion.firstTime,
  created: promotion.created,
});
