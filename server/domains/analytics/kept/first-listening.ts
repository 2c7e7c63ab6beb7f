import type { ClickHouseClient } from '@clickhouse/client';
import { ask, unlessMissing } from '#server/platform/clickhouse/query.ts';

/** The beginning (ms) of the first day (UTC) with listening at any station; undefined before the first. */
export const firstListening = async (clickhouse: ClickHouseClient): Promise<number | undefined> => {
  const [first] = await ask<{ at: number }>(
    clickhouse,
    'select toFloat64(toUnixTimestamp(min(at))) * 1000 as at from day_sums having count() > 0',
  ).catch(unlessMissing([]));
  return first?.at;
};

const cache = new WeakMap<ClickHouseClient, number>();

/**
 * As `firstListeningDay`, queried once per client: listening recorded later for earlier days is a late arrival
 * (late-arrivals.ts).
 */
export const firstTold = async (clickhouse: ClickHouseClient): Promise<number | undefined> => {
  const known = cache.get(clickhouse);
  if (known !== undefined) return known;
  const first = await firstListening(clickhouse);
  if (first !== undefined) cache.set(clickhouse, first);
  return first;
};
