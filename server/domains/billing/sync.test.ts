import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billing } from '#contract/api/billing.ts';
import type { EventHead, SubscriptionSnapshot } from '#server/engines/payments/port.ts';
import type { Jobs } from '#server/kernel/kernel.ts';
import { billingDeps, buy, buyers, change, testCards, type Buyer } from '#server/testing/buying.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import type { SubscriptionRow } from './billing.repo.ts';
import { acceptEvent, queueSync } from './events.ts';
import { insertEvent } from './events.repo.ts';
import { compareCustomer, reconcileEvents } from './reconcile.ts';
import { syncCustomer } from './sync.ts';

/* Whatever happens to the provider's events, our copies become what the provider has. */

let portal: TestPortal;
let admin: TestClient;
let make: ReturnType<typeof buyers>;

beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.as(await portal.make.person({ admin: true }));
  make = buyers(portal, admin);
});
afterAll(() => portal.close());

/** The same numbers for the same seed. */
const randomly = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
  return seed / 0x7fffffff;
};
const shuffled = <T>(all: readonly T[], random: () => number): T[] =>
  all
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);

const customerOf = async ({ key }: Buyer): Promise<string> =>
  (
    await portal.kernel.db
      .selectFrom('billing_customers')
      .select('customer')
      .where('account_key', '=', key)
      .executeTakeFirstOrThrow()
  ).customer;

const eventsSince = async (at: Date): Promise<EventHead[]> => {
  const all: EventHead[] = [];
  for await (const event of portal.payments.eventsSince(at)) all.push(event);
  return all;
};

/** What must agree, of the provider's and of ours. */
const viewOfTheirs = (one: SubscriptionSnapshot) => ({
  id: one.id,
  status: one.status,
  price: one.priceId,
  quantity: one.quantity,
  ends: one.status === 'canceled' ? undefined : one.periodEnd?.toISOString(),
  ending: one.cancelAtPeriodEnd,
  pending: one.pending?.priceId ?? null,
});
const viewOfOurs = (row: SubscriptionRow) => ({
  id: row.provider_id,
  status: row.status,
  price: row.price_id,
  quantity: row.quantity,
  ends: row.status === 'canceled' ? undefined : row.ends?.toISOString(),
  ending: row.cancel_at_period_end,
  pending: row.pending?.priceId ?? null,
});
const byId = (a: { id: string | null }, b: { id: string | null }) => (a.id ?? '').localeCompare(b.id ?? '');

const compare = async (buyer: Buyer) => {
  const { db } = portal.kernel;
  const truth = await portal.payments.read(await customerOf(buyer));
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('account_key', '=', buyer.key)
    .where('provider', 'is not', null)
    .execute();
  expect(rows.map(viewOfOurs).toSorted(byId)).toEqual(truth.subscriptions.map(viewOfTheirs).toSorted(byId));
  const invoices = await db
    .selectFrom('invoices')
    .select(['id', 'status', 'total', 'amount_paid'])
    .where('account_key', '=', buyer.key)
    .execute();
  expect(invoices.toSorted(byId)).toEqual(
    truth.invoices
      .map(({ id, status, total, amountPaid }) => ({ id, status, total, amount_paid: amountPaid }))
      .toSorted(byId),
  );
  const { card } = await db
    .selectFrom('billing_customers')
    .select('card')
    .where('account_key', '=', buyer.key)
    .executeTakeFirstOrThrow();
  expect(card).toEqual(truth.card);
};

/** Things that happen at the provider while our copies look away: renewals, failures, other cards, ends. */
const liveOn = async (all: readonly Buyer[], random: () => number, steps = all.length * 4): Promise<void> => {
  const { payments, sandbox } = portal;
  const numbers = Object.values(testCards);
  for (let step = 0; step < steps; step++) {
    const buyer = all[Math.floor(random() * all.length)]!;
    const customer = await customerOf(buyer);
    const [current] = (await payments.read(customer)).subscriptions.filter(({ status }) => status !== 'canceled');
    const dice = random();
    if (dice < 0.45) await sandbox?.moveClock(customer, 1 + Math.floor(random() * 40));
    else if (dice < 0.65) await sandbox?.setCard(customer, numbers[Math.floor(random() * numbers.length)]!);
    else if (current && dice < 0.75) await payments.cancel(current.id, random() < 0.5 ? 'now' : 'period_end');
    else if (current && dice < 0.8 && current.cancelAtPeriodEnd) await payments.resume(current.id);
    else if (current?.status === 'active' && dice < 0.95)
      await payments
        .change({ subscription: current.id, priceId: 'price_premier_month', quantity: 1 }, `life:${randomUUID()}`)
        .catch(() => undefined);
  }
};

/** What becomes of an event on its way to us. */
type Fate = 'lost' | 'cut off' | 'delivered';

test.each([7, 41, 2026])(
  'events lost, doubled, reordered, and cut off by a kill: our copies are the provider’s (seed %i)',
  { timeout: 300_000 },
  async (seed) => {
    const random = randomly(seed);
    const began = new Date(Date.now() - 1000);
    const all: Buyer[] = [];
    for (let i = 0; i < 8; i++) {
      const buyer = await make.account({ card: 'pays' });
      expect((await buy(buyer, { priceId: 'price_prime_month' })).status).toBe(201);
      all.push(buyer);
    }
    await liveOn(all, random);
    const [deaf, killed] = [all[0]!, all[1]!];
    for (const buyer of [deaf, killed]) await portal.sandbox?.moveClock(await customerOf(buyer), 35);
    const happened = await eventsSince(began);
    expect(happened.length).toBeGreaterThan(100);
    // Of one customer nothing arrives, and of another all is cut off; of the others 10 % is lost or cut off, and 20 % comes twice.
    const fates = new Map<string | null, Fate>([
      [await customerOf(deaf), 'lost'],
      [await customerOf(killed), 'cut off'],
    ]);
    const fateOf = ({ customer }: EventHead): Fate => {
      const dice = random();
      return fates.get(customer) ?? (dice < 0.1 ? 'lost' : dice < 0.2 ? 'cut off' : 'delivered');
    };
    const queued: string[] = [];
    const send: Jobs['send'] = (_name, { customer }) => Promise.resolve(void queued.push(String(customer)));
    const deps = { ...billingDeps(portal), jobs: { ...portal.kernel.jobs, send } };
    const syncQueued = () => Promise.all(queued.splice(0).map((customer) => syncCustomer(deps, customer)));
    for (const event of shuffled(
      happened.flatMap((one) => (random() < 0.2 ? [one, one] : [one])),
      random,
    )) {
      const fate = fateOf(event);
      if (fate === 'lost') continue;
      // A process that is killed after it has stored an event has queued nothing.
      await (fate === 'cut off' ? insertEvent(portal.kernel.db, event) : acceptEvent(deps, event));
      // Syncs run while more events come, and while the provider goes on.
      if (random() < 0.2) await syncQueued();
      if (random() < 0.02) await liveOn(all, random, 1);
    }
    queued.length = 0;
    for (const buyer of [deaf, killed]) await expect(compare(buyer)).rejects.toThrow();
    await reconcileEvents({ ...deps, clock: { now: () => new Date(Date.now() + 5 * 60_000) } });
    await syncQueued();
    for (const buyer of all) await compare(buyer);
    const waiting = portal.kernel.db.selectFrom('billing_events').select('id').where('state', '=', 'new');
    expect(await waiting.execute()).toEqual([]);
  },
);

describe('one sync of a customer', () => {
  test('at a time: what was read later is written later', async () => {
    const buyer = await make.account({ card: 'pays' });
    const { id: subId = '' } = (await buy(buyer, { priceId: 'price_prime_month' })).json.subscription ?? {};
    const customer = await customerOf(buyer);
    const deps = billingDeps(portal);
    await Promise.all([
      ...Array.from({ length: 20 }, () => syncCustomer(deps, customer)),
      change(buyer, subId, { priceId: 'price_premier_month' }),
      ...Array.from({ length: 20 }, () => syncCustomer(deps, customer)),
    ]);
    await compare(buyer);
    expect((await buyer.owner.ok(billing.features, { params: { id: buyer.key } })).plan).toBe('premier');
  });

  test('that is tried again later does not hold up one for a new event', async () => {
    const { db, jobs } = portal.kernel;
    await queueSync({ jobs }, 'cus_hasty', 600);
    await queueSync({ jobs }, 'cus_hasty');
    const { rows } = await sql<{ isDue: boolean }>`
      select start_after <= now() as "isDue" from pgboss.job where data->>'customer' = 'cus_hasty'`.execute(db);
    expect(rows.filter(({ isDue }) => isDue)).toHaveLength(1);
    expect(rows).toHaveLength(2);
  });

  test('says nothing has changed when nothing has', async () => {
    const buyer = await make.account({ card: 'pays' });
    await buy(buyer, { priceId: 'price_prime_month' });
    expect(await syncCustomer(billingDeps(portal), await customerOf(buyer))).toEqual([]);
  });
});

describe('the comparison at night', () => {
  test('heals and records what no event explained', async () => {
    const buyer = await make.account({ card: 'pays' });
    await buy(buyer, { priceId: 'price_prime_month' });
    const customer = await customerOf(buyer);
    await portal.sandbox?.moveClock(customer, 40);
    await portal.kernel.db.deleteFrom('billing_events').execute();
    await compareCustomer(billingDeps(portal), customer);
    await compare(buyer);
    const drift = await portal.kernel.db
      .selectFrom('billing_drift')
      .select('what')
      .where('account_key', '=', buyer.key)
      .execute();
    expect(drift.map(({ what }) => what)).toContainEqual(expect.stringMatching(/^in_\S+: new, paid$/));
    await compareCustomer(billingDeps(portal), customer);
    expect(
      await portal.kernel.db.selectFrom('billing_drift').select('id').where('account_key', '=', buyer.key).execute(),
    ).toHaveLength(drift.length);
  });
});
