import type { StationKey } from '#contract/rules/keys.ts';
import { monitoring } from '#contract/api/monitoring.ts';
import { useAction } from '#web/lib/action.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

const refetchMs = 20_000;

/** A station's recent alerts and its unconfirmed recipients; polled. */
export const alertsQuery = (key: StationKey) =>
  endpointQuery(monitoring.alerts, { params: { key } }, { refetchInterval: refetchMs });

/** Sends a test to the saved e-mails of a station. */
export const useTestAlert = (key: StationKey) =>
  useAction({
    failure: 'default',
    mutationFn: () => call(monitoring.test, { params: { key } }),
    onSuccess: ({ emails, waiting }) =>
      toastSuccess(
        [
          ...(emails.length > 0 ? [`Test alert sent to ${emails.join(', ')}.`] : []),
          ...(waiting.length > 0 ? [`Waiting for confirmation: ${waiting.join(', ')}.`] : []),
        ].join(' '),
      ),
  });
