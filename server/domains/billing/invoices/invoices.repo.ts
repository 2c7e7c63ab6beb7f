import { sql, type Selectable } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import { activeStatuses } from '#contract/rules/plans.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { InvoicesTable, SubscriptionsTable, VatChecksTable } from '../billing.tables.ts';

export type InvoiceRow = Selectable<InvoicesTable>;

/** One page of an account's invoices, newest first; the provider dates by the second, so its numbers decide within one. */
export const invoicesOf = async (
  db: Db | Tx,
  account: AccountKey,
  page: { limit: number; offset: number },
): Promise<InvoiceRow[]> =>
  await db
    .selectFrom('invoices')
    .selectAll()
    .where('account_key', '=', account)
    .orderBy('created', 'desc')
    .orderBy('number', (by) => by.desc().nullsFirst())
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();

export const countInvoices = async (db: Db, account: AccountKey): Promise<number> => {
  const { count } = await db
    .selectFrom('invoices')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_key', '=', account)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** An invoice of this account; undefined for another's. */
export const findInvoice = async (db: Db | Tx, account: AccountKey, id: string): Promise<InvoiceRow | undefined> =>
  await db
    .selectFrom('invoices')
    .selectAll()
    .where('account_key', '=', account)
    .where('id', '=', id)
    .executeTakeFirst();

/**
 * The oldest invoice whose payment keeps or starts something; undefined without one. One of a subscription that has ended stays open at
 * the provider, but to pay it would bring nothing back.
 */
export const oldestOpenInvoice = async (db: Db | Tx, account: AccountKey): Promise<InvoiceRow | undefined> =>
  await db
    .selectFrom('invoices')
    .selectAll()
    .where('account_key', '=', account)
    .where('status', '=', 'open')
    .where('amount_due', '>', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('subscriptions')
            .select('id')
            .whereRef('subscriptions.provider_id', '=', 'invoices.subscription')
            .where('status', 'in', ['canceled', 'incomplete_expired']),
        ),
      ),
    )
    .orderBy('created')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** A paid subscription that renews, and the share of tax on its newest invoice. */
export type Renewal = Pick<
  Selectable<SubscriptionsTable>,
  'quantity' | 'unit_amount' | 'currency' | 'discount' | 'ends'
> & { tax_rate: number };

/** The paid subscriptions of an account and its stations that are charged again, the next charge first. */
export const renewalsOf = async (db: Db, account: AccountKey): Promise<Renewal[]> =>
  await db
    .selectFrom('subscriptions')
    .select(['quantity', 'unit_amount', 'currency', 'discount', 'ends'])
    .select(
      sql<number>`coalesce((select tax::float8 / nullif(subtotal - discount, 0) from invoices
        where invoices.account_key = subscriptions.account_key and invoices.subscription = subscriptions.provider_id
        order by created desc limit 1), 0)`.as('tax_rate'),
    )
    .where('account_key', '=', account)
    .where('provider', 'is not', null)
    .where('status', 'in', [...activeStatuses])
    .where('cancel_at_period_end', '=', false)
    .where('ends', 'is not', null)
    .orderBy('ends')
    .limit(1000)
    .execute();

/** The VAT number of an account and its verification; null where it has no number. */
export const vatNumberOf = async (
  db: Db | Tx,
  account: AccountKey,
): Promise<{ country: string; number: string; check: Selectable<VatChecksTable> | null } | null> => {
  const found = await db
    .selectFrom('accounts')
    .select(['country', 'vatid'])
    .where('key', '=', account)
    .executeTakeFirst();
  if (!found || found.vatid === '') return null;
  const check = await db.selectFrom('vat_checks').selectAll().where('account_key', '=', account).executeTakeFirst();
  return { country: found.country, number: found.vatid, check: check ?? null };
};

/** The lines of an account's postal address without its country, as an invoice shows them. */
export const addressOf = async (db: Db, account: AccountKey): Promise<string[]> => {
  const found = await db
    .selectFrom('accounts')
    .select(['address', 'zip', 'city', 'area'])
    .where('key', '=', account)
    .executeTakeFirst();
  if (!found) return [];
  return [...found.address.split('\n'), `${found.zip} ${found.city}`.trim(), found.area].filter((line) => line !== '');
};
