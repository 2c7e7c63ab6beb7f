import type { ClickHouseClient } from '@clickhouse/client';
import type { StationKey } from '#contract/rules/keys.ts';
import { query } from '#server/platform/clickhouse/bind.ts';

/** Whether an encoder was ever connected to one of these stations. */
export const wasEverLive = async (clickhouse: ClickHouseClient, stations: readonly StationKey[]): Promise<boolean> => {
  const rows = await query(
    clickhouse,
    `select 1 as heard
    from sources
    where station in {stations:Array(String)} and source = 'live' and event in ('connected', 'taken')
    limit 1`,
    { stations },
  );
  return rows.length > 0;
};
