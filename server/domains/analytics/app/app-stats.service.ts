import type { ClickHouseClient } from '@clickhouse/client';
import type { AppStats, AppStatsReply } from '#contract/api/app-stats.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { statsBreakdown, type DatesQuery, type StationSelection } from '#server/domains/analytics/stats-breakdown.ts';
import { countApps, type AppCounts } from './app-queries.ts';

type Deps = Pick<Kernel, 'log' | 'clock'> & { clickhouse: ClickHouseClient };

/**
 * App listening in a period: in total, by bucket without gaps, platform, station and country. Refuses with
 * `analytics.period`, `analytics.tooMuch`, or `request.unavailable` while ClickHouse is down.
 */
export const appStatsOf = async (
  deps: Deps,
  which: StationSelection,
  type: 'day' | 'period',
  query: DatesQuery,
): Promise<AppStatsReply> => {
  const { reply, of } = await statsBreakdown(
    deps,
    which,
    { ...query, type },
    { count: (at) => countApps(deps.clickhouse, at), order: longestFirst, present },
  );
  return {
    ...reply,
    platform_stats: of('platform').map(({ name, stats }) => ({ platform: name as 'ios' | 'android', stats })),
  };
};

const longestFirst = (one: AppCounts, other: AppCounts): number => other.ms - one.ms || other.sessions - one.sessions;

const present = (row: AppCounts | undefined): AppStats => ({
  sessions: row?.sessions ?? 0,
  minutes: (row?.ms ?? 0) / 60_000,
  uniques: { total: row?.total ?? 0, ios: row?.ios ?? 0, android: row?.android ?? 0 },
});
