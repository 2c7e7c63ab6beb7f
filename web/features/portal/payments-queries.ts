import { keepPreviousData } from '@tanstack/react-query';
import { billingAdmin, type NewPromoCode } from '#contract/api/billing-admin.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

type Page = { limit: number; offset: number };

export const promoCodesQuery = (page: Page) =>
  endpointQuery(billingAdmin.promoCodes, { query: page }, { placeholderData: keepPreviousData });

/** Creates a promo code. */
export const useCreatePromoCode = () =>
  useAction({
    failure: 'default',
    mutationFn: ({ body, key }: { body: NewPromoCode; key: string }) =>
      call(billingAdmin.createPromoCode, { body }, { idempotencyKey: key }),
    meta: { form: true },
  });

/** Switches a promo code on or off, or shows it beside the plans. */
export const useChangePromoCode = () =>
  useAction({
    failure: 'default',
    mutationFn: ({ id, ...body }: { id: string; active?: boolean; public?: boolean }) =>
      call(billingAdmin.changePromoCode, { params: { id }, body }),
  });

export type EventState = 'new' | 'done' | 'ignored' | 'failed';

export const billingEventsQuery = (request: Page & { state: EventState | undefined }) =>
  endpointQuery(
    billingAdmin.events,
    { query: request },
    { placeholderData: keepPreviousData, refetchInterval: 30_000 },
  );

/** Handles an event of the payment provider again. */
export const useReplayEvent = () =>
  useAction({
    failure: 'default',
    mutationFn: (id: string) => call(billingAdmin.replay, { params: { id } }),
  });

export const billingDriftQuery = (page: Page) =>
  endpointQuery(billingAdmin.drift, { query: page }, { placeholderData: keepPreviousData });
