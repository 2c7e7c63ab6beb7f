import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { billing, type AssignedPlan, type PlanFeaturesReply, type RequestedPlan } from '#contract/billing.ts';
import type { AccountKey } from '#contract/keys.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';

/** What the plan of an account allows, and how much of it is used. */
export const planFeaturesQuery = (id: AccountKey) =>
  queryOptions({
    queryKey: ['billing', 'account', id, 'features'],
    queryFn: ({ signal }) => call(billing.features, { params: { id } }, { signal }),
    staleTime: 15_000,
  });

/** How much cheaper a year is than twelve months, in percent. */
export const discountsQuery = (id: AccountKey) =>
  queryOptions({
    queryKey: ['billing', 'account', id, 'discounts'],
    queryFn: ({ signal }) => call(billing.discounts, { params: { id } }, { signal }),
    staleTime: 5 * 60_000,
  });

export const subscriptionsQuery = (id: AccountKey) =>
  queryOptions({
    queryKey: ['billing', 'account', id, 'subscriptions'],
    queryFn: ({ signal }) => call(billing.ofAccount, { params: { id } }, { signal }),
  });

/** Takes over what the plan allows now; everything that shows the plan is read anew. */
const takeOver = (queries: QueryClient, id: AccountKey, features: PlanFeaturesReply): void => {
  queries.setQueryData(planFeaturesQuery(id).queryKey, features);
  void queries.invalidateQueries({ queryKey: subscriptionsQuery(id).queryKey });
  void queries.invalidateQueries({ queryKey: ['accounts', id] });
  void queries.invalidateQueries({ queryKey: ['accounts', 'list'] });
};

/** Asks the portal for a plan. */
export const useRequestPlan = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'plan.unknown',
    mutationFn: (body: RequestedPlan) => call(billing.request, { params: { id }, body }),
    onSuccess: (features) => takeOver(queries, id, features),
  });
};

/** Takes back what was asked for. */
export const useWithdrawRequest = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: () => call(billing.withdrawRequest, { params: { id } }),
    onSuccess: (features) => takeOver(queries, id, features),
  });
};

/** Gives an account a plan, or ends the one it has (portal administrators). */
export const useAssignPlan = (key: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'plan.unknown',
    mutationFn: (body: z.input<typeof AssignedPlan>) => call(billing.assign, { params: { key }, body }),
    onSuccess: (features) => takeOver(queries, key, features),
  });
};

/** Cancels a subscription of an account. */
export const useCancelSubscription = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (subId: string) => call(billing.cancelOfAccount, { params: { id, subId } }),
    onSuccess: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ['billing', 'account', id] }),
        queries.invalidateQueries({ queryKey: ['accounts', id] }),
      ]),
  });
};
