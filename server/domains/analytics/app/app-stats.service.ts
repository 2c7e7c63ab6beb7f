import type { ClickHouseClient } from '@clickhouse/client';
import type { AppStats, AppStatsReply } from '#contract/app-stats.ts';
import type { StationKey } from '#contract/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { countryName } from '../countries.service.ts';
import { periodOf } from '../period.service.ts';
import { answered } from '../answered.ts';
import { countApps, type CountedApps } from './app-queries.ts';
import { slotsOf } from '../slots-of.ts';

type Deps = Pick<Kernel, 'log'> & { clickhouse: ClickHouseClient };
type Which = { stations: readonly { key: StationKey; name: string }[]; zone: string };
type Query = { from_date: string; to_date: string; frequency: 'hour' | 'day' };

/**
 * Listening in applications in a period: in all, by slot without gaps, platform, station and country. Refuses with
 * `analytics.period`, `analytics.tooMuch`, and `request.unavailable` while ClickHouse is away.
 */
export const appStatsOf = async (
  deps: Deps,
  { stations, zone }: Which,
  type: 'day' | 'period',
  query: Query,
): Promise<AppStatsReply> => {
  const period = periodOf(type, query, zone);
  const keys = stations.map(({ key }) => key);
  const rows =
    keys.length === 0 ? [] : await answered(deps, () => countApps(deps.clickhouse, { stations: keys, period }));
  const of = (kind: CountedApps['kind']) => longestFirst(rows.filter((row) => row.kind === kind));
  const names = new Map<string, string>(stations.map(({ key, name }) => [key, name]));
  return {
    timezone: period.zone,
    from_date: query.from_date,
    to_date: query.to_date,
    period_stats: { stats: present(of('total')[0]) },
    ...slotsOf(period, of('slot'), present),
    platform_stats: of('platform').map((row) => ({ platform: row.name as 'ios' | 'android', stats: present(row) })),
    station_stats: of('station').map((row) => ({
      key: row.name as StationKey,
      name: names.get(row.name) ?? row.name,
      stats: present(row),
    })),
    country_stats: of('country').map((row) => ({ iso: row.name, name: countryName(row.name), stats: present(row) })),
  };
};

const longestFirst = (rows: CountedApps[]): CountedApps[] =>
  rows.toSorted((one, other) => other.ms - one.ms || other.sessions - one.sessions);

const present = (row: CountedApps | undefined): AppStats => ({
  sessions: row?.sessions ?? 0,
  minutes: (row?.ms ?? 0) / 60_000,
  uniques: { total: row?.total ?? 0, ios: row?.ios ?? 0, android: row?.android ?? 0 },
});
