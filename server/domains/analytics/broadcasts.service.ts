import type { ClickHouseClient } from '@clickhouse/client';
import type { StationKey } from '#contract/rules/keys.ts';
import { queryRows, stationIn } from '#server/platform/clickhouse/query.ts';

/** Whether an encoder was ever connected to one of these stations. */
export const wasEverLive = async (clickhouse: ClickHouseClient, stations: readonly StationKey[]): Promise<boolean> => {
  const rows = await queryRows(
    clickhouse,
    `select 1 as heard from sources where ${stationIn(stations)} and source = 'live'
     and event in ('connected', 'taken') limit 1`,
  );
  return rows.length > 0;
};
