import { describe, expect, it } from 'vitest';
import type { Suite } from './suite.ts';
import { catalog, key } from './suite-rig.ts';

export const promotionsSuite = (at: Suite): void => {
  describe('promotion codes', () => {
    it('are found in any case while they can be used', async () => {
      const made = await at.promotion({ percentOff: 25, duration: 'repeating', months: 3, max: 2 });
      expect(made).toMatchObject({
        active: true,
        percentOff: 25,
        amountOff: null,
        duration: 'repeating',
        months: 3,
        max: 2,
        redeemed: 0,
        products: [],
        firstTime: false,
      });
      expect(await at.payments.findPromotion(made.code.toLowerCase())).toEqual(made);
      expect(await at.payments.findPromotion('NOBODY-MADE-THIS')).toBeUndefined();
      expect((await at.payments.setPromotionActive(made.id, false)).active).toBe(false);
      expect(await at.payments.findPromotion(made.code)).toBeUndefined();
      expect((await at.payments.setPromotionActive(made.id, true)).active).toBe(true);
      expect((await at.payments.listPromotions()).map(({ id }) => id)).toContain(made.id);
    });

    it('are made once by a key', async () => {
      const [once, given] = [key(), at.code()];
      const first = await at.payments.createPromotion(given, once);
      expect((await at.payments.createPromotion(given, once)).id).toBe(first.id);
    });

    it('that apply once lower the first invoice only', async () => {
      const half = await at.promotion();
      const { customer } = await at.buy('pays', catalog.prime, 1, half.id);
      expect(await at.newest(customer)).toMatchObject({ subtotal: 2900, discount: 1450, amountPaid: 1450 });
      await at.rig.moveClock(customer, 32);
      expect(await at.newest(customer)).toMatchObject({ discount: 0, amountPaid: 2900 });
      expect((await at.payments.findPromotion(half.code))?.redeemed).toBe(1);
    });

    it('that repeat end in time, and show until when', async () => {
      const two = await at.promotion({
        percentOff: null,
        amountOff: 400,
        currency: 'usd',
        duration: 'repeating',
        months: 2,
      });
      const { customer, subscription } = await at.buy('pays', catalog.prime, 1, two.id);
      expect(subscription.discount).toMatchObject({ code: two.code, percent_off: null, amount_off: 400 });
      expect(subscription.discount?.ends).not.toBeNull();
      await at.rig.moveClock(customer, 32);
      expect((await at.newest(customer)).amountPaid).toBe(2500);
      await at.rig.moveClock(customer, 32);
      expect((await at.newest(customer)).amountPaid).toBe(2900);
      expect((await at.only(customer)).discount).toBeNull();
    });

    it('for ever lower every invoice', async () => {
      const always = await at.promotion({ percentOff: 10, duration: 'forever' });
      const { customer, subscription } = await at.buy('pays', catalog.prime, 1, always.id);
      expect(subscription.discount).toEqual({ code: always.code, percent_off: 10, amount_off: null, ends: null });
      await at.rig.moveClock(customer, 62);
      expect((await at.payments.read(customer)).invoices.map(({ amountPaid }) => amountPaid)).toEqual([
        2610, 2610, 2610,
      ]);
    });
  });
};
