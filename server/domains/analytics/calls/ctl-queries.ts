import type { ClickHouseClient } from '@clickhouse/client';
import type { StationKey } from '#contract/rules/keys.ts';
import { queryRows, bucketOf, stationIn } from '#server/platform/clickhouse/query.ts';
import type { Period } from '#server/platform/period.ts';
import { groupingSets } from '../grouped-by.ts';

export type CallCounts = {
  kind: 'total' | 'bucket' | 'did' | 'station' | 'country';
  /** A bucket's start (seconds since the epoch), a phone number, a station or a country. */
  name: string;
  calls: number;
  answered: number;
  ms: number;
  callers: number;
};

const by = groupingSets(['bucket', 'did', 'station', 'country']);

/**
 * Calls that began in a period: in total, and by bucket, phone number, station and country. Each counts as last
 * recorded.
 */
export const countCalls = async (
  clickhouse: ClickHouseClient,
  { stations, period }: { stations: readonly StationKey[]; period: Period },
): Promise<CallCounts[]> =>
  await queryRows<CallCounts>(
    clickhouse,
    `select ${by.columns},
      toFloat64(count()) as calls, toFloat64(countIf(answered_ms > 0)) as answered, toFloat64(sum(listened_ms)) as ms,
      toFloat64(uniq(caller)) as callers
    from (
      select toString(${bucketOf('toUnixTimestamp(started)', period.starts)}) as by_bucket,
        toString(did) as by_did, toString(station) as by_station, toString(country) as by_country, caller,
        toUnixTimestamp64Milli(answered) as answered_ms,
        if(answered_ms > 0, greatest(0, toUnixTimestamp64Milli(ended) - answered_ms), 0) as listened_ms
      from calls final
      where ${stationIn(stations)} and started >= fromUnixTimestamp64Milli(toInt64(${period.start}))
        and started < fromUnixTimestamp64Milli(toInt64(${period.end}))
    ) ${by.grouping}`,
  );
