import type { InvoiceSettings } from '#contract/accounts.ts';
import type { AccountKey } from '#contract/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Clock, Db } from '#server/kernel/kernel.ts';
import { changeAccountRow, lockAccount, ownTermsOf } from './accounts.repo.ts';

/** Spec §9: an impression costs 0.0004 when no price is given; here of a thousand, in minor units. */
const defaultCpm = 40;

/** What stands on the invoices of an account: what was set, else its own name and the default price. */
export const invoiceSettings = async (db: Db, key: AccountKey): Promise<InvoiceSettings> => {
  const { company, invoice_settings: kept } = (await ownTermsOf(db, key)) ?? refuse('account.notFound');
  return {
    accountKey: key,
    accountName: company,
    referenceNumber: '',
    mount: '',
    cpmRate: defaultCpm,
    brdEmail: '',
    ...(kept as Partial<InvoiceSettings>),
  };
};

/** Replaces what stands on the invoices of the account that the body names. */
export const setInvoiceSettings = async (
  { db, clock }: { db: Db; clock: Clock },
  { accountKey, ...settings }: InvoiceSettings,
): Promise<InvoiceSettings> => {
  await db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, accountKey))) refuse('account.notFound');
    await changeAccountRow(tx, accountKey, { invoice_settings: JSON.stringify(settings), updated: clock.now() });
  });
  return await invoiceSettings(db, accountKey);
};
