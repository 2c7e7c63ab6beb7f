import type { ClickHouseClient } from '@clickhouse/client';
import { ask, unlessMissing } from '#server/platform/clickhouse/query.ts';

/** The beginning (ms) of the first day (UTC) on which anybody listened to a station; undefined where nobody ever did. */
export const firstListening = async (clickhouse: ClickHouseClient): Promise<number | undefined> => {
  const [first] = await ask<{ at: number }>(
    clickhouse,
    'select toFloat64(toUnixTimestamp(min(at))) * 1000 as at from day_sums having count() > 0',
  ).catch(unlessMissing([]));
  return first?.at;
};

const told = new WeakMap<ClickHouseClient, number>();

/** The same as it was told first: what comes of days before it is late, and said to be (late-days.ts). */
export const firstTold = async (clickhouse: ClickHouseClient): Promise<number | undefined> => {
  const known = told.get(clickhouse);
  if (known !== undefined) return known;
  const first = await firstListening(clickhouse);
  if (first !== undefined) told.set(clickhouse, first);
  return first;
};
