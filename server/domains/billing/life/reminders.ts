import { sql, type RawBuilder } from 'kysely';
import type { AccountKey } from '#contract/rules/keys.ts';
import { cardName } from '#contract/rules/card-name.ts';
import type { PlanId } from '#contract/rules/plans.ts';
import type { SubscriptionProduct } from '#contract/api/subscription.ts';
import { dayMs } from '#contract/rules/time.ts';
import type { Db, Kernel } from '#server/kernel/kernel.ts';
import { activeStatusList } from '#server/platform/active-statuses.ts';
import type { BillingEmail } from '../emails/billing-email.ts';
import { queueEmail } from '../emails/queue-email.ts';
import type { InvoiceRow } from '../invoices/invoices.repo.ts';
import { aheadOf } from './account-time.ts';
import { factsOf, isToConfirm } from './email-invoices.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'events'>;
type Reminder = { account: AccountKey; about: string; email: BillingEmail };

/** How many days before its end a trial is announced; one shorter than that by less than a day isn't. */
const trialDays = [2, 7] as const;
const endDays = 3;
/** Of each kind in one run; the others follow in the next. */
const most = 500;

/**
 * Queues the e-mails about what is going to happen: trials and cancelled plans that end soon, cards that expire, purchases that lapse
 * unless they are confirmed. Each is queued once.
 */
export const remind = async (deps: Deps): Promise<number> => {
  const now = deps.clock.now();
  const due = [
    ...(await endingTrials(deps.db, now)),
    ...(await endingSubscriptions(deps.db, now)),
    ...(await expiringCards(deps.db, now)),
    ...(await unconfirmedPurchases(deps.db, now)),
  ];
  let queued = 0;
  for (const { account, about, email } of due) {
    const isNew = await deps.db.transaction().execute(async (tx) => await queueEmail(tx, deps, account, about, email));
    if (isNew) queued++;
  }
  return queued;
};

/** SQL: no e-mail of this kind about this was queued yet. */
const isNew = (kind: BillingEmail['kind'], about: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`not exists (select from billing_emails where message_id = ${`billing.${kind}.`} || ${about})`;

const endingTrials = async (db: Db, now: Date): Promise<Reminder[]> => {
  const found: Reminder[] = [];
  for (const days of trialDays) {
    const shorter = days === 7 ? 2 : 0;
    const { rows } = await sql<{ id: string; account_key: AccountKey; ends: Date }>`
      select id, account_key, ends from subscriptions
      where status = 'trialing' and provider is null
        and ends > ${now}::timestamptz + make_interval(days => ${shorter}::int)
        and ends <= ${now}::timestamptz + make_interval(days => ${days}::int)
        and created < ends - make_interval(days => ${days + 1}::int)
        and ${isNew('trialEnding', sql`id || ${`.${days}`}`)}
      order by ends limit ${most}`.execute(db);
    for (const { id, account_key, ends } of rows)
      found.push({
        account: account_key,
        about: `${id}.${String(days)}`,
        email: {
          kind: 'trialEnding',
          days: Math.ceil((ends.getTime() - now.getTime()) / dayMs),
          ends: ends.toISOString(),
        },
      });
  }
  return found;
};

const endingSubscriptions = async (db: Db, now: Date): Promise<Reminder[]> => {
  const about = sql`subscriptions.id || '.' || extract(epoch from subscriptions.ends)::bigint`;
  const { rows } = await sql<{
    account: AccountKey;
    about: string;
    product: SubscriptionProduct;
    plan: PlanId;
    ends: Date;
  }>`
    select accounts.key as account, ${about} as about, product, plan, ends from subscriptions
    join accounts on accounts.key = subscriptions.account_key
    where provider is not null and cancel_at_period_end and status in (${activeStatusList})
      and ends > ${now}::timestamptz + ${aheadOf}
      and ends <= ${now}::timestamptz + ${aheadOf} + make_interval(days => ${endDays}::int)
      and ${isNew('willEnd', about)}
    order by ends limit ${most}`.execute(db);
  return rows.map(({ account, about, product, plan, ends }) => ({
    account,
    about,
    email: { kind: 'willEnd', bought: { product, plan }, ends: ends.toISOString() },
  }));
};

const expiringCards = async (db: Db, now: Date): Promise<Reminder[]> => {
  type Card = { account: AccountKey; about: string; brand: string; last4: string; month: string };
  const at = sql`(${now}::timestamptz + ${aheadOf}) at time zone 'UTC'`;
  const month = sql`to_char(${at} + interval '1 month', 'YYYY-MM')`;
  const about = sql`accounts.key || '.' || ${month} || '.' || (card->>'last4')`;
  const { rows } = await sql<Card>`
    select accounts.key as account, ${about} as about, card->>'brand' as brand, card->>'last4' as last4, ${month} as month
    from billing_customers join accounts on accounts.key = billing_customers.account_key
    where card is not null and (card->>'exp_year') || '-' || lpad(card->>'exp_month', 2, '0') = ${month}
      and exists (select from subscriptions where subscriptions.account_key = accounts.key and provider is not null
        and not cancel_at_period_end and status in (${activeStatusList}))
      and ${isNew('cardExpires', about)}
    order by accounts.key limit ${most}`.execute(db);
  return rows.map(({ account, about, month, ...card }) => ({
    account,
    about,
    email: { kind: 'cardExpires', card: cardName(card), month },
  }));
};

/** A customer who is confirming a purchase on the provider's page needs no e-mail. */
const confirmAfterMinutes = 15;

const unconfirmedPurchases = async (db: Db, now: Date): Promise<Reminder[]> => {
  const about = sql`invoices.id || '.0'`;
  const { rows } = await sql<InvoiceRow>`
    select invoices.* from subscriptions
    join invoices on invoices.account_key = subscriptions.account_key and invoices.id = subscriptions.latest_invoice
    join accounts on accounts.key = subscriptions.account_key
    where subscriptions.status = 'incomplete' and invoices.status = 'open' and invoices.amount_due > 0
      and invoices.created <= ${now}::timestamptz + ${aheadOf} - make_interval(mins => ${confirmAfterMinutes}::int)
      and ${isToConfirm(sql`invoices.created`)}
      and ${isNew('confirmPayment', about)}
    order by invoices.created limit ${most}`.execute(db);
  return rows.map((invoice) => ({
    account: invoice.account_key,
    about: `${invoice.id}.0`,
    email: { kind: 'confirmPayment', isPurchase: true, invoice: factsOf(invoice) },
  }));
};
