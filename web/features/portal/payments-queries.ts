import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { billingAdmin, type NewPromoCode } from '#contract/billing-admin.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';

type Page = { limit: number; offset: number };

export const promoCodesQuery = (page: Page) =>
  queryOptions({
    queryKey: ['portal', 'promo-codes', page],
    queryFn: ({ signal }) => call(billingAdmin.promoCodes, { query: page }, { signal }),
    placeholderData: keepPreviousData,
  });

const useReloadPromoCodes = () => {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['portal', 'promo-codes'] }),
      queries.invalidateQueries({ queryKey: ['billing'] }),
    ]);
};

/** Creates a promo code. */
export const useCreatePromoCode = () =>
  useAction({
    failure: 'default',
    mutationFn: ({ body, key }: { body: NewPromoCode; key: string }) =>
      call(billingAdmin.createPromoCode, { body }, { idempotencyKey: key }),
    meta: { form: true },
    onSuccess: useReloadPromoCodes(),
  });

/** Switches a promo code on or off, or shows it beside the plans. */
export const useChangePromoCode = () =>
  useAction({
    failure: 'default',
    mutationFn: ({ id, ...body }: { id: string; active?: boolean; public?: boolean }) =>
      call(billingAdmin.changePromoCode, { params: { id }, body }),
    onSettled: useReloadPromoCodes(),
  });

export type EventState = 'new' | 'done' | 'ignored' | 'failed';

export const billingEventsQuery = (request: Page & { state: EventState | undefined }) =>
  queryOptions({
    queryKey: ['portal', 'billing-events', request],
    queryFn: ({ signal }) => call(billingAdmin.events, { query: request }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });

/** Handles an event of the payment provider again. */
export const useReplayEvent = () => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (id: string) => call(billingAdmin.replay, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['portal', 'billing-events'] }),
  });
};

export const billingDriftQuery = (page: Page) =>
  queryOptions({
    queryKey: ['portal', 'billing-drift', page],
    queryFn: ({ signal }) => call(billingAdmin.drift, { query: page }, { signal }),
    placeholderData: keepPreviousData,
  });
