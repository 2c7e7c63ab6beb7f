import { randomUUID } from 'node:crypto';
import type { Brand } from '#contract/rules/brand.ts';
import type { AdInvoice, AdInvoiceDocument, NewAdInvoice } from '#contract/api/finance.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { invoiceSettings } from '#server/domains/accounts/invoice-settings.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Kernel, Tx } from '#server/kernel/kernel.ts';
import { portalSettings } from '#server/platform/settings.ts';
import { findStatement, linesOfStatement, type StatementRow } from '../statements/statements.repo.ts';
import { invoiceText, numberText } from './invoice-text.ts';
import { findInvoice, takeNumber } from './invoices.repo.ts';
import { presentInvoice } from './present-invoice.ts';

export type InvoiceDeps = Pick<Kernel, 'db' | 'clock'> & { brand: Pick<Brand, 'name'> };

/** An invoice lists so many lines of its statement, and the others as one. */
const firstLines = { limit: 200, offset: 0 };

/** What the invoice would say, with the number "Draft". Refuses as `createInvoice`. */
export const previewInvoice = async (
  deps: InvoiceDeps,
  account: AccountKey,
  form: NewAdInvoice,
): Promise<AdInvoiceDocument> => {
  const parties = await partiesOf(deps, account);
  const statement = await billable(deps.db, account, form.statement);
  const lines = await linesOfStatement(deps.db, statement.id, firstLines);
  return invoiceText({ ...form, ...parties, statement, ...lines, number: 'Draft', date: deps.clock.now() });
};

/**
 * Makes the invoice of a statement as a draft. Its number is the next of the account in the year, without gaps. Refuses with
 * `statement.notFound`, `statement.nothingDue`, and `statement.hasInvoice` until its invoice is void.
 */
export const createInvoice = async (
  deps: InvoiceDeps,
  account: AccountKey,
  form: NewAdInvoice,
  who: Person,
): Promise<AdInvoice> => {
  const { db, clock } = deps;
  const id = randomUUID();
  // Before the transaction: it holds a connection, and must not wait for another one.
  const parties = await partiesOf(deps, account);
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    const year = now.getUTCFullYear();
    // Locks the account's numbers: of two calls for one statement, the second sees the first one's invoice.
    const number = await takeNumber(tx, account, year);
    const statement = await billable(tx, account, form.statement);
    const lines = await linesOfStatement(tx, statement.id, firstLines);
    const about = { statement, ...lines, number: numberText({ year, number }), date: now };
    const document = invoiceText({ ...form, ...parties, ...about });
    await tx
      .insertInto('ad_invoices')
      .values({
        ...{ id, account_key: account, statement_id: statement.id, year, number },
        ...{ account_name: form.accountName, reference_number: form.referenceNumber, mount: form.mount },
        ...{ cpm_rate: parties.cpmRate, brd_email: '', document: JSON.stringify(document) },
        ...{ currency: statement.currency, amount_minor: statement.amount_minor },
        ...{ created: now, created_by: who.id },
      })
      .execute();
  });
  return presentInvoice((await findInvoice(db, { account, id }))!);
};

const billable = async (db: Db | Tx, account: AccountKey, id: string): Promise<StatementRow> => {
  const statement = (await findStatement(db, account, id)) ?? refuse('statement.notFound');
  if (statement.invoice_id !== null) refuse('statement.hasInvoice');
  if (statement.amount_minor <= 0) refuse('statement.nothingDue');
  return statement;
};

/** Who bills whom, and at what rate, as their settings say now. */
const partiesOf = async ({ db, brand }: InvoiceDeps, account: AccountKey) => {
  const [{ seller }, { cpmRate }, issuer] = await Promise.all([
    portalSettings(db),
    invoiceSettings(db, account),
    db
      .selectFrom('accounts')
      .select(['address', 'zip', 'city', 'area', 'country', 'vatid', 'doy'])
      .where('key', '=', account)
      .executeTakeFirstOrThrow(),
  ]);
  return { issuer, payer: seller, brand: brand.name, cpmRate };
};
