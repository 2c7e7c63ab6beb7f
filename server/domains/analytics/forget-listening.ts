import type { ClickHouseClient } from '@clickhouse/client';
import type { StationKey } from '#contract/rules/keys.ts';
import { untilDeleted } from '#server/platform/clickhouse/dialect.ts';
import { literal, stationIn } from '#server/platform/clickhouse/query.ts';
import { stationRollups } from './rollup-tables.ts';

const tables = [
  ...[
    'slices',
    'spots',
    'breaks',
    'ad_reasons',
    'plays',
    'sources',
    'app_sessions',
    'calls',
    'song_quarters',
    'ad_supply',
    'player_counts',
    'campaign_sessions',
  ],
  ...stationRollups.map(({ name }) => name),
];
const stationsAtOnce = 1000;

/**
 * Deletes everything recorded for these stations and returns once it is gone from the disks of all replicas. Safe to repeat, and a no-op
 * where nothing was ever recorded.
 */
export const forgetListening = async (clickhouse: ClickHouseClient, stations: readonly StationKey[]): Promise<void> => {
  for (let i = 0; i < stations.length; i += stationsAtOnce)
    await forgetSome(clickhouse, stations.slice(i, i + stationsAtOnce));
};

/** Cached rows of the account's station set need no deletion here: without these stations it is another set. */
const forgetSome = async (clickhouse: ClickHouseClient, stations: readonly StationKey[]): Promise<void> => {
  for (const table of tables) await removeRows(clickhouse, table, stationIn(stations));
  await removeRows(clickhouse, 'report_cache', `subject in (${stations.map(literal).join(',')})`);
};

/** Deletes rows of a table and returns once they are gone from all disks; a missing table has none. */
export const removeRows = async (clickhouse: ClickHouseClient, table: string, which: string): Promise<void> => {
  try {
    await clickhouse.command({
      query: `alter table ${table} delete where ${which}`,
      clickhouse_settings: { ...untilDeleted, max_query_size: '16000000' },
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code) === unknownTable)) throw error;
  }
};

const unknownTable = '60';
