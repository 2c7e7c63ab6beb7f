import { describe, expect, test } from 'vitest';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { SubscriptionSnapshot } from '#server/engines/payments/port.ts';
import type { SubscriptionRow } from './billing.repo.ts';
import { project } from './projection.ts';

const at = {
  account: 'ac00000000000000000000000001' as AccountKey,
  provider: 'stripe' as const,
  rows: [] as SubscriptionRow[],
  stations: new Set(['st_own']),
  now: new Date('2026-11-22T12:00:00Z'),
};

const snapshot = (given: Partial<SubscriptionSnapshot> = {}): SubscriptionSnapshot => ({
  id: 'sub_1',
  customer: 'cus_1',
  status: 'active',
  priceId: 'price_prime_month',
  product: 'product_prime',
  productPlan: null,
  interval: 'month',
  currency: 'usd',
  unitAmount: 2900,
  quantity: 1,
  periodEnd: new Date('2026-12-22T12:00:00Z'),
  trialEnd: null,
  cancelAtPeriodEnd: false,
  canceledAt: null,
  created: new Date('2026-11-22T12:00:00Z'),
  pending: null,
  discount: null,
  latestInvoice: 'in_1',
  metadata: {},
  ...given,
});
const one = (given: Partial<SubscriptionSnapshot>) => {
  const { rows, notes } = project([snapshot(given)], at);
  return { ...rows[0], notes };
};
/** A price from the dashboard. */
const foreign = { priceId: null, product: 'prod_dashboard', unitAmount: 1234 };

describe('a subscription', () => {
  test('is the plan of its price', () => {
    expect(one({})).toMatchObject({ product: 'plan', plan: 'prime', legacy: false, station_key: null, notes: [] });
    expect(one({ priceId: 'price_custom_year', unitAmount: 19_000, quantity: 4 })).toMatchObject({
      plan: 'custom',
      quantity: 4,
    });
  });

  test('at an earlier amount of a price is marked legacy', () => {
    expect(one({ unitAmount: 1900 })).toMatchObject({ plan: 'prime', unit_amount: 1900, legacy: true, notes: [] });
  });

  test('of a price that is not ours is the plan of its product, of its product’s metadata, or legacy', () => {
    expect(one({ ...foreign, product: 'product_premier' })).toMatchObject({ plan: 'premier', legacy: true, notes: [] });
    expect(one({ ...foreign, productPlan: 'starter' })).toMatchObject({ plan: 'starter', legacy: true, notes: [] });
    for (const productPlan of [null, 'none', 'platinum'])
      expect(one({ ...foreign, productPlan })).toMatchObject({
        product: 'plan',
        plan: 'legacy',
        legacy: true,
        notes: ['sub_1 has a price that is not ours; it counts as legacy.'],
      });
  });

  test('of an add-on belongs to the station of its metadata, if that is one of the account', () => {
    const ctl = { priceId: 'price_legacy_ctl_month', product: 'product_addon_ctl', unitAmount: 599 };
    expect(one({ ...ctl, metadata: { station: 'st_own' } })).toMatchObject({ product: 'ctl', station_key: 'st_own' });
    const unknown: Record<string, string>[] = [{}, { station: 'st_foreign' }];
    for (const metadata of unknown) {
      const { rows, notes } = project([snapshot({ ...ctl, metadata })], at);
      expect([rows, notes]).toEqual([[], ['sub_1 is an add-on of no station.']]);
    }
  });

  test('names its intent only if that is one of ours', () => {
    const id = '0a1b2c3d-0000-4000-8000-000000000001';
    expect(one({ metadata: { intent: id } }).intent).toBe(id);
    expect(one({ metadata: { intent: 'by hand' } }).intent).toBeNull();
  });

  test('that is cancelled ended when it was cancelled', () => {
    const canceledAt = new Date('2026-12-01T00:00:00Z');
    expect(one({ status: 'canceled', canceledAt }).ends).toEqual(canceledAt);
  });
});

describe('two active subscriptions to one product', () => {
  const older = snapshot({ id: 'sub_older', created: new Date('2026-10-01T00:00:00Z') });
  const newer = snapshot({ id: 'sub_newer', priceId: 'price_premier_month', unitAmount: 7900 });
  const row = (id: string, status: 'active' | 'incomplete') => ({ provider_id: id, status }) as SubscriptionRow;

  test('count as the one that already does, else as the newest; the other is noted', () => {
    for (const [rows, counted, other] of [
      [[], 'sub_newer', 'sub_older'],
      [[row('sub_older', 'active')], 'sub_older', 'sub_newer'],
      [[row('sub_older', 'incomplete')], 'sub_newer', 'sub_older'],
    ] as const) {
      const projected = project([older, newer], { ...at, rows: [...rows] });
      expect(projected.rows.map(({ provider_id }) => provider_id)).toEqual([counted]);
      expect(projected.notes).toEqual([`${other} is charged beside ${counted} for the same product.`]);
    }
  });

  test('are no rivals if they are for different stations', () => {
    const ctl = { priceId: 'price_legacy_ctl_month', product: 'product_addon_ctl', unitAmount: 599 };
    const snapshots = ['st_own', 'st_second'].map((station) =>
      snapshot({ id: `sub_${station}`, ...ctl, metadata: { station } }),
    );
    const { rows, notes } = project(snapshots, { ...at, stations: new Set(['st_own', 'st_second']) });
    expect([rows.length, notes]).toEqual([2, []]);
  });
});

test('what counts as active is written last, after it has made room', () => {
  const { rows } = project(
    [
      snapshot({ id: 'sub_new' }),
      snapshot({ id: 'sub_old', status: 'canceled' }),
      snapshot({ id: 'sub_odd', status: 'unpaid' }),
    ],
    at,
  );
  expect(rows.map(({ status }) => status)).toEqual(['canceled', 'unpaid', 'active']);
});
