import { describe, expect, it } from 'vitest';
import type { Suite } from './suite.ts';
import { catalog, key, metadata, run } from './suite-rig.ts';

export const subscribingSuite = (at: Suite): void => {
  describe('subscribing with the card on file', () => {
    it('is active at once, and its invoice is paid', async () => {
      const { customer, subscription, next } = await at.buy('pays');
      expect(next).toBeNull();
      expect(subscription).toMatchObject({
        customer,
        status: 'active',
        priceId: catalog.prime.id,
        product: catalog.prime.product,
        productPlan: null,
        interval: 'month',
        currency: 'usd',
        unitAmount: 2900,
        quantity: 1,
        trialEnd: null,
        cancelAtPeriodEnd: false,
        canceledAt: null,
        pending: null,
        discount: null,
        metadata,
      });
      const all = await at.payments.read(customer);
      expect(all.currency).toBe('usd');
      expect(all.card).toMatchObject({ brand: 'visa', last4: '4242' });
      expect(all.subscriptions.map(({ id }) => id)).toEqual([subscription.id]);
      expect(all.invoices).toHaveLength(1);
      expect(all.invoices[0]).toMatchObject({
        id: subscription.latestInvoice,
        status: 'paid',
        subtotal: 2900,
        total: 2900,
        amountDue: 2900,
        amountPaid: 2900,
        discount: 0,
        subscription: subscription.id,
        nextAttempt: null,
      });
      expect(all.invoices[0]!.lines).toMatchObject([{ amount: 2900, quantity: 1 }]);
      expect(all.invoices[0]!.paidAt).not.toBeNull();
      expect(all.invoices[0]!.periodEnd).toEqual(subscription.periodEnd);
    });

    it('happens once for one key', async () => {
      const customer = await at.rig.customer('pays');
      const once = key();
      const ask = { customer, priceId: catalog.prime.id, quantity: 1, promotion: null, metadata };
      const [first, second] = [await at.payments.subscribe(ask, once), await at.payments.subscribe(ask, once)];
      expect(second.subscription.id).toBe(first.subscription.id);
      const all = await at.payments.read(customer);
      expect([all.subscriptions.length, all.invoices.length]).toEqual([1, 1]);
    });

    it('finds what the first request made, though the price has changed since', async () => {
      const price = { ...catalog.starter, id: `price_${run}_between`, amounts: { usd: 1000 } };
      await at.payments.ensureCatalog([price]);
      const customer = await at.rig.customer('pays');
      const once = key();
      const ask = { customer, priceId: price.id, quantity: 1, promotion: null, metadata };
      const first = await at.payments.subscribe(ask, once);
      await at.payments.ensureCatalog([{ ...price, amounts: { usd: 1100 } }]);
      expect((await at.payments.subscribe(ask, once)).subscription.id).toBe(first.subscription.id);
      expect((await at.payments.read(customer)).subscriptions).toHaveLength(1);
    });

    it('multiplies by the quantity', async () => {
      const { customer, subscription } = await at.buy('pays', catalog.station, 3);
      expect(subscription).toMatchObject({ quantity: 3, unitAmount: 1900 });
      expect((await at.newest(customer)).amountPaid).toBe(5700);
    });

    it('is declined without a card', async () => {
      const customer = await at.rig.customer();
      await expect(
        at.payments.subscribe({ customer, priceId: catalog.prime.id, quantity: 1, promotion: null, metadata }, key()),
      ).rejects.toMatchObject({ kind: 'declined', reason: 'There is no card on file.' });
    });

    it('leaves nothing behind when the card is declined, and says why', async () => {
      const customer = await at.rig.customer('declined');
      const once = key();
      const ask = { customer, priceId: catalog.prime.id, quantity: 1, promotion: null, metadata };
      await expect(at.payments.subscribe(ask, once)).rejects.toMatchObject({
        kind: 'declined',
        reason: 'Your card was declined.',
      });
      const { subscriptions, invoices } = await at.payments.read(customer);
      expect(subscriptions.map(({ status }) => status)).not.toContain('incomplete');
      expect(invoices.map(({ status }) => status)).not.toContain('open');
      await expect(at.payments.subscribe(ask, once)).rejects.toMatchObject({ kind: 'declined' });
    });

    it('says that the funds are insufficient', async () => {
      await expect(at.buy('insufficient')).rejects.toMatchObject({
        kind: 'declined',
        reason: 'Your card has insufficient funds.',
      });
    });

    it('waits for the confirmation of a payment, for 23 hours', async () => {
      const { customer, subscription, next } = await at.buy('confirmAlways');
      expect(subscription.status).toBe('incomplete');
      expect(next?.type).toBe('confirm');
      expect((await at.newest(customer)).url).toBe(next?.url);
      await at.rig.moveClock(customer, 1);
      expect((await at.only(customer)).status).toBe('incomplete_expired');
      expect((await at.newest(customer)).status).toBe('void');
    });
  });
};
