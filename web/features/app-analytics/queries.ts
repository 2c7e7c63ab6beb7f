import { appStats } from '#contract/api/app-stats.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Range } from '#contract/rules/analytics-period.ts';
import { endpointQuery, keepPreviousOf } from '#web/lib/endpoint-query.ts';

const fresh = { staleTime: 15_000, refetchInterval: 30_000 } as const;

/** Listening in the account's apps, for one station or all. */
export const appStatsQuery = (id: AccountKey, { type, frequency, ...days }: Range, stationKey?: StationKey) =>
  endpointQuery(
    appStats.account,
    {
      params: { id, type },
      query: {
        ...days,
        frequency: frequency === 'day' ? 'day' : 'hour',
        include: ['previous'],
        ...(stationKey && { stationKey }),
      },
    },
    { ...keepPreviousOf(id), ...fresh },
  );

/** Whether any app of the account has ever sent events. */
export const hasAppAnalyticsQuery = (id: AccountKey) =>
  endpointQuery(appStats.hasAppAnalytics, { params: { id } }, { ...fresh });

/** The time of the last event from each app of the account. */
export const lastEventsQuery = (id: AccountKey) => endpointQuery(appStats.lastEvents, { params: { id } }, { ...fresh });
