import { queryOptions, useMutation } from '@tanstack/react-query';
import type { StationKey } from '#contract/keys.ts';
import { monitoring } from '#contract/monitoring.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { call } from '#web/lib/call.ts';

const everyMs = 20_000;

/** The last alerts of a station; an alert takes its time, so it is asked for now and then. */
export const alertsQuery = (key: StationKey) =>
  queryOptions({
    queryKey: ['stations', key, 'alerts'],
    queryFn: async ({ signal }) => (await call(monitoring.alerts, { params: { key } }, { signal })).alerts,
    refetchInterval: everyMs,
  });

/** Sends a test to the saved e-mails of a station. */
export const useTestAlert = (key: StationKey) =>
  useMutation({
    mutationFn: () => call(monitoring.test, { params: { key } }),
    onSuccess: ({ emails }) => announceSuccess(`A test is on its way to ${emails.join(', ')}.`),
  });
