import type { ClickHouseClient } from '@clickhouse/client';
import { queryRows, emptyIfMissing } from '#server/platform/clickhouse/query.ts';

/** The beginning (ms) of the first day (UTC) with listening at any station; undefined before the first. */
export const firstListeningDay = async (clickhouse: ClickHouseClient): Promise<number | undefined> => {
  const [first] = await queryRows<{ at: number }>(
    clickhouse,
    'select toFloat64(toUnixTimestamp(min(at))) * 1000 as at from listening_buckets where minutes = 1440 having count() > 0',
  ).catch(emptyIfMissing([]));
  return first?.at;
};

const cache = new WeakMap<ClickHouseClient, number>();

/**
 * As `firstListeningDay`, queried once per client: listening recorded later for earlier days is a late arrival
 * (late-arrivals.ts).
 */
export const cachedFirstListeningDay = async (clickhouse: ClickHouseClient): Promise<number | undefined> => {
  const known = cache.get(clickhouse);
  if (known !== undefined) return known;
  const first = await firstListeningDay(clickhouse);
  if (first !== undefined) cache.set(clickhouse, first);
  return first;
};
