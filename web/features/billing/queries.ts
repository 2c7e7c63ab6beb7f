import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { billing, type AssignedPlan, type PlanFeaturesReply, type RequestedPlan } from '#contract/billing.ts';
import type { AccountKey } from '#contract/keys.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';

/** The limits and features of an account's plan, and its usage. */
export const planFeaturesQuery = (id: AccountKey) =>
  queryOptions({
    queryKey: ['billing', 'account', id, 'features'],
    queryFn: ({ signal }) => call(billing.features, { params: { id } }, { signal }),
    staleTime: 15_000,
  });

/** The discounts of yearly billing over twelve months, in percent. */
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

/** Caches the new plan features and reloads everything that shows the plan. */
const applyFeatures = (queries: QueryClient, id: AccountKey, features: PlanFeaturesReply): void => {
  queries.setQueryData(planFeaturesQuery(id).queryKey, features);
  void queries.invalidateQueries({ queryKey: subscriptionsQuery(id).queryKey });
  void queries.invalidateQueries({ queryKey: ['accounts', id] });
  void queries.invalidateQueries({ queryKey: ['accounts', 'list'] });
};

/** Requests a plan from the portal. */
export const useRequestPlan = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'plan.unknown',
    mutationFn: (body: RequestedPlan) => call(billing.request, { params: { id }, body }),
    onSuccess: (features) => applyFeatures(queries, id, features),
  });
};

/** Cancels the plan request. */
export const useWithdrawRequest = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: () => call(billing.withdrawRequest, { params: { id } }),
    onSuccess: (features) => applyFeatures(queries, id, features),
  });
};

/** Assigns a plan to an account, or ends its plan (portal administrators). */
export const useAssignPlan = (key: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'plan.unknown',
    mutationFn: (body: z.input<typeof AssignedPlan>) => call(billing.assign, { params: { key }, body }),
    onSuccess: (features) => applyFeatures(queries, key, features),
  });
};

/** Cancels an account's subscription. */
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
