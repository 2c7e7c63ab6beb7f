import { describe, expect, it } from 'vitest';
import { PaymentError } from '../port.ts';
import type { Suite } from './suite.ts';

export const endingSuite = (at: Suite): void => {
  describe('ending', () => {
    it('at the end of the period can be taken back', async () => {
      const { customer, subscription } = await at.buy('pays');
      const ending = await at.payments.cancel(subscription.id, 'period_end');
      expect(ending).toMatchObject({ cancelAtPeriodEnd: true, status: 'active' });
      const resumed = await at.payments.resume(subscription.id);
      expect(resumed).toMatchObject({ cancelAtPeriodEnd: false, canceledAt: null });
      await at.payments.cancel(subscription.id, 'period_end');
      await at.rig.moveClock(customer, 32);
      expect((await at.only(customer)).status).toBe('canceled');
      expect((await at.payments.read(customer)).invoices).toHaveLength(1);
      await expect(at.payments.resume(subscription.id)).rejects.toBeInstanceOf(PaymentError);
    });

    it('happens at once, and once', async () => {
      const { customer, subscription } = await at.buy('pays');
      const ended = await at.payments.cancel(subscription.id, 'now');
      expect(ended.status).toBe('canceled');
      expect((await at.payments.cancel(subscription.id, 'now')).status).toBe('canceled');
      expect((await at.payments.cancel(subscription.id, 'period_end')).status).toBe('canceled');
      const all = await at.payments.read(customer);
      expect([all.credit, all.invoices.length]).toEqual([0, 1]);
      await expect(at.payments.cancel('sub_nobody', 'now')).rejects.toMatchObject({ kind: 'notFound' });
    });
  });
};
