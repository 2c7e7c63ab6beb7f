import type { ClickHouseClient } from '@clickhouse/client';
import type { CtlStats, CtlStatsReply } from '#contract/api/ctl-stats.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { statsBreakdown, type DatesQuery, type StationSelection } from '#server/domains/analytics/stats-breakdown.ts';
import { countCalls, type CallCounts } from './ctl-queries.ts';

type Deps = Pick<Kernel, 'log' | 'clock'> & { clickhouse: ClickHouseClient };

/**
 * Calls to stations' phone numbers that began in a period: in total, by bucket without gaps, phone number, country and
 * station. Refuses with `analytics.period`, `analytics.tooMuch`, or `request.unavailable` while ClickHouse is down.
 */
export const ctlStatsOf = async (
  deps: Deps,
  which: StationSelection,
  type: 'day' | 'period',
  query: DatesQuery,
): Promise<CtlStatsReply> => {
  const { reply, of } = await statsBreakdown(
    deps,
    which,
    { ...query, type },
    { count: (at) => countCalls(deps.clickhouse, at), order: mostFirst, present },
  );
  return { ...reply, did_stats: of('did').map(({ name, stats }) => ({ did: name, stats })) };
};

const mostFirst = (one: CallCounts, other: CallCounts): number => other.calls - one.calls || other.ms - one.ms;

const present = (row: CallCounts | undefined): CtlStats => ({
  calls: row?.calls ?? 0,
  answered: row?.answered ?? 0,
  minutes: (row?.ms ?? 0) / 60_000,
  uniques: row?.callers ?? 0,
  average: row && row.answered > 0 ? row.ms / row.answered / 1000 : 0,
});
