import { useQueryClient } from '@tanstack/react-query';
import { monitoring } from '#contract/api/monitoring.ts';
import { portal } from '#contract/api/portal.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

export const notificationsQuery = endpointQuery(portal.notifications, {}, { staleTime: 60_000, throwOnError: false });

/** The alerts of the user's stations, the open ones first; `inbox` of the event stream says when they change. */
export const myAlertsQuery = endpointQuery(monitoring.mine, {}, { staleTime: 30_000, throwOnError: false });

/** The alerts of the user's stations of a year, open ones too. */
export const pastAlertsQuery = endpointQuery(monitoring.mine, { query: { past: 'true' } }, { throwOnError: false });

/** All notifications, those that have ended too. */
export const pastNotificationsQuery = endpointQuery(
  portal.notifications,
  { query: { past: 'true' } },
  { throwOnError: false },
);

/** Marks notifications as seen, on the server and in the cache. */
export const useMarkNotificationsSeen = () => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (ids: string[]) => call(portal.seenNotifications, { body: { ids } }),
    onSuccess: (_, ids) =>
      queries.setQueryData(notificationsQuery.queryKey, (list) =>
        list?.map((one) => (ids.includes(one.id) ? { ...one, seen: true } : one)),
      ),
  });
};

/** Marks notifications as not seen, on the server and in the cache. */
export const useMarkNotificationsUnseen = () => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (ids: string[]) => call(portal.unseenNotifications, { body: { ids } }),
    onSuccess: (_, ids) =>
      queries.setQueryData(notificationsQuery.queryKey, (list) =>
        list?.map((one) => (ids.includes(one.id) ? { ...one, seen: false } : one)),
      ),
  });
};
