import type { InvoiceSettings } from '#contract/api/accounts.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Clock, Db } from '#server/kernel/kernel.ts';
import { updateAccountRow, lockAccount, accountTerms } from './accounts.repo.ts';

/** Price per thousand impressions in minor units; spec §9: 0.0004 per impression when none is given. */
export const defaultCpm = 40;

/** The invoice settings of an account; by default its own name and the default price. */
export const invoiceSettings = async (db: Db, key: AccountKey): Promise<InvoiceSettings> => {
  const { company, invoice_settings } = (await accountTerms(db, key)) ?? refuse('account.notFound');
  return {
    accountKey: key,
    accountName: company,
    referenceNumber: '',
    mount: '',
    cpmRate: defaultCpm,
    brdEmail: '',
    ...(invoice_settings as Partial<InvoiceSettings>),
  };
};

/** Replaces the invoice settings of the account in the body. */
export const setInvoiceSettings = async (
  { db, clock }: { db: Db; clock: Clock },
  { accountKey, ...settings }: InvoiceSettings,
): Promise<InvoiceSettings> => {
  await db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, accountKey))) refuse('account.notFound');
    await updateAccountRow(tx, accountKey, { invoice_settings: JSON.stringify(settings), updated: clock.now() });
  });
  return await invoiceSettings(db, accountKey);
};
