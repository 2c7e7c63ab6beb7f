import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import type { Keys } from './world.ts';

/** Subscriptions and invoices of an account or station, by the call that names them. */
export const billingChildren = (database: () => Db) => {
  const subscription =
    (of: 'account' | 'station'): ((keys: Keys) => Promise<string>) =>
    async (keys) => {
      const values = {
        account_key: keys.account as AccountKey,
        station_key: of === 'station' ? (keys.station as StationKey) : null,
        plan: 'prime',
        status: 'canceled',
      } as const;
      const db = database();
      const { id } = await db.insertInto('subscriptions').values(values).returning('id').executeTakeFirstOrThrow();
      // Cancelled ones: each place has at most one active subscription.
      await db.updateTable('subscriptions').set({ status: 'canceled' }).where('status', '!=', 'canceled').execute();
      await db.updateTable('subscriptions').set({ status: 'active' }).where('id', '=', id).execute();
      return id;
    };

  const invoice = async ({ account }: Keys): Promise<string> => {
    const id = `in_${randomLetters(12)}`;
    const amounts = { subtotal: 900, tax: 0, total: 900, amount_due: 900, amount_paid: 900 };
    const day = new Date('2026-11-01T00:00:00Z');
    const dates = { period_start: day, period_end: day, created: day, paid_at: day };
    const texts = { number: null, currency: 'usd', subscription: null, url: null, lines: '[]', billed_to: '{}' };
    const values = { id, account_key: account as AccountKey, status: 'paid', ...amounts, ...dates, ...texts } as const;
    await database().insertInto('invoices').values(values).execute();
    return id;
  };
  return { subscription, invoice };
};
