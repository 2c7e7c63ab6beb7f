import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { StationKey } from '#contract/keys.ts';
import {
  telephonyAdmin,
  type ChangedNumber,
  type NewNumber,
  type PortalNumber,
  type TelephonySettings,
  type TrunkFields,
} from '#contract/telephony-admin.ts';
import type { LineStatus } from '#contract/telephony.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { lineQuery } from './queries.ts';
import type { ChosenNumber } from './station-numbers.ts';

type Page = { page: number; size: number };

export const numbersQuery = (query: Page & { state: PortalNumber['state'] | undefined; search: string }) =>
  queryOptions({
    queryKey: ['telephony', 'portal', 'numbers', query],
    queryFn: ({ signal }) => call(telephonyAdmin.numbers, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const phoneRequestsQuery = (query: Page & { status: LineStatus | undefined }) =>
  queryOptions({
    queryKey: ['telephony', 'portal', 'requests', query],
    queryFn: ({ signal }) => call(telephonyAdmin.requests, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const trunksQuery = queryOptions({
  queryKey: ['telephony', 'portal', 'trunks'],
  queryFn: ({ signal }) => call(telephonyAdmin.trunks, {}, { signal }),
});

export const telephonySettingsQuery = queryOptions({
  queryKey: ['telephony', 'portal', 'settings'],
  queryFn: ({ signal }) => call(telephonyAdmin.settings, {}, { signal }),
});

const healthRefetchMs = 5000;

/** Whether calls are answered; refreshed while it is shown, so that a test call appears. */
export const telephonyHealthQuery = queryOptions({
  queryKey: ['telephony', 'portal', 'health'],
  queryFn: ({ signal }) => call(telephonyAdmin.health, {}, { signal }),
  refetchInterval: healthRefetchMs,
});

/** Adds a number, or changes what is known of one. */
export const useSaveNumber = (did: string | undefined) => {
  const refresh = useRefresh();
  return useAction({
    failure: 'default',
    mutationFn: (body: z.input<typeof NewNumber>) => {
      if (did === undefined) return call(telephonyAdmin.addNumber, { body });
      const { did: _did, ...changes } = body;
      return call(telephonyAdmin.changeNumber, { params: { did }, body: changes as z.input<typeof ChangedNumber> });
    },
    meta: { form: true },
    onSuccess: refresh,
  });
};

export const useRemoveNumber = () => {
  const refresh = useRefresh();
  return useAction({
    failure: 'default',
    mutationFn: (did: string) => call(telephonyAdmin.removeNumber, { params: { did } }),
    onSuccess: refresh,
  });
};

export const useImportNumbers = () => {
  const refresh = useRefresh();
  return useAction({
    failure: 'default',
    mutationFn: (csv: string) => call(telephonyAdmin.importNumbers, { body: { csv } }),
    onSuccess: refresh,
  });
};

/** Changes the numbers of a station, from those that it has by now. */
export const useChangeNumbers = () => {
  const queries = useQueryClient();
  const refresh = useRefresh();
  return useAction({
    failure: 'default',
    mutationFn: async ({ key, change }: { key: StationKey; change: (has: ChosenNumber[]) => ChosenNumber[] }) => {
      const { numbers } = await queries.fetchQuery({ ...lineQuery(key), staleTime: 0 });
      const next = change(numbers.map(({ did, main }) => ({ did, main })));
      return await call(telephonyAdmin.setNumbers, { params: { key }, body: { numbers: next } });
    },
    onSuccess: refresh,
  });
};

export const useDecidePhoneRequest = () => {
  const refresh = useRefresh();
  return useAction({
    failure: 'default',
    mutationFn: ({ key, decision }: { key: StationKey; decision: { did?: string } | { reason: string } }) =>
      call(telephonyAdmin.decide, {
        params: { key },
        body: 'reason' in decision ? { action: 'refuse', ...decision } : { action: 'approve', ...decision },
      }),
    onSuccess: refresh,
  });
};

export const useSaveTrunk = (trunkId: string | undefined) => {
  const refresh = useRefresh();
  return useAction({
    failure: 'default',
    mutationFn: (body: TrunkFields) =>
      trunkId === undefined
        ? call(telephonyAdmin.addTrunk, { body })
        : call(telephonyAdmin.changeTrunk, { params: { trunkId }, body }),
    meta: { form: true },
    onSuccess: refresh,
  });
};

export const useRemoveTrunk = () => {
  const refresh = useRefresh();
  return useAction({
    failure: 'default',
    mutationFn: (trunkId: string) => call(telephonyAdmin.removeTrunk, { params: { trunkId } }),
    onSuccess: refresh,
  });
};

export const useSetTelephonySettings = () => {
  const refresh = useRefresh();
  return useAction({
    failure: 'default',
    mutationFn: (body: TelephonySettings) => call(telephonyAdmin.setSettings, { body }),
    meta: { form: true },
    onSuccess: refresh,
  });
};

/** Numbers, requests and lines depend on each other. */
const useRefresh = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['telephony'] });
};
