import { describe, expect, it } from 'vitest';
import type { Suite } from './suite.ts';
import { catalog, key, metadata, run } from './suite-rig.ts';

export const catalogSuite = (at: Suite): void => {
  describe('the catalog', () => {
    it('is created once, and again only where an amount has changed', async () => {
      const price = { ...catalog.starter, id: `price_${run}_moving`, amounts: { usd: 500 } };
      await at.payments.ensureCatalog([price]);
      await at.payments.ensureCatalog([price]);
      const before = await at.rig.stripe.prices.list({ product: price.product, limit: 100 });
      await at.payments.ensureCatalog([{ ...price, amounts: { usd: 600 } }]);
      const after = await at.rig.stripe.prices.list({ product: price.product, limit: 100 });
      expect(before.data.filter(({ lookup_key }) => lookup_key === price.id)).toHaveLength(1);
      expect(after.data).toHaveLength(before.data.length + 1);
      expect(after.data.find(({ lookup_key }) => lookup_key === price.id)?.unit_amount).toBe(600);
      expect(after.data.every(({ active }) => active)).toBe(true);
      await at.payments.ensureCatalog([price]);
      const again = await at.rig.stripe.prices.list({ lookup_keys: [price.id] });
      expect(again.data.map(({ unit_amount }) => unit_amount)).toEqual([500]);
    });

    it('leaves the previous price to whoever pays it', async () => {
      const price = { ...catalog.starter, id: `price_${run}_old`, amounts: { usd: 700 } };
      await at.payments.ensureCatalog([price]);
      const { customer, subscription } = await at.buy('pays', price);
      expect(subscription.priceId).toBe(price.id);
      await at.payments.ensureCatalog([{ ...price, amounts: { usd: 800 } }]);
      await at.rig.moveClock(customer, 32);
      expect(await at.only(customer)).toMatchObject({ unitAmount: 700, priceId: null, product: price.product });
      expect((await at.newest(customer)).amountPaid).toBe(700);
    });

    it('renames a product', async () => {
      await at.payments.ensureCatalog([{ ...catalog.station, productName: 'One station' }]);
      const { data } = await at.rig.stripe.products.list({ ids: [catalog.station.product] });
      expect(data.map(({ name: title }) => title)).toEqual(['One station']);
    });

    it('refuses a price that it does not have', async () => {
      const customer = await at.rig.customer('pays');
      await expect(
        at.payments.subscribe({ customer, priceId: 'price_nobody', quantity: 1, promotion: null, metadata }, key()),
      ).rejects.toMatchObject({ kind: 'notFound' });
    });
  });
};
