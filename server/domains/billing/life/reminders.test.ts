import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountKey } from '#contract/rules/keys.ts';
import { dayMs } from '#contract/rules/time.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { remind } from './reminders.ts';
import { endTrials } from './trials.ts';

let portal: TestPortal;
let account: AccountKey;
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
  account = await portal.make.account({ plan: 'none' });
  await portal.make.accountMember(account, person, 'owner');
});

const subjects = async () => {
  await portal.drain();
  return portal.mails.splice(0).map(({ subject }) => subject);
};
/** The e-mails of the hourly job, which also runs a second time. */
const reminded = async () => {
  await remind(portal.kernel);
  expect(await remind(portal.kernel)).toBe(0);
  return await subjects();
};
const days = (count: number) => (now = new Date(now.getTime() + count * dayMs));
const inDays = (count: number) => new Date(now.getTime() + count * dayMs);
const trial = async (length: number) => {
  const values = {
    account_key: account,
    plan: 'trial',
    status: 'trialing',
    created: now,
    ends: inDays(length),
  } as const;
  await portal.kernel.db.insertInto('subscriptions').values(values).execute();
};
const paid = async (fields: { cancel_at_period_end?: boolean; ends?: Date } = {}) => {
  const provider = { provider: 'sandbox', provider_id: `sub_${account}` } as const;
  const values = { account_key: account, plan: 'prime', status: 'active', ...provider, ...fields } as const;
  await portal.kernel.db.insertInto('subscriptions').values(values).execute();
};

test('announces the end of a trial 7 and 2 days before, and reports it', async () => {
  await trial(30);
  expect(await reminded()).toEqual([]);
  days(23);
  expect(await reminded()).toEqual(['Your trial of Skywave ends in 7 days']);
  days(5);
  expect(await reminded()).toEqual(['Your trial of Skywave ends in 2 days']);
  days(2);
  expect(await endTrials(portal.kernel)).toBe(1);
  expect(await subjects()).toEqual(['Your trial of Skywave has ended']);
  expect(await endTrials(portal.kernel)).toBe(0);
  expect(await reminded()).toEqual([]);
});

test('says how many days are left if it could not say so earlier, and announces a short trial once', async () => {
  await trial(30);
  days(25.5);
  expect(await reminded()).toEqual(['Your trial of Skywave ends in 5 days']);
  await portal.kernel.db.deleteFrom('subscriptions').where('account_key', '=', account).execute();
  await trial(7);
  expect(await reminded()).toEqual([]);
  days(5.5);
  expect(await reminded()).toEqual(['Your trial of Skywave ends in 2 days']);
});

test('announces the end of a cancelled plan three days before, and again after it was resumed and cancelled later', async () => {
  await paid({ cancel_at_period_end: true, ends: inDays(10) });
  days(6.5);
  expect(await reminded()).toEqual([]);
  days(1);
  expect(await reminded()).toEqual(['Prime ends on 3 December 2026']);
  const { db } = portal.kernel;
  await db
    .updateTable('subscriptions')
    .set({ ends: new Date('2027-01-03T12:00:00Z') })
    .where('account_key', '=', account)
    .execute();
  expect(await reminded()).toEqual([]);
  now = new Date('2027-01-01T12:00:00Z');
  expect(await reminded()).toEqual(['Prime ends on 3 January 2027']);
});

test('asks to confirm a purchase a quarter of an hour later, if the bank asks for it', async () => {
  const { db } = portal.kernel;
  const customer = { account_key: account, customer: `cus_${account}`, mode: 'sandbox', currency: 'usd' } as const;
  await db.insertInto('billing_customers').values(customer).execute();
  const amounts = { subtotal: 2900, tax: 0, total: 2900, amount_due: 2900, amount_paid: 0 };
  const invoice = { id: `in_${account}`, account_key: account, number: 'SKY-1', currency: 'usd', ...amounts } as const;
  const dates = { created: now, period_start: now, period_end: now };
  await db
    .insertInto('invoices')
    .values({ ...invoice, ...dates, status: 'open', subscription: null, url: null, lines: '[]', billed_to: '{}' })
    .execute();
  const provider = { provider: 'sandbox', provider_id: `sub_${account}`, latest_invoice: invoice.id } as const;
  await db
    .insertInto('subscriptions')
    .values({ account_key: account, plan: 'prime', status: 'incomplete', ...provider })
    .execute();
  days(20 / 1440);
  expect(await reminded()).toEqual([]);
  await db
    .insertInto('billing_events')
    .values({
      id: `evt_${account}`,
      type: 'invoice.payment_action_required',
      customer: customer.customer,
      created: dates.created,
      livemode: false,
    })
    .execute();
  expect(await reminded()).toEqual(['Please confirm the payment of $29.00']);
});

test('announces a card that expires next month, where something is charged to it', async () => {
  const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2026 };
  const customer = { account_key: account, customer: `cus_${account}`, mode: 'sandbox', currency: 'usd' } as const;
  await portal.kernel.db
    .insertInto('billing_customers')
    .values({ ...customer, card: JSON.stringify(card) })
    .execute();
  expect(await reminded()).toEqual([]);
  await paid();
  expect(await reminded()).toEqual(['Visa •••• 4242 expires soon']);
  days(10);
  expect(await reminded()).toEqual([]);
});
