import type { ClickHouseClient } from '@clickhouse/client';
import { emptyIfNeverRecorded } from '#server/platform/clickhouse/query.ts';
import type { Period } from '#server/platform/period.ts';
import { countWithPeak, type CountsBy, type StatsScope } from './stats-queries.ts';

export type ComparablePart = { period: Period; total: CountsBy | undefined; peak: number };

/** The total and the peak of a part of the previous period. Nobody who is connected now belongs to it. */
export const countComparable = async (clickhouse: ClickHouseClient, asked: StatsScope): Promise<ComparablePart> => {
  const { period, stations } = asked;
  if (stations.length === 0) return { period, total: undefined, peak: 0 };
  const [total] = await countWithPeak(clickhouse, { ...asked, open: [] }).catch(emptyIfNeverRecorded(clickhouse, []));
  return { period, total, peak: total?.peak ?? 0 };
};
