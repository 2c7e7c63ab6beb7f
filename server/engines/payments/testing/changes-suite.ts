import { describe, expect, it } from 'vitest';
import type { Suite } from './suite.ts';
import { catalog, key } from './suite-rig.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

export const changesSuite = (at: Suite): void => {
  describe('a change', () => {
    const change = async (subscription: string, price: { id: string }, quantity = 1, promo: string | null = null) =>
      await at.payments.change({ subscription, priceId: price.id, quantity, promotion: promo }, key());

    it('is charged as previewed, and effective at once', async () => {
      const { customer, subscription } = await at.buy('pays');
      await at.rig.moveClock(customer, 15);
      const preview = await at.payments.preview({
        subscription: subscription.id,
        priceId: catalog.premier.id,
        quantity: 1,
      });
      expect(preview.amountDue).toBeGreaterThan(2300);
      expect(preview.amountDue).toBeLessThan(2800);
      expect(preview).toMatchObject({ credit: 0, tax: 0, currency: 'usd', nextAmount: 7900 });
      expect(preview.nextAt).toEqual(subscription.periodEnd);
      expect(preview.lines.map(({ amount }) => Math.sign(amount))).toEqual([-1, 1]);
      const { subscription: changed, next } = await change(subscription.id, catalog.premier);
      expect(next).toBeNull();
      expect(changed).toMatchObject({ priceId: catalog.premier.id, status: 'active', pending: null });
      expect(changed.periodEnd).toEqual(subscription.periodEnd);
      expect((await at.newest(customer)).amountPaid).toBe(preview.amountDue);
    });

    it('to a cheaper price becomes credit, which the next invoices use', async () => {
      const { customer, subscription } = await at.buy('pays', catalog.premier);
      await at.rig.moveClock(customer, 10);
      const preview = await at.payments.preview({
        subscription: subscription.id,
        priceId: catalog.starter.id,
        quantity: 1,
      });
      expect(preview.amountDue).toBe(0);
      expect(preview.credit).toBeGreaterThan(4000);
      await change(subscription.id, catalog.starter);
      const all = await at.payments.read(customer);
      expect(all.credit).toBe(preview.credit);
      expect(all.invoices[0]).toMatchObject({ status: 'paid', amountDue: 0, amountPaid: 0 });
      await at.rig.moveClock(customer, 30);
      const later = await at.payments.read(customer);
      expect(later.credit).toBe(preview.credit - 900);
      expect(later.invoices[0]).toMatchObject({ total: 900, amountDue: 0, status: 'paid' });
    });

    it('of the interval starts a new period', async () => {
      const { customer, subscription } = await at.buy('pays', catalog.premier);
      await at.rig.moveClock(customer, 10);
      const ask = { subscription: subscription.id, priceId: catalog.premierYear.id, quantity: 1 };
      const preview = await at.payments.preview(ask);
      const { subscription: changed } = await change(subscription.id, catalog.premierYear);
      expect(changed.interval).toBe('year');
      const days = (changed.periodEnd!.getTime() - subscription.periodEnd!.getTime()) / dayMs;
      expect(days).toBeGreaterThan(330);
      expect(preview.nextAmount).toBe(79_000);
      expect(Math.abs(preview.nextAt!.getTime() - changed.periodEnd!.getTime())).toBeLessThan(10 * minuteMs);
      expect((await at.newest(customer)).amountPaid).toBe(preview.amountDue);
      expect(preview.amountDue).toBeLessThan(79_000 - 4500);
    });

    it('of the quantity is prorated', async () => {
      const { customer, subscription } = await at.buy('pays', catalog.station, 2);
      await at.rig.moveClock(customer, 15);
      const { subscription: changed } = await change(subscription.id, catalog.station, 4);
      expect(changed.quantity).toBe(4);
      const { amountPaid } = await at.newest(customer);
      expect(amountPaid).toBeGreaterThan(1700);
      expect(amountPaid).toBeLessThan(2200);
    });

    it('leaves everything as it was when the card is declined', async () => {
      const { customer, subscription } = await at.buy('pays');
      await at.rig.moveClock(customer, 3);
      await at.rig.setCard(customer, 'declined');
      const half = await at.promotion();
      await expect(change(subscription.id, catalog.premier, 1, half.id)).rejects.toMatchObject({
        kind: 'declined',
        reason: 'Your card was declined.',
      });
      expect(await at.only(customer)).toMatchObject({
        priceId: catalog.prime.id,
        status: 'active',
        pending: null,
        discount: null,
      });
      const { invoices } = await at.payments.read(customer);
      expect(invoices.map(({ status }) => status)).not.toContain('open');
    });

    it('waits for the confirmation of its payment, and is dropped after 23 hours', async () => {
      const { customer, subscription } = await at.buy('pays');
      await at.rig.moveClock(customer, 3);
      await at.rig.setCard(customer, 'confirmAlways');
      const { subscription: pending, next } = await change(subscription.id, catalog.premier, 2);
      expect(pending).toMatchObject({
        priceId: catalog.prime.id,
        quantity: 1,
        pending: { priceId: catalog.premier.id, quantity: 2 },
      });
      expect(next).toEqual({ type: 'confirm', url: (await at.newest(customer)).url });
      await at.rig.moveClock(customer, 1);
      expect(await at.only(customer)).toMatchObject({ priceId: catalog.prime.id, status: 'active', pending: null });
      expect((await at.newest(customer)).status).toBe('void');
    });

    it('that is repeated changes nothing more', async () => {
      const { customer, subscription } = await at.buy('pays');
      const once = key();
      const ask = { subscription: subscription.id, priceId: catalog.premier.id, quantity: 1 };
      await at.payments.change(ask, once);
      const { subscription: again } = await at.payments.change(ask, once);
      expect(again.priceId).toBe(catalog.premier.id);
      expect((await at.payments.read(customer)).invoices).toHaveLength(2);
    });
  });
};
