import { billingAdmin } from '#contract/api/billing-admin.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';

/** Reads an account's subscriptions and invoices from the payment provider again (portal administrators). */
export const useSyncBilling = (key: AccountKey) =>
  useAction({
    failure: 'default',
    mutationFn: () => call(billingAdmin.sync, { params: { key } }),
  });

/** Moves the account's clock in the sandbox forward by some days. */
export const useMoveClock = (account: AccountKey) =>
  useAction({
    failure: 'default',
    mutationFn: (days: number) => call(billingAdmin.sandboxClock, { body: { account, days } }),
  });

/** Replaces the account's card in the sandbox by a test card. */
export const useSetTestCard = (account: AccountKey) =>
  useAction({
    failure: 'default',
    mutationFn: (number: string) => call(billingAdmin.sandboxCard, { body: { account, number } }),
  });
