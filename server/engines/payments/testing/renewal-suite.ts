import { describe, expect, it } from 'vitest';
import type { Suite } from './suite.ts';

const dayMs = 86_400_000;

export const renewalSuite = (at: Suite): void => {
  describe('renewal', () => {
    it('charges each period', async () => {
      const { customer, subscription } = await at.buy('pays');
      await at.rig.moveClock(customer, 32);
      const now = await at.only(customer);
      expect(now.status).toBe('active');
      const daysLater = (now.periodEnd!.getTime() - subscription.periodEnd!.getTime()) / dayMs;
      expect(daysLater).toBeGreaterThanOrEqual(28);
      expect(daysLater).toBeLessThanOrEqual(31);
      const { invoices } = await at.payments.read(customer);
      expect(invoices.map(({ status, amountPaid }) => [status, amountPaid])).toEqual([
        ['paid', 2900],
        ['paid', 2900],
      ]);
    });

    it('tries a declined card again after 3, 5 and 7 days, then ends', async () => {
      const { customer } = await at.buy('pays');
      await at.rig.setCard(customer, 'declined');
      await at.rig.moveClock(customer, 32);
      expect((await at.only(customer)).status).toBe('past_due');
      const open = await at.newest(customer);
      expect(open).toMatchObject({ status: 'open', amountPaid: 0, amountDue: 2900 });
      expect(open.attempts).toBeGreaterThanOrEqual(1);
      expect(open.nextAttempt).not.toBeNull();
      await at.rig.moveClock(customer, 8);
      expect((await at.only(customer)).status).toBe('past_due');
      expect((await at.newest(customer)).attempts).toBeGreaterThan(open.attempts);
      await at.rig.moveClock(customer, 10);
      const ended = await at.only(customer);
      expect(ended.status).toBe('canceled');
      expect(ended.canceledAt).not.toBeNull();
      expect((await at.newest(customer)).nextAttempt).toBeNull();
    });

    it('is healed by a new card and a payment', async () => {
      const { customer } = await at.buy('pays');
      await at.rig.setCard(customer, 'insufficient');
      await at.rig.moveClock(customer, 32);
      const { id } = await at.newest(customer);
      await expect(at.payments.pay(id)).rejects.toMatchObject({
        kind: 'declined',
        reason: 'Your card has insufficient funds.',
      });
      await at.rig.setCard(customer, 'pays');
      const paid = await at.payments.pay(id);
      expect(paid).toMatchObject({ invoice: { status: 'paid', amountPaid: 2900 }, next: null });
      expect((await at.only(customer)).status).toBe('active');
      expect(await at.payments.pay(id)).toMatchObject({ invoice: { status: 'paid' }, next: null });
      expect((await at.payments.read(customer)).invoices).toHaveLength(2);
    });

    it('is healed by the next automatic attempt after a new card', async () => {
      const { customer } = await at.buy('pays');
      await at.rig.setCard(customer, 'declined');
      await at.rig.moveClock(customer, 32);
      await at.rig.setCard(customer, 'pays');
      await at.rig.moveClock(customer, 6);
      expect((await at.only(customer)).status).toBe('active');
      expect((await at.newest(customer)).status).toBe('paid');
    });

    it('asks the customer to confirm a payment where the bank wants it', async () => {
      const { customer } = await at.buy('pays');
      await at.rig.setCard(customer, 'confirmAlways');
      await at.rig.moveClock(customer, 32);
      expect((await at.only(customer)).status).toBe('past_due');
      const { invoice, next } = await at.payments.pay((await at.newest(customer)).id);
      expect([invoice.status, next]).toEqual(['open', { type: 'confirm', url: invoice.url }]);
    });
  });
};
