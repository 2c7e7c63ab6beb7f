import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { StationKey } from '#contract/rules/keys.ts';
import {
  telephonyAdmin,
  type ChangedNumber,
  type NewNumber,
  type PortalNumber,
  type TelephonySettings,
  type TrunkFields,
} from '#contract/api/telephony-admin.ts';
import type { LineStatus } from '#contract/api/telephony.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { lineQuery } from './queries.ts';
import type { ChosenNumber } from './station-numbers.ts';

type Page = { page: number; size: number };

export const numbersQuery = (query: Page & { state: PortalNumber['state'] | undefined; search: string }) =>
  endpointQuery(telephonyAdmin.numbers, { query }, { placeholderData: keepPreviousData });

export const phoneRequestsQuery = (query: Page & { status: LineStatus | undefined }) =>
  endpointQuery(telephonyAdmin.requests, { query }, { placeholderData: keepPreviousData });

export const trunksQuery = endpointQuery(telephonyAdmin.trunks, {});

export const telephonySettingsQuery = endpointQuery(telephonyAdmin.settings, {});

const healthRefetchMs = 5000;

/** Whether calls are answered; refreshed while it is shown, so that a test call appears. */
export const telephonyHealthQuery = endpointQuery(telephonyAdmin.health, {}, { refetchInterval: healthRefetchMs });

/** Adds a number, or changes what is known of one. */
export const useSaveNumber = (did: string | undefined) => {
  return useAction({
    failure: 'default',
    mutationFn: (body: z.input<typeof NewNumber>) => {
      if (did === undefined) return call(telephonyAdmin.addNumber, { body });
      const { did: _did, ...changes } = body;
      return call(telephonyAdmin.changeNumber, { params: { did }, body: changes as z.input<typeof ChangedNumber> });
    },
    meta: { form: true },
  });
};

export const useRemoveNumber = () => {
  return useAction({
    failure: 'default',
    mutationFn: (did: string) => call(telephonyAdmin.removeNumber, { params: { did } }),
  });
};

export const useImportNumbers = () => {
  return useAction({
    failure: 'default',
    mutationFn: (csv: string) => call(telephonyAdmin.importNumbers, { body: { csv } }),
  });
};

/** Changes the numbers of a station, from those that it has by now. */
export const useChangeNumbers = () => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: async ({ key, change }: { key: StationKey; change: (has: ChosenNumber[]) => ChosenNumber[] }) => {
      const { numbers } = await queries.fetchQuery({ ...lineQuery(key), staleTime: 0 });
      const next = change(numbers.map(({ did, main }) => ({ did, main })));
      return await call(telephonyAdmin.setNumbers, { params: { key }, body: { numbers: next } });
    },
  });
};

export const useDecidePhoneRequest = () => {
  return useAction({
    failure: 'default',
    mutationFn: ({ key, decision }: { key: StationKey; decision: { did?: string } | { reason: string } }) =>
      call(telephonyAdmin.decide, {
        params: { key },
        body: 'reason' in decision ? { action: 'refuse', ...decision } : { action: 'approve', ...decision },
      }),
  });
};

export const useSaveTrunk = (trunkId: string | undefined) => {
  return useAction({
    failure: 'default',
    mutationFn: (body: TrunkFields) =>
      trunkId === undefined
        ? call(telephonyAdmin.addTrunk, { body })
        : call(telephonyAdmin.changeTrunk, { params: { trunkId }, body }),
    meta: { form: true },
  });
};

export const useRemoveTrunk = () => {
  return useAction({
    failure: 'default',
    mutationFn: (trunkId: string) => call(telephonyAdmin.removeTrunk, { params: { trunkId } }),
  });
};

export const useSetTelephonySettings = () => {
  return useAction({
    failure: 'default',
    mutationFn: (body: TelephonySettings) => call(telephonyAdmin.setSettings, { body }),
    meta: { form: true },
  });
};
