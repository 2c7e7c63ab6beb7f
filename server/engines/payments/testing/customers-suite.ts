import { describe, expect, it } from 'vitest';
import { PaymentError } from '../port.ts';
import type { Suite } from './suite.ts';
import { key } from './suite-rig.ts';

export const customersSuite = (at: Suite): void => {
  describe('customers', () => {
    const facts = { account: 'a-2', name: 'Radio Ñandú', email: 'a@example.org', country: 'DE', currency: 'usd' };

    it('are created once by a key, and read back', async () => {
      const once = key();
      const id = await at.payments.ensureCustomer(facts, once);
      expect(await at.payments.ensureCustomer(facts, once)).toBe(id);
      expect(await at.payments.read(id)).toEqual({
        id,
        account: 'a-2',
        currency: null,
        card: null,
        taxNumber: null,
        credit: 0,
        subscriptions: [],
        invoices: [],
      });
    });

    it('are changed', async () => {
      const id = await at.payments.ensureCustomer(facts, key());
      await at.payments.updateCustomer(id, { ...facts, name: 'Radio Zwei', country: 'FR' });
      const now = await at.rig.stripe.customers.retrieve(id);
      expect(now).toMatchObject({ name: 'Radio Zwei', email: 'a@example.org', address: { country: 'FR' } });
    });

    it('have one tax number, which may be repeated, replaced and removed', async () => {
      const id = await at.payments.ensureCustomer(facts, key());
      const greek = { country: 'GR', number: '123456789', verified: true };
      await at.payments.setTaxNumber(id, greek);
      await at.payments.setTaxNumber(id, greek);
      expect((await at.payments.read(id)).taxNumber).toEqual(greek);
      expect((await at.rig.stripe.customers.listTaxIds(id)).data.map(({ value }) => value)).toEqual(['EL123456789']);
      const swiss = { country: 'CH', number: 'CHE-123.456.788', verified: false };
      await at.payments.setTaxNumber(id, swiss);
      expect((await at.payments.read(id)).taxNumber).toEqual(swiss);
      expect((await at.rig.stripe.customers.listTaxIds(id)).data).toEqual([]);
      await at.payments.setTaxNumber(id, null);
      expect((await at.payments.read(id)).taxNumber).toBeNull();
    });

    it('that do not exist are not found', async () => {
      await expect(at.payments.read('cus_nobody')).rejects.toMatchObject({ kind: 'notFound' });
      await expect(at.payments.updateCustomer('cus_nobody', facts)).rejects.toBeInstanceOf(PaymentError);
    });
  });
};
