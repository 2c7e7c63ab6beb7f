import type { ClickHouseClient } from '@clickhouse/client';
import { untilDeleted } from '#server/platform/clickhouse/dialect.ts';
import { isMissingTable } from '#server/platform/clickhouse/query.ts';
import { dayMs } from '#contract/rules/time.ts';

/** Rows about single installations and callers. Their statistics are read from these rows and end with them. */
const tables = { app_sessions: 'at', calls: 'started' };

/** Deletes app sessions and calls from before the last `days` days (UTC). Safe to repeat. */
export const forgetOldAppsAndCalls = async (clickhouse: ClickHouseClient, days: number, now: Date): Promise<void> => {
  const before = Math.floor(now.getTime() / dayMs) * dayMs - days * dayMs;
  for (const [table, column] of Object.entries(tables))
    await clickhouse
      .command({
        query: `alter table ${table} delete where ${column} < toDateTime(${before / 1000}, 'UTC')`,
        clickhouse_settings: { ...untilDeleted, max_execution_time: 0 },
      })
      .catch((error: unknown) => {
        if (!isMissingTable(error)) throw error;
      });
};
