import type { ClickHouseClient } from '@clickhouse/client';
import type { StationKey } from '#contract/rules/keys.ts';
import { query } from '#server/platform/clickhouse/bind.ts';
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
  await query<CallCounts>(
    clickhouse,
    `select ${by.columns},
      toFloat64(count()) as calls, toFloat64(countIf(answered_ms > 0)) as answered, toFloat64(sum(listened_ms)) as ms,
      toFloat64(uniq(caller)) as callers
    from (
      select toString(roundDown(toUnixTimestamp(started), {starts:Array(Int64)})) as by_bucket,
        toString(did) as by_did, toString(station) as by_station, toString(country) as by_country, caller,
        toUnixTimestamp64Milli(answered) as answered_ms,
        if(answered_ms > 0, greatest(0, toUnixTimestamp64Milli(ended) - answered_ms), 0) as listened_ms
      from calls final
      where station in {stations:Array(String)} and started >= {start:DateTime64(3)} and started < {end:DateTime64(3)}
    ) ${by.grouping}`,
    { stations, start: period.start, end: period.end, starts: period.starts.map((start) => start / 1000) },
  );
