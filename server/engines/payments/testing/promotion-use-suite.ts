import { describe, expect, it } from 'vitest';
import { PaymentError } from '../port.ts';
import type { Suite } from './suite.ts';
import { catalog, key, metadata } from './suite-rig.ts';

export const promotionUseSuite = (at: Suite): void => {
  describe('the use of promotion codes', () => {
    it('apply to a running subscription from the next invoice', async () => {
      const { customer, subscription } = await at.buy('pays');
      const half = await at.promotion();
      const now = await at.payments.setDiscount(subscription.id, half.id, key());
      expect(now.discount?.code).toBe(half.code);
      expect((await at.payments.read(customer)).invoices).toHaveLength(1);
      await at.rig.moveClock(customer, 32);
      expect((await at.newest(customer)).amountPaid).toBe(1450);
    });

    it('apply to their products only', async () => {
      const half = await at.promotion({ products: [catalog.premier.product] });
      expect(half.products).toEqual([catalog.premier.product]);
      const other = await at.buy('pays', catalog.prime, 1, half.id);
      expect((await at.newest(other.customer)).amountPaid).toBe(2900);
      const own = await at.buy('pays', catalog.premier, 1, half.id);
      expect((await at.newest(own.customer)).amountPaid).toBe(3950);
    });

    it('can be used as often as allowed', async () => {
      const one = await at.promotion({ max: 1 });
      await at.buy('pays', catalog.prime, 1, one.id);
      expect(await at.payments.findPromotion(one.code)).toBeUndefined();
      await expect(at.buy('pays', catalog.prime, 1, one.id)).rejects.toBeInstanceOf(PaymentError);
    });

    it('for first-time customers refuse whoever has paid before', async () => {
      const first = await at.promotion({ firstTime: true });
      expect(first.firstTime).toBe(true);
      const { customer } = await at.buy('pays', catalog.starter, 1, first.id);
      expect((await at.newest(customer)).amountPaid).toBe(450);
      await expect(
        at.payments.subscribe(
          { customer, priceId: catalog.prime.id, quantity: 1, promotion: first.id, metadata },
          key(),
        ),
      ).rejects.toBeInstanceOf(PaymentError);
    });

    it('are part of a preview; what applies once does not lower the later periods', async () => {
      const customer = await at.rig.customer('pays');
      const ask = { customer, priceId: catalog.prime.id, quantity: 2 };
      expect(await at.payments.preview({ ...ask, promotion: null })).toMatchObject({
        amountDue: 5800,
        nextAmount: 5800,
        credit: 0,
      });
      const once = await at.promotion();
      expect(await at.payments.preview({ ...ask, promotion: once.id })).toMatchObject({
        amountDue: 2900,
        nextAmount: 5800,
      });
      const always = await at.promotion({ percentOff: 20, duration: 'forever' });
      expect(await at.payments.preview({ ...ask, promotion: always.id })).toMatchObject({
        amountDue: 4640,
        nextAmount: 4640,
      });
      expect((await at.payments.read(customer)).invoices).toEqual([]);
    });

    it('change a plan together with a code', async () => {
      const { customer, subscription } = await at.buy('pays');
      const always = await at.promotion({ percentOff: 50, duration: 'forever' });
      const ask = { subscription: subscription.id, priceId: catalog.premier.id, quantity: 1, promotion: always.id };
      const preview = await at.payments.preview(ask);
      expect(preview.nextAmount).toBe(3950);
      const { subscription: changed } = await at.payments.change(ask, key());
      expect(changed.discount?.code).toBe(always.code);
      expect((await at.newest(customer)).amountPaid).toBe(preview.amountDue);
    });
  });
};
