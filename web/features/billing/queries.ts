import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import {
  billing,
  type AssignedPlan,
  type Bought,
  type NewSubscription,
  type PlanFeaturesReply,
  type RequestedPlan,
} from '#contract/api/billing.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { payments } from '#contract/api/payments.ts';
import { useAction } from '#web/lib/action.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** The limits and features of an account's plan, and its usage. */
export const planFeaturesQuery = (id: AccountKey) =>
  endpointQuery(billing.features, { params: { id } }, { staleTime: 15_000 });

/** The discounts of yearly billing over twelve months, and of public promo codes, in percent. */
export const discountsQuery = (id: AccountKey) =>
  endpointQuery(billing.discounts, { params: { id } }, { staleTime: 5 * 60_000 });

export const subscriptionsQuery = (id: AccountKey) => endpointQuery(billing.ofAccount, { params: { id } });

export const stationSubscriptionsQuery = (id: StationKey) => endpointQuery(billing.ofStation, { params: { id } });

/** The card, VAT number, next charge and unpaid invoice of an account. */
export const overviewQuery = (id: AccountKey) => endpointQuery(payments.overview, { params: { id } });

export type ChosenPrice = { priceId: string; quantity: number; code: string | undefined };

/** What a purchase or change costs, or why it is refused (spec §5). */
export const chargeQuery = (id: AccountKey, { priceId, quantity, code }: ChosenPrice) =>
  endpointQuery(
    billing.canUpdate,
    { params: { id }, query: { updatePriceId: priceId, updateQuantity: quantity, promoCode: code } },
    {
      staleTime: 5_000,
      gcTime: 10_000,
      refetchOnWindowFocus: false,
    },
  );

/** Caches the new plan features and reloads everything that shows the plan. */
const applyFeatures = (queries: QueryClient, id: AccountKey, features: PlanFeaturesReply): void => {
  queries.setQueryData(planFeaturesQuery(id).queryKey, features);
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

/** A charge to the card on file that the customer must confirm; the text says what is charged. */
export type ChargeToConfirm = { text: string; amount_due: number; currency: string };
export type BuyResult = Bought | { charge: ChargeToConfirm };

/** The purchase, or the charge to confirm: asking for the confirmation is no failure. */
const boughtOrCharge = async (purchase: Promise<Bought>): Promise<BuyResult> => {
  try {
    return await purchase;
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.code !== 'subscription.confirmCharge') throw cause;
    const { amount_due, currency } = cause.details;
    return { charge: { text: cause.message, amount_due: Number(amount_due), currency: String(currency) } };
  }
};

type Purchase = { body: NewSubscription; key: string };

/** Subscribes the account to a plan, or changes its paid subscription `subId`. */
export const useBuyPlan = (id: AccountKey) =>
  useAction({
    failure: 'plan.unknown',
    mutationFn: ({ subId, body, key }: Purchase & { subId: string | undefined }) =>
      boughtOrCharge(
        subId === undefined
          ? call(billing.createOfAccount, { params: { id }, body }, { idempotencyKey: key })
          : call(billing.update, { params: { id, subId }, body }),
      ),
  });

/** Applies a promo code to a subscription, from its next invoice. */
export const useApplyPromoCode = (id: AccountKey) =>
  useAction({
    failure: 'plan.unknown',
    mutationFn: ({ subId, code }: { subId: string; code: string }) =>
      call(billing.promoCode, { params: { id, subId, code } }),
  });

export type Cancellation = { subId: string; at: 'now' | 'period_end'; reason?: string | undefined };

/** Cancels an account's subscription. */
export const useCancelSubscription = (id: AccountKey) =>
  useAction({
    failure: 'subscription.cancelFailed',
    mutationFn: ({ subId, at, reason }: Cancellation) =>
      call(billing.cancelOfAccount, { params: { id, subId }, query: { at, reason: reason || undefined } }),
  });

/** Keeps an account's subscription that would end with its period. */
export const useResumeSubscription = (id: AccountKey) =>
  useAction({
    failure: 'subscription.resumeFailed',
    mutationFn: (subId: string) => call(billing.resume, { params: { id, subId } }),
  });

type StationScope = { accountKey: AccountKey; stationKey: StationKey };

/** Subscribes a station to an add-on. */
export const useBuyAddOn = ({ stationKey: id }: StationScope) =>
  useAction({
    failure: 'plan.unknown',
    mutationFn: ({ body, key }: Purchase) =>
      boughtOrCharge(call(billing.createOfStation, { params: { id }, body }, { idempotencyKey: key })),
  });

/** Cancels a subscription of a station. */
export const useCancelAddOn = ({ stationKey: id }: StationScope) =>
  useAction({
    failure: 'subscription.cancelFailed',
    mutationFn: ({ subId, at, reason }: Cancellation) =>
      call(billing.cancelOfStation, { params: { id, subId }, query: { at, reason: reason || undefined } }),
  });

/** Keeps a station's add-on that would end with its period. */
export const useResumeAddOn = ({ stationKey: id }: StationScope) =>
  useAction({
    failure: 'subscription.resumeFailed',
    mutationFn: (subId: string) => call(billing.resumeOfStation, { params: { id, subId } }),
  });
