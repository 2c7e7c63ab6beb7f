import { billing } from '#contract/api/billing.ts';
import { billingAdmin, type NewPromoCode } from '#contract/api/billing-admin.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { testBrowser } from '#server/testing/browser.ts';
import { accountNamed, stationNamed } from './create-team.ts';
import { signInByForms } from './browser-sign-in.ts';
import { promoCodes, purchases, type DemoPurchase } from './people.ts';
import type { PortalClient } from './portal-client.ts';

type Target = { url: string; databaseUrl: string; password: string };

/**
 * Adds the missing promo codes, and subscribes the demo accounts as their owners do, on the payment page of the sandbox. Their clocks begin
 * in the past, so there are invoices of each period since. Returns false, and does nothing, where payments are real.
 */
export const createSubscriptions = async (
  call: PortalClient,
  at: Target,
  log: (line: string) => void,
): Promise<boolean> => {
  const { mode } = await call(billingAdmin.events, { query: { limit: 1 } });
  if (mode !== 'sandbox') return false;
  await createPromoCodes(call);
  const { db } = connectDatabase(at.databaseUrl, 1);
  for (const purchase of purchases) await subscribe(call, { ...at, db }, purchase);
  await db.destroy();
  log(`Promo codes ${promoCodes.map(({ code }) => code).join(', ')}; subscriptions in the sandbox of payments`);
  return true;
};

const createPromoCodes = async (call: PortalClient): Promise<void> => {
  const { entities } = await call(billingAdmin.promoCodes, { query: {} });
  const existing = new Set(entities.map(({ code }) => code));
  for (const body of promoCodes.filter(({ code }) => !existing.has(code)) satisfies readonly NewPromoCode[])
    await call(billingAdmin.createPromoCode, { body });
};

const subscribe = async (
  call: PortalClient,
  { url, password, db }: Target & { db: Db },
  { company, owner, priceId, code, card, daysAgo, addOn }: DemoPurchase,
): Promise<void> => {
  const account = await accountNamed(call, company);
  if (await hasPaidPlan(call, account)) return;
  const callAsOwner = await signInByForms(url, owner, password);
  const params = { id: account };
  const { next } = await callAsOwner(billing.createOfAccount, {
    params,
    body: { priceId, ...(code !== undefined && { promoCode: code }) },
  });
  if (next?.type !== 'checkout') throw new Error(`${company} cannot subscribe: it has a card already.`);
  await setClockBack(db, account, daysAgo);
  await payOnPage(url, next.url, card);
  while (!(await hasPaidPlan(call, account))) await new Promise((resolve) => setTimeout(resolve, 200));
  if (addOn) {
    const station = await stationNamed(call, account, addOn.station);
    const { priceId: price, amount_due } = addOn;
    const body = { priceId: price, confirm: { amount_due, currency: 'usd' } };
    await callAsOwner(billing.createOfStation, { params: { id: station }, body });
  }
  await call(billingAdmin.sandboxClock, { body: { account, days: daysAgo } });
  await call(billingAdmin.sync, { params: { key: account } });
};

const hasPaidPlan = async (call: PortalClient, id: AccountKey): Promise<boolean> =>
  (await call(billing.ofAccount, { params: { id } })).some(
    ({ provider, status }) => provider !== null && status === 'active',
  );

/** The sandbox's own clock call only moves forward. */
const setClockBack = async (db: Db, account: AccountKey, days: number): Promise<void> => {
  const { customer } = await db
    .selectFrom('billing_customers')
    .select('customer')
    .where('account_key', '=', account)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('sandbox_clocks')
    .set({ ahead_s: -days * 86_400 })
    .where('customer', '=', customer)
    .executeTakeFirstOrThrow();
};

/** Pays on the sandbox's payment page as a customer does. */
const payOnPage = async (url: string, page: string, number: string): Promise<void> => {
  const browser = testBrowser(url);
  const expiry = `12 / ${String((new Date().getUTCFullYear() + 3) % 100)}`;
  const paid = await browser.submit(await browser.open(page), { number, expiry, cvc: '123', name: '', action: 'pay' });
  if (paid.status !== 303 && paid.status !== 302) throw new Error(`The payment page answered ${String(paid.status)}.`);
};
