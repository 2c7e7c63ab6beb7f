import type { ClickHouseClient } from '@clickhouse/client';
import type { CtlStats, CtlStatsReply } from '#contract/ctl-stats.ts';
import type { StationKey } from '#contract/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { answered } from '../answered.ts';
import { countryName } from '../countries.service.ts';
import { periodOf } from '../period.service.ts';
import { slotsOf } from '../slots-of.ts';
import { countCalls, type CountedCalls } from './ctl-queries.ts';

type Deps = Pick<Kernel, 'log'> & { clickhouse: ClickHouseClient };
type Which = { stations: readonly { key: StationKey; name: string }[]; zone: string };
type Query = { from_date: string; to_date: string; frequency: 'hour' | 'day' };

/**
 * Calls to stations' numbers that began in a period: in all, by slot without gaps, number, country and station. Refuses
 * with `analytics.period`, `analytics.tooMuch`, and `request.unavailable` while ClickHouse is away.
 */
export const ctlStatsOf = async (
  deps: Deps,
  { stations, zone }: Which,
  type: 'day' | 'period',
  query: Query,
): Promise<CtlStatsReply> => {
  const period = periodOf(type, query, zone);
  const keys = stations.map(({ key }) => key);
  const rows =
    keys.length === 0 ? [] : await answered(deps, () => countCalls(deps.clickhouse, { stations: keys, period }));
  const of = (kind: CountedCalls['kind']) => mostFirst(rows.filter((row) => row.kind === kind));
  const names = new Map<string, string>(stations.map(({ key, name }) => [key, name]));
  return {
    timezone: period.zone,
    from_date: query.from_date,
    to_date: query.to_date,
    period_stats: { stats: present(of('total')[0]) },
    ...slotsOf(period, of('slot'), present),
    did_stats: of('did').map((row) => ({ did: row.name, stats: present(row) })),
    country_stats: of('country').map((row) => ({ iso: row.name, name: countryName(row.name), stats: present(row) })),
    station_stats: of('station').map((row) => ({
      key: row.name as StationKey,
      name: names.get(row.name) ?? row.name,
      stats: present(row),
    })),
  };
};

const mostFirst = (rows: CountedCalls[]): CountedCalls[] =>
  rows.toSorted((one, other) => other.calls - one.calls || other.ms - one.ms);

const present = (row: CountedCalls | undefined): CtlStats => ({
  calls: row?.calls ?? 0,
  answered: row?.answered ?? 0,
  minutes: (row?.ms ?? 0) / 60_000,
  uniques: row?.callers ?? 0,
  average: row && row.answered > 0 ? row.ms / row.answered / 1000 : 0,
});
