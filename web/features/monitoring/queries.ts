import { queryOptions } from '@tanstack/react-query';
import type { StationKey } from '#contract/keys.ts';
import { monitoring } from '#contract/monitoring.ts';
import { useAction } from '#web/lib/action.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { call } from '#web/lib/call.ts';

const everyMs = 20_000;

/** The last alerts of a station, and its addresses that have not confirmed; an alert takes its time, so it is asked for now and then. */
export const alertsQuery = (key: StationKey) =>
  queryOptions({
    queryKey: ['stations', key, 'alerts'],
    queryFn: ({ signal }) => call(monitoring.alerts, { params: { key } }, { signal }),
    refetchInterval: everyMs,
  });

/** Sends a test to the saved e-mails of a station. */
export const useTestAlert = (key: StationKey) =>
  useAction({
    failure: 'default',
    mutationFn: () => call(monitoring.test, { params: { key } }),
    onSuccess: ({ emails, waiting }) =>
      announceSuccess(
        [
          ...(emails.length > 0 ? [`A test is on its way to ${emails.join(', ')}.`] : []),
          ...(waiting.length > 0 ? [`Waiting for confirmation: ${waiting.join(', ')}.`] : []),
        ].join(' '),
      ),
  });
