import { isDeepStrictEqual } from 'node:util';
import type { Insertable } from 'kysely';
import { addOns, purchasableOf, type AddOnId } from '#contract/api/add-ons.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { activeStatuses, planIds, plans, type PlanId } from '#contract/rules/plans.ts';
import type { ProviderName, SubscriptionProduct, SubscriptionStatus } from '#contract/api/subscription.ts';
import type { SubscriptionSnapshot } from '#server/engines/payments/port.ts';
import type { SubscriptionRow } from './billing.repo.ts';
import type { SubscriptionsTable } from './billing.tables.ts';

/** Spec §4: whether a subscription in this state counts as active. */
export const isActive = (status: SubscriptionStatus): boolean => activeStatuses.some((active) => active === status);

export type Projected = Insertable<SubscriptionsTable> & { provider_id: string };
type Context = {
  account: AccountKey;
  provider: ProviderName;
  /** The rows of the account as they are. */
  rows: readonly SubscriptionRow[];
  /** The account's stations, deleted ones too. */
  stations: ReadonlySet<string>;
  now: Date;
};

/**
 * The rows that the provider's subscriptions of an account are to become, those that count as active last, and notes on what an
 * administrator must look at: a price that isn't ours, an add-on without its station, a second subscription to the same product. The
 * last two get no row; the sync succeeds all the same.
 */
export const project = (
  snapshots: readonly SubscriptionSnapshot[],
  at: Context,
): { rows: Projected[]; notes: string[] } => {
  const notes: string[] = [];
  const all = snapshots.flatMap((snapshot) => {
    const row = at.rows.find(({ provider_id }) => provider_id === snapshot.id);
    const bought = boughtBy(snapshot, row);
    if (!bought.isKnown) notes.push(`${snapshot.id} has a price that is not ours; it counts as ${bought.plan}.`);
    const station = bought.product === 'plan' ? null : stationOf(snapshot, row, at.stations);
    if (station === undefined) {
      notes.push(`${snapshot.id} is an add-on of no station.`);
      return [];
    }
    return [rowOf(snapshot, { ...at, ...bought, station })];
  });
  const rows = all.filter((row) => {
    const first = isActive(row.status) ? firstOf(all, row, at.rows) : row;
    if (first !== row) notes.push(`${row.provider_id} is charged beside ${first.provider_id} for the same product.`);
    return first === row;
  });
  return { rows: rows.toSorted((a, b) => Number(isActive(a.status)) - Number(isActive(b.status))), notes };
};

/** Whether a row already says what the provider says. */
export const isSame = (projected: Projected, row: SubscriptionRow | undefined): boolean => {
  if (!row) return false;
  const { created: _created, synced_at: _syncedAt, pending, discount, ...plain } = projected;
  return (
    Object.entries(plain).every(([name, value]) =>
      isDeepStrictEqual(row[name as keyof SubscriptionRow], value ?? null),
    ) &&
    isDeepStrictEqual(row.pending, parsed(pending)) &&
    isDeepStrictEqual(row.discount, parsed(discount))
  );
};

/** As the database returns a JSON column. */
const parsed = (text: string | null | undefined): unknown =>
  text === null || text === undefined ? null : (JSON.parse(text) as unknown);

/** Which of several active subscriptions to a product counts: the one that already does, else the newest. */
const firstOf = (all: readonly Projected[], of: Projected, rows: readonly SubscriptionRow[]): Projected => {
  const rivals = all.filter((one) => isActive(one.status) && sameProduct(one, of));
  const present = rivals.find((one) =>
    rows.some(({ provider_id, status }) => provider_id === one.provider_id && isActive(status)),
  );
  return present ?? rivals.toSorted((a, b) => timeOf(b) - timeOf(a))[0] ?? of;
};

const sameProduct = (a: Projected, b: Projected): boolean => a.product === b.product && a.station_key === b.station_key;
const timeOf = ({ created }: Projected): number => (created instanceof Date ? created.getTime() : 0);

type Bought = { product: SubscriptionProduct; plan: PlanId; isKnown: boolean; legacy: boolean };

/** What a subscription gives: by its price, else by its product, else by the plan that the dashboard's product names. */
const boughtBy = (snapshot: SubscriptionSnapshot, row: SubscriptionRow | undefined): Bought => {
  const item = snapshot.priceId === null ? undefined : purchasableOf(snapshot.priceId);
  if (item) {
    const legacy = !item.offered || item.price.cents !== snapshot.unitAmount;
    return { product: item.product, plan: item.plan ?? 'legacy', isKnown: true, legacy };
  }
  const addOn = Object.values(addOns).find(({ product }) => product === snapshot.product);
  if (addOn) return { product: addOn.id, plan: 'legacy', isKnown: true, legacy: true };
  const plan = Object.values(plans).find(({ product }) => product === snapshot.product)?.id;
  if (plan) return { product: 'plan', plan, isKnown: true, legacy: true };
  const named = planIds.find((id) => id === snapshot.productPlan && id !== 'none');
  const addOnNamed = addOnIdOf(snapshot.metadata.product) ?? addOnIdOf(row?.product);
  if (!named && addOnNamed) return { product: addOnNamed, plan: 'legacy', isKnown: false, legacy: true };
  return { product: 'plan', plan: named ?? 'legacy', isKnown: named !== undefined, legacy: true };
};

const addOnIdOf = (name: string | undefined): AddOnId | undefined =>
  Object.values(addOns).find(({ id }) => id === name)?.id;

const stationOf = (
  { metadata }: SubscriptionSnapshot,
  row: SubscriptionRow | undefined,
  stations: ReadonlySet<string>,
): StationKey | undefined => {
  if (row?.station_key) return row.station_key;
  return metadata.station !== undefined && stations.has(metadata.station)
    ? (metadata.station as StationKey)
    : undefined;
};

const rowOf = (snapshot: SubscriptionSnapshot, at: Context & Bought & { station: StationKey | null }): Projected => ({
  account_key: at.account,
  station_key: at.station,
  product: at.product,
  plan: at.plan,
  legacy: at.legacy,
  provider: at.provider,
  provider_id: snapshot.id,
  intent: intentOf(snapshot),
  price_id: snapshot.priceId,
  quantity: snapshot.quantity,
  status: snapshot.status,
  currency: snapshot.currency,
  interval: snapshot.interval,
  unit_amount: snapshot.unitAmount,
  promo_code: snapshot.discount?.code ?? null,
  ends: snapshot.status === 'canceled' ? snapshot.canceledAt : snapshot.periodEnd,
  trial_end: snapshot.trialEnd,
  cancel_at_period_end: snapshot.cancelAtPeriodEnd,
  canceled_at: snapshot.canceledAt,
  pending: snapshot.pending && JSON.stringify(snapshot.pending),
  discount: snapshot.discount && JSON.stringify(snapshot.discount),
  latest_invoice: snapshot.latestInvoice,
  created: snapshot.created,
  synced_at: at.now,
});

/** The intent by which we bought it. */
const intentOf = ({ metadata: { intent } }: SubscriptionSnapshot): string | null =>
  intent !== undefined && /^[\da-f-]{36}$/.test(intent) ? intent : null;
