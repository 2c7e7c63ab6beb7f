import { describe, expect, it } from 'vitest';
import type { Suite } from './suite.ts';
import { catalog, key, metadata } from './suite-rig.ts';

const dayMs = 86_400_000;

export const pagesSuite = (at: Suite): void => {
  describe('pages', () => {
    const urls = { returnUrl: 'https://portal.example/back?done=1', cancelUrl: 'https://portal.example/back' };

    it('for a payment open once by a key, and can be closed', async () => {
      const customer = await at.rig.customer();
      const ask = { customer, priceId: catalog.prime.id, quantity: 1, promotion: null, metadata, ...urls };
      const once = key();
      const page = await at.payments.checkout(ask, once);
      expect(page.url).toMatch(/^https?:\/\//);
      expect(page.expires.getTime()).toBeGreaterThan(Date.now() - 400 * dayMs);
      expect(await at.payments.checkout(ask, once)).toEqual(page);
      expect(await at.payments.checkoutResult(page.id)).toBe('open');
      expect(await at.payments.expireCheckout(page.id)).toBe('expired');
      expect(await at.payments.expireCheckout(page.id)).toBe('expired');
      expect(await at.payments.checkoutResult(page.id)).toBe('expired');
      await expect(at.payments.checkoutResult('cs_test_nobody')).rejects.toMatchObject({ kind: 'notFound' });
    });

    it('for a payment take a code that is given', async () => {
      const customer = await at.rig.customer();
      const half = await at.promotion();
      const ask = { customer, priceId: catalog.prime.id, quantity: 1, promotion: half.id, metadata, ...urls };
      expect((await at.payments.checkout(ask, key())).url).toMatch(/^https?:/);
    });

    it('for the card and the invoices open', async () => {
      const customer = await at.rig.customer('pays');
      const [card, all] = await Promise.all([
        at.payments.portal({ customer, returnUrl: urls.returnUrl, flow: 'card' }),
        at.payments.portal({ customer, returnUrl: urls.returnUrl, flow: 'all' }),
      ]);
      expect(card).toMatch(/^https?:\/\//);
      expect(all).not.toBe(card);
    });
  });
};
