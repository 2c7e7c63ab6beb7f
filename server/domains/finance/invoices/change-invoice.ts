import type { AdInvoice, AdInvoiceState } from '#contract/api/finance.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { invoiceSettings } from '#server/domains/accounts/invoice-settings.service.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Kernel, Tx } from '#server/kernel/kernel.ts';
import { findInvoice, lockInvoice } from './invoices.repo.ts';
import { sendMailJob } from './mail-invoice.ts';
import { presentInvoice } from './present-invoice.ts';

type Deps = Pick<Kernel, 'db' | 'clock'>;
type Of = { account: AccountKey; id: string };
/** The portal names an invoice without its account. */
type OfAny = { account: AccountKey | undefined; id: string };

/**
 * Sends a draft to the address of the invoice settings, or the account's own. Refuses with `adInvoice.noAddress` without either, and as
 * all changes with `adInvoice.notFound` and `adInvoice.state`.
 */
export const sendInvoice = async (deps: Deps & Pick<Kernel, 'jobs'>, of: Of): Promise<AdInvoice> => {
  const { brdEmail } = await invoiceSettings(deps.db, of.account);
  const address = brdEmail || (await emailOf(deps.db, of.account)) || refuse('adInvoice.noAddress');
  return await change(deps, of, ['draft'], async (tx) => {
    await sendMailJob(deps, tx, of.id);
    return { state: 'sent', brd_email: address, sent_at: deps.clock.now() };
  });
};

/** Notes that the portal has paid an invoice that was sent. */
export const payInvoice = async (deps: Deps, of: Pick<Of, 'id'>): Promise<AdInvoice> =>
  await change(deps, { ...of, account: undefined }, ['sent'], () =>
    Promise.resolve({ state: 'paid', paid_at: deps.clock.now() }),
  );

/** Voids an invoice that is not paid: its statement can have another one, and its number stays used. */
export const voidInvoice = async (deps: Deps, of: Of): Promise<AdInvoice> =>
  await change(deps, of, ['draft', 'sent'], () => Promise.resolve({ state: 'void', voided_at: deps.clock.now() }));

const emailOf = async (db: Db, account: AccountKey): Promise<string> =>
  (await db.selectFrom('accounts').select('email').where('key', '=', account).executeTakeFirst())?.email ?? '';

type Changes = { state: AdInvoiceState; brd_email?: string; sent_at?: Date; paid_at?: Date; voided_at?: Date };

const change = async (
  { db }: Deps,
  { account, id }: OfAny,
  from: readonly AdInvoiceState[],
  work: (tx: Tx) => Promise<Changes>,
): Promise<AdInvoice> => {
  await db.transaction().execute(async (tx) => {
    const state = (await lockInvoice(tx, account, id)) ?? refuse('adInvoice.notFound');
    if (!from.includes(state)) refuse('adInvoice.state', { state });
    await tx
      .updateTable('ad_invoices')
      .set(await work(tx))
      .where('id', '=', id)
      .execute();
  });
  return presentInvoice((await findInvoice(db, { account, id }))!);
};
