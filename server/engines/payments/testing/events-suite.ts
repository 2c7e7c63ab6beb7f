import { describe, expect, it } from 'vitest';
import type { Suite } from './suite.ts';

const dayMs = 86_400_000;

export const eventsSuite = (at: Suite): void => {
  describe('events', () => {
    it('name the customer to read anew, oldest first', async () => {
      const since = new Date(Date.now() - 3600_000 - 400 * dayMs);
      const { customer } = await at.buy('pays');
      await expect
        .poll(async () => {
          const types = [];
          for await (const event of at.payments.eventsSince(since))
            if (event.customer === customer) types.push(event.type);
          return types;
        })
        .toEqual(expect.arrayContaining(['customer.created', 'customer.subscription.created', 'invoice.paid']));
      const created: Date[] = [];
      for await (const event of at.payments.eventsSince(since)) created.push(event.created);
      expect(created).toEqual(created.toSorted((one, other) => one.getTime() - other.getTime()));
    });
  });
};
