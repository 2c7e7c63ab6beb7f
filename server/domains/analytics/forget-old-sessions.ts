import type { ClickHouseClient } from '@clickhouse/client';
import { untilDeleted } from '#server/platform/clickhouse/dialect.ts';
import { isMissingTable } from '#server/platform/clickhouse/query.ts';
import { dayMs } from '#contract/rules/time.ts';

/** Rows about single listeners, with the column their age is measured by. Rollups identify nobody and stay. */
const raw = { slices: 'since', spots: 'at', campaign_sessions: 'at' };

/** Deletes sessions and spots from before the last `days` days (UTC). Rollups stay as they are. Safe to repeat. */
export const forgetOldSessions = async (clickhouse: ClickHouseClient, days: number, now: Date): Promise<void> => {
  const before = Math.floor(now.getTime() / dayMs) * dayMs - days * dayMs;
  for (const [table, column] of Object.entries(raw))
    await forget(clickhouse, table, `${column} < toDateTime(${before / 1000}, 'UTC')`, column).catch(unlessMissing);
};

/**
 * Drops months that have fully expired as partitions; of the month in which the limit lies, deletes the rows before it.
 */
const forget = async (clickhouse: ClickHouseClient, table: string, which: string, column: string): Promise<void> => {
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

const unlessMissing = (error: unknown): void => {
  if (!isMissingTable(error)) throw error;
};
