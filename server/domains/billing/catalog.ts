import { addOns } from '#contract/api/add-ons.ts';
import type { Brand } from '#contract/rules/brand.ts';
import { offeredPlans, planName, plans } from '#contract/rules/plans.ts';
import type { CatalogPrice, Payments } from '#server/engines/payments/port.ts';

/** Every price that must exist at the provider: those of the plans on offer, and of all add-ons. */
export const catalogPrices = (brand: Pick<Brand, 'planNames'>): CatalogPrice[] => [
  ...offeredPlans.flatMap((id) => pricesOf(plans[id], planName(id, brand))),
  ...Object.values(addOns).flatMap((addOn) => pricesOf(addOn, addOn.name)),
];

/** Has every price at the provider: the first call asks it, later ones wait for that; a failure is tried again by the next call. */
export const catalogOf = (payments: Pick<Payments, 'ensureCatalog'>, brand: Brand): (() => Promise<void>) => {
  let ensured: Promise<void> | undefined;
  return () => {
    ensured ??= payments.ensureCatalog(catalogPrices(brand));
    ensured.catch(() => (ensured = undefined));
    return ensured;
  };
};

type Sold = { product: string; prices: readonly { id: string; interval: CatalogPrice['interval']; cents: number }[] };

const pricesOf = ({ product, prices }: Sold, productName: string): CatalogPrice[] =>
  prices.map(({ id, interval, cents }) => ({ id, product, productName, interval, amounts: { usd: cents } }));
