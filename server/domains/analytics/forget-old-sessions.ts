import type { ClickHouseClient } from '@clickhouse/client';
import { dayMs } from '#contract/rules/time.ts';
import { bind } from '#server/platform/clickhouse/bind.ts';
import { deleteRows, untilDeleted } from '#server/platform/clickhouse/dialect.ts';
import { emptyIfMissing } from '#server/platform/clickhouse/query.ts';

/** Rows about single listeners, with the column their age is measured by. Rollups identify nobody and stay. */
const sessions = { slices: 'since', spots: 'at', campaign_sessions: 'at' };
/** Rows about single installations and callers. Their statistics are read from these rows and end with them. */
const appsAndCalls = { app_sessions: 'at', calls: 'started' };

/** Deletes sessions and spots from before the last `days` days (UTC). Rollups stay as they are. Safe to repeat. */
export const forgetOldSessions = async (clickhouse: ClickHouseClient, days: number, now: Date): Promise<void> => {
  for (const [table, column] of Object.entries(sessions))
    await forgetByMonth(clickhouse, table, column, isOlder(column, days, now)).catch(emptyIfMissing(undefined));
};

/** Deletes app sessions and calls from before the last `days` days (UTC). Safe to repeat. */
export const forgetOldAppsAndCalls = async (clickhouse: ClickHouseClient, days: number, now: Date): Promise<void> => {
  for (const [table, column] of Object.entries(appsAndCalls))
    await deleteRows(clickhouse, table, isOlder(column, days, now));
};

const isOlder = (column: string, days: number, now: Date): string =>
  bind(`${column} < {before:DateTime}`, { before: Math.floor(now.getTime() / dayMs) * dayMs - days * dayMs });

/**
 * Drops months that have fully expired as partitions; of the month in which the limit lies, deletes the rows before it.
 */
const forgetByMonth = async (
  clickhouse: ClickHouseClient,
  table: string,
  column: string,
  which: string,
): Promise<void> => {
  const query = `select toYYYYMM(${column}) as month, max(not (${which})) as stays from ${table}
    where toYYYYMM(${column}) in (select distinct toYYYYMM(${column}) from ${table} where ${which}) group by month`;
  const found = await clickhouse.query({ query, format: 'JSONEachRow' });
  for (const { month, stays } of await found.json<{ month: number; stays: number }>())
    await clickhouse.command({
      query: stays
        ? `alter table ${table} delete in partition ${month} where ${which}`
        : `alter table ${table} drop partition ${month}`,
      clickhouse_settings: { ...untilDeleted, max_execution_time: 0 },
    });
};
