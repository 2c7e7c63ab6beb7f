import { useQuery } from '@tanstack/react-query';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Subscription } from '#contract/api/subscription.ts';
import { brand } from '#brand/brand.ts';
import { subscriptionsQuery } from '../queries.ts';
import { paidOf } from './active-subscriptions.ts';

/** The plan that the account pays for; undefined for a free one, and in brands without payments. */
export const usePaidPlan = (accountKey: AccountKey, { enabled = true } = {}): Subscription | undefined => {
  const { data } = useQuery({
    ...subscriptionsQuery(accountKey),
    enabled: enabled && brand.flags.subscriptions,
    throwOnError: false,
  });
  return paidOf(data);
};

/** What assigning a plan does to one that is paid for. */
export const endsPaidText = 'The account pays for its plan: that subscription ends at once, without a refund.';
