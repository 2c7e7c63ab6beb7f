import { sql } from 'kysely';
import type { AdInvoiceDocument, AdInvoiceState } from '#contract/api/finance.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

export type AdInvoiceRow = {
  id: string;
  account_key: AccountKey;
  company: string;
  statement_id: string;
  month: string;
  year: number;
  number: number;
  state: AdInvoiceState;
  account_name: string;
  reference_number: string;
  mount: string;
  cpm_rate: number;
  brd_email: string;
  document: AdInvoiceDocument;
  currency: string;
  amount_minor: number;
  created: Date;
  sent_at: Date | null;
  paid_at: Date | null;
  voided_at: Date | null;
};

const invoices = sql`select i.id, i.account_key, coalesce(a.company, '') as company, i.statement_id, s.month, i.year, i.number,
    i.state, i.account_name, i.reference_number, i.mount, i.cpm_rate::float8 as cpm_rate, i.brd_email, i.document,
    i.currency, i.amount_minor::float8 as amount_minor, i.created, i.sent_at, i.paid_at, i.voided_at
  from ad_invoices i join ad_statements s on s.id = i.statement_id left join accounts a on a.key = i.account_key`;
type Page = { limit: number; offset: number };

/** A page of an account's invoices, newest first. */
export const listInvoices = async (
  db: Db,
  account: AccountKey,
  { limit, offset }: Page,
): Promise<{ rows: AdInvoiceRow[]; total: number }> => {
  const { rows } = await sql<AdInvoiceRow>`${invoices} where i.account_key = ${account}
    order by i.created desc, i.id limit ${limit} offset ${offset}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from ad_invoices where account_key = ${account}`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
};

/** A page of all accounts' sent invoices, the oldest first. */
export const listSent = async (db: Db, { limit, offset }: Page): Promise<{ rows: AdInvoiceRow[]; total: number }> => {
  const { rows } = await sql<AdInvoiceRow>`${invoices} where i.state = 'sent'
    order by i.sent_at, i.id limit ${limit} offset ${offset}`.execute(db);
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from ad_invoices where state = 'sent'`.execute(db);
  return { rows, total: counted[0]?.total ?? 0 };
};

export const findInvoice = async (
  db: Db | Tx,
  { account, id }: { account: AccountKey | undefined; id: string },
): Promise<AdInvoiceRow | undefined> =>
  (
    await sql<AdInvoiceRow>`${invoices} where i.id = ${id}
      and ${account === undefined ? sql`true` : sql`i.account_key = ${account}`}`.execute(db)
  ).rows[0];

/** Locks an invoice (of an account, if one is given) until commit, and returns its state. */
export const lockInvoice = async (
  tx: Tx,
  account: AccountKey | undefined,
  id: string,
): Promise<AdInvoiceState | undefined> =>
  (
    await tx
      .selectFrom('ad_invoices')
      .select('state')
      .where('id', '=', id)
      .$if(account !== undefined, (query) => query.where('account_key', '=', account!))
      .forUpdate()
      .executeTakeFirst()
  )?.state;

/** The next number of an account in a year. Others wait until commit, so that no number is left out. */
export const takeNumber = async (tx: Tx, account: AccountKey, year: number): Promise<number> => {
  await sql`insert into ad_invoice_numbers values (${account}, ${year}, 0) on conflict do nothing`.execute(tx);
  const { last } = await tx
    .selectFrom('ad_invoice_numbers')
    .select('last')
    .where('account_key', '=', account)
    .where('year', '=', year)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('ad_invoice_numbers')
    .set({ last: last + 1 })
    .where('account_key', '=', account)
    .where('year', '=', year)
    .execute();
  return last + 1;
};
