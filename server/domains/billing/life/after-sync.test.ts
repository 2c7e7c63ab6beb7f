import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountKey } from '#contract/rules/keys.ts';
import { dayMs } from '#contract/rules/time.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { afterSync, type SyncChange } from './after-sync.ts';
import { invoiceRows, subscriptionRows } from './testing/sync.ts';

let portal: TestPortal;
let account: AccountKey;
let email: string;
let id: string;
let now = new Date('2026-11-23T12:00:00Z');

beforeAll(async () => {
  portal = await testPortal({ clock: { now: () => now } });
});
afterAll(() => portal.close());
beforeEach(async () => {
  now = new Date('2026-11-23T12:00:00Z');
  await portal.drain();
  portal.mails.length = 0;
  const person = await portal.make.person();
  email = person.email;
  account = await portal.make.account({ plan: 'none' });
  id = account.slice(2);
  await portal.make.accountMember(account, person, 'owner');
  await subscribe({ status: 'active' });
  await portal.kernel.db
    .insertInto('billing_customers')
    .values({
      account_key: account,
      customer: `cus_${id}`,
      mode: 'sandbox',
      currency: 'usd',
      card: JSON.stringify({ brand: 'visa', last4: '0341', exp_month: 12, exp_year: 2027 }),
    })
    .execute();
});

type Fields = { status?: 'active' | 'past_due' | 'canceled' | 'incomplete'; plan?: 'prime' | 'premier' };
const subscribe = async ({ status = 'active', plan = 'prime' }: Fields) => {
  const price = { price_id: `price_${plan}_month`, unit_amount: plan === 'prime' ? 2900 : 7900, currency: 'usd' };
  await portal.kernel.db
    .insertInto('subscriptions')
    .values({ account_key: account, plan, status, provider: 'sandbox', provider_id: `sub_${id}`, ...price })
    .onConflict((conflict) => conflict.column('provider_id').doUpdateSet({ status, plan, ...price }))
    .execute();
};
type InvoiceFields = { status: 'draft' | 'open' | 'paid'; attempts?: number; next?: Date | null; paid?: Date };
const bill = async ({ status, attempts = 1, next = null, paid = now }: InvoiceFields) => {
  const amounts = { subtotal: 2900, tax: 0, total: 2900, amount_due: 2900, amount_paid: status === 'paid' ? 2900 : 0 };
  const state = { status, attempts, next_attempt: next, paid_at: status === 'paid' ? paid : null, ...amounts };
  const lines = [{ description: 'Prime', amount: 2900, quantity: 1 }];
  const billed_to = { name: 'Wave', email: '', country: 'US', taxNumber: null, reverseCharge: false };
  await portal.kernel.db
    .insertInto('invoices')
    .values({
      id: `in_${id}`,
      account_key: account,
      number: 'SKY-1',
      currency: 'usd',
      subscription: `sub_${id}`,
      period_start: now,
      period_end: now,
      created: now,
      url: null,
      lines: JSON.stringify(lines),
      billed_to: JSON.stringify(billed_to),
      ...state,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(state))
    .execute();
};

/** Runs what follows a sync that found this; returns it, to run it again. */
const sync = async (change: () => Promise<void>): Promise<SyncChange> => {
  const { db } = portal.kernel;
  const held = async () => ({
    subscriptions: await subscriptionRows(db, account),
    invoices: await invoiceRows(db, account),
  });
  const before = await held();
  await change();
  const found = { account, before, after: await held() };
  await run(found);
  return found;
};
const run = (change: SyncChange) =>
  portal.kernel.db.transaction().execute(async (tx) => await afterSync(tx, portal.kernel, change));
const subjects = async () => {
  await portal.drain();
  return portal.mails.map(({ subject }) => subject);
};

describe('an invoice', () => {
  test('that is paid gives one receipt to each owner with a verified address, whatever is replayed', async () => {
    const [second, unverified] = [await portal.make.person(), await portal.make.person()];
    for (const person of [second, unverified]) await portal.make.accountMember(account, person, 'owner');
    const { db } = portal.kernel;
    await db.updateTable('users').set({ email_verified: false }).where('id', '=', unverified.id).execute();
    const change = await sync(() => bill({ status: 'paid' }));
    for (let again = 0; again < 3; again++) await run(change);
    expect(await subjects()).toEqual(['Receipt: $29.00 paid', 'Receipt: $29.00 paid']);
    expect(portal.mails.map(({ to }) => to).toSorted()).toEqual([email, second.email].toSorted());
    const ids = portal.mails.map(({ messageId }) => messageId);
    expect(new Set(ids).size).toBe(2);
    expect(ids[0]).toMatch(new RegExp(`^billing\\.receipt\\.in_${id}\\.`));
  });

  test('has no receipt if it was free, or paid long before we first saw it', async () => {
    await sync(() => bill({ status: 'paid', paid: new Date(now.getTime() - 10 * dayMs) }));
    expect(await subjects()).toEqual([]);
  });

  test('whose payment fails gives one e-mail for each attempt', async () => {
    await sync(() => bill({ status: 'open', attempts: 0 }));
    const next = new Date(now.getTime() + 3 * dayMs);
    await sync(async () => {
      await subscribe({ status: 'past_due' });
      await bill({ status: 'open', attempts: 1, next });
    });
    const again = await sync(() => bill({ status: 'open', attempts: 2, next: null }));
    await run(again);
    expect(await subjects()).toEqual(['Payment of $29.00 failed', 'Payment of $29.00 failed']);
    expect(portal.mails[0]?.paragraphs.join(' ')).toMatch(/^Visa •••• 0341 .*try again on 26 November 2026/);
    expect(portal.mails[1]?.paragraphs.join(' ')).toContain('(attempt 2)');
  });

  test('that fails gives it too if the attempt was read before the subscription was past due', async () => {
    await sync(() => bill({ status: 'open', attempts: 1 }));
    expect(await subjects()).toEqual([]);
    for (let again = 0; again < 2; again++) await sync(() => subscribe({ status: 'past_due' }));
    expect(await subjects()).toEqual(['Payment of $29.00 failed']);
  });

  test('that the bank wants confirmed asks for that instead, also if its event comes after the sync', async () => {
    const owed = async (attempts: number) => {
      await subscribe({ status: 'past_due' });
      await bill({ status: 'open', attempts, next: new Date(now.getTime() + dayMs) });
    };
    await sync(() => owed(1));
    expect(await subjects()).toEqual(['Payment of $29.00 failed']);
    const event = { id: `evt_${id}`, customer: `cus_${id}`, created: now, livemode: false };
    await portal.kernel.db
      .insertInto('billing_events')
      .values({ ...event, type: 'invoice.payment_action_required' })
      .execute();
    portal.mails.length = 0;
    for (let again = 0; again < 2; again++) await sync(() => Promise.resolve());
    await sync(() => owed(2));
    const confirm = 'Please confirm the payment of $29.00';
    expect(await subjects()).toEqual([confirm, confirm]);
  });

  test('of a purchase or change that was refused gives none: its customer sees it', async () => {
    await sync(async () => {
      await subscribe({ status: 'incomplete' });
      await bill({ status: 'open' });
    });
    expect(await subjects()).toEqual([]);
  });
});

describe('a subscription', () => {
  test('that ends unpaid gives one e-mail with the day the air stops', async () => {
    await subscribe({ status: 'past_due' });
    const change = await sync(() => subscribe({ status: 'canceled' }));
    await run(change);
    expect(await subjects()).toEqual(['Prime has ended because it was not paid']);
    expect(portal.mails[0]?.paragraphs.join(' ')).toContain('until 7 December 2026');
  });

  test('that a person cancelled ends without a reproach', async () => {
    await sync(() => subscribe({ status: 'canceled' }));
    expect(await subjects()).toEqual(['Prime has ended']);
  });

  test('that another plan replaces ends without an e-mail', async () => {
    await sync(async () => {
      await subscribe({ status: 'canceled' });
      await portal.kernel.db
        .insertInto('subscriptions')
        .values({ account_key: account, plan: 'premier', status: 'active' })
        .execute();
    });
    expect(await subjects()).toEqual([]);
  });

  test('that changes gives one e-mail with both plans', async () => {
    const change = await sync(() => subscribe({ plan: 'premier' }));
    await run(change);
    expect(await subjects()).toEqual(['Your plan has changed']);
    expect(portal.mails[0]?.paragraphs[0]).toContain(
      'from Prime for $29.00 every month to Premier for $79.00 every month',
    );
  });

  test('that is unchanged gives none', async () => {
    await sync(() => Promise.resolve());
    expect(await subjects()).toEqual([]);
  });
});

test('an e-mail is lost neither with its transaction nor after it', async () => {
  const before = { subscriptions: await subscriptionRows(portal.kernel.db, account), invoices: [] };
  await bill({ status: 'paid' });
  const after = { ...before, invoices: await invoiceRows(portal.kernel.db, account) };
  const failing = portal.kernel.db.transaction().execute(async (tx) => {
    await afterSync(tx, portal.kernel, { account, before, after });
    throw new Error('killed before the commit');
  });
  await expect(failing).rejects.toThrow('killed');
  expect(await subjects()).toEqual([]);
  await run({ account, before, after });
  expect(await subjects()).toEqual(['Receipt: $29.00 paid']);
});
