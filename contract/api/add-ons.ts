import { offeredPlans, planOfPrice, plans, type Interval, type PlanId, type Price } from '../rules/plans.ts';
import type { SubscriptionProduct } from './subscription.ts';

/** What one station can subscribe to beside its account's plan (spec §9 "Sample plan prices"). */
export const addOnIds = ['ctl', 'sponsored', 'music'] as const;
export type AddOnId = (typeof addOnIds)[number];

export type AddOn = {
  id: AddOnId;
  /** The product's id at the payment provider. */
  product: string;
  /** As on screens and invoices. */
  name: string;
  prices: readonly Price[];
  /** Whether it can be bought; otherwise stations that have it keep it. */
  offered: boolean;
};

const pricesOf = (addOn: AddOnId): readonly Price[] =>
  plans.legacy.prices.filter(({ id }) => id.startsWith(`price_legacy_${addOn}_`));

/** `ctl` gives the station the call-to-listen line, `sponsored` features it in the listings; `music` is no longer sold. */
export const addOns: Record<AddOnId, AddOn> = {
  ctl: { id: 'ctl', product: 'product_addon_ctl', name: 'Call-to-listen', prices: pricesOf('ctl'), offered: true },
  sponsored: {
    id: 'sponsored',
    product: 'product_addon_sponsored',
    name: 'Sponsored station',
    prices: pricesOf('sponsored'),
    offered: true,
  },
  music: { id: 'music', product: 'product_addon_music', name: 'Music', prices: pricesOf('music'), offered: false },
};

/** What a price buys: a plan of an account, or an add-on of a station. */
export type Purchasable = {
  product: SubscriptionProduct;
  plan: PlanId | null;
  /** The product's id at the payment provider. */
  providerProduct: string;
  price: Price;
  interval: Interval;
  /** Whether it can be bought today. */
  offered: boolean;
};

/** What the price with this id buys; undefined for an unknown one. */
export const purchasableOf = (priceId: string): Purchasable | undefined => {
  for (const addOn of Object.values(addOns)) {
    const price = addOn.prices.find(({ id }) => id === priceId);
    if (price)
      return {
        product: addOn.id,
        plan: null,
        providerProduct: addOn.product,
        price,
        interval: price.interval,
        offered: addOn.offered,
      };
  }
  const found = planOfPrice(priceId);
  if (!found) return undefined;
  return {
    product: 'plan',
    plan: found.plan.id,
    providerProduct: found.plan.product,
    price: found.price,
    interval: found.price.interval,
    offered: offeredPlans.some((offered) => offered === found.plan.id),
  };
};
