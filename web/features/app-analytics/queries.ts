import { queryOptions } from '@tanstack/react-query';
import { appStats } from '#contract/app-stats.ts';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import type { Range } from '#contract/analytics-period.ts';
import { call } from '#web/lib/call.ts';
import { keepPreviousOf } from '#web/lib/keep-previous.ts';

const fresh = { staleTime: 15_000, refetchInterval: 30_000 } as const;

/** Listening in the account's apps, for one station or all. */
export const appStatsQuery = (id: AccountKey, { type, frequency, ...days }: Range, stationKey?: StationKey) =>
  queryOptions({
    queryKey: ['appStats', id, type, days, frequency, stationKey],
    queryFn: ({ signal }) => {
      const by = frequency === 'day' ? ('day' as const) : ('hour' as const);
      const query = { ...days, frequency: by, include: ['previous' as const] };
      const params = { id, type };
      return call(appStats.account, { params, query: stationKey ? { ...query, stationKey } : query }, { signal });
    },
    placeholderData: keepPreviousOf(['appStats', id, type], 2),
    ...fresh,
  });

/** Whether any app of the account has ever sent events. */
export const hasAppAnalyticsQuery = (id: AccountKey) =>
  queryOptions({
    queryKey: ['appStats', id, 'has'],
    queryFn: ({ signal }) => call(appStats.hasAppAnalytics, { params: { id } }, { signal }),
    ...fresh,
  });

/** The time of the last event from each app of the account. */
export const lastEventsQuery = (id: AccountKey) =>
  queryOptions({
    queryKey: ['appStats', id, 'lastEvents'],
    queryFn: ({ signal }) => call(appStats.lastEvents, { params: { id } }, { signal }),
    ...fresh,
  });
