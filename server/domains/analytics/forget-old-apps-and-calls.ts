import type { ClickHouseClient } from '@clickhouse/client';
import { isMissing } from '#server/platform/clickhouse/query.ts';

/** What tells of single installations and callers; their statistics are read from it, and end where it ends. */
const kept = { app_sessions: 'at', calls: 'started' };
const dayMs = 86_400_000;

/** Removes sessions in applications and calls from before the last so many days (UTC); again does no harm. */
export const forgetOldAppsAndCalls = async (clickhouse: ClickHouseClient, days: number, now: Date): Promise<void> => {
  const before = Math.floor(now.getTime() / dayMs) * dayMs - days * dayMs;
  for (const [table, column] of Object.entries(kept))
    await clickhouse
      .command({
        query: `alter table ${table} delete where ${column} < toDateTime(${before / 1000}, 'UTC')`,
        clickhouse_settings: { mutations_sync: '1', max_execution_time: 0 },
      })
      .catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
};
