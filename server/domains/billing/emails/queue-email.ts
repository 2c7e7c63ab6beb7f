import type { AccountKey } from '#contract/rules/keys.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import type { BillingEmail } from './billing-email.ts';

/** An e-mail about money is due; the payload is the e-mail with its ID and account. */
export const emailDue = 'billing.emailDue';

/**
 * Queues an e-mail to the owners of an account in this transaction, once for each `about`: an invoice with its attempt, a subscription
 * with the time of its end. Repeated after a crash or a replay it does nothing; false then.
 */
export const queueEmail = async (
  tx: Tx,
  { events }: Pick<Kernel, 'events'>,
  account: AccountKey,
  about: string,
  email: BillingEmail,
): Promise<boolean> => {
  const id = `billing.${email.kind}.${about}`;
  const inserted = await tx
    .insertInto('billing_emails')
    .values({ message_id: id, account_key: account })
    .onConflict((conflict) => conflict.doNothing())
    .returning('message_id')
    .executeTakeFirst();
  if (!inserted) return false;
  await events.emit(tx, emailDue, { id, account, email });
  return true;
};
