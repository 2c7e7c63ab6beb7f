import type { Brand } from '#contract/rules/brand.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { BillingEmail } from './billing-email.ts';
import { composeEmail } from './compose.ts';
import { ownersOf } from './owners.repo.ts';
import { emailDue } from './queue-email.ts';

/**
 * Sends e-mails about money to an account's owners. The outbox may call twice: each owner's e-mail has an ID of its own, by which it is
 * queued once.
 */
export const subscribeBillingEmails = (
  { db, events, mail, config }: Pick<Kernel, 'db' | 'events' | 'mail' | 'config'>,
  brand: Brand,
): void =>
  events.on(emailDue, async (payload) => {
    const { id, account, email } = payload as { id: string; account: AccountKey; email: BillingEmail };
    const found = await ownersOf(db, account);
    if (!found) return;
    const content = composeEmail(email, { brand, account, company: found.company, publicUrl: config.publicUrl });
    for (const owner of found.owners) await mail.send({ ...content, to: owner.email, messageId: `${id}.${owner.id}` });
  });
