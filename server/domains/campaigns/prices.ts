import type { AccountKey } from '#contract/rules/keys.ts';
import { microsPerUnit } from '#contract/rules/money.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

/** The price of an impression unless an account has its own: 0.0004 of the major unit (spec §7). */
const defaultMicros = 400;

/** The price of an impression for an account: micros of the currency's major unit. */
export const impressionPrice = async (
  db: Db | Tx,
  account: AccountKey,
): Promise<{ micros: number; currency: string }> => {
  const row = await db
    .selectFrom('accounts')
    .select(['impression_price_micros', 'currency'])
    .where('key', '=', account)
    .executeTakeFirst();
  const own = row?.impression_price_micros ?? null;
  return { micros: own ?? defaultMicros, currency: row?.currency || 'USD' };
};

/** Micros in the major unit, as the contract shows prices. */
export const inMajorUnit = (micros: number): number => micros / microsPerUnit;

/** A price of the contract in micros. */
export const inMicros = (price: number): number => Math.round(price * microsPerUnit);
