import type { ClickHouseClient } from '@clickhouse/client';
import { partsOfSlice, partsOfSpot } from './audience-parts.ts';
import { carried, fine, spotCounts, spotSums, summed, sums } from './table-columns.ts';

/*
 * What is summed up of tables that may hold something already when the sum is introduced: `parts` (a station's whole
 * days, UTC, by what its audience is told apart by) and the portal's own sums, in which stations aren't told apart.
 * Each is filled from what is there, and then kept by a view: where the view is, the sum is whole.
 */

type Summed = {
  name: string;
  columns: string;
  order: string;
  /** What is summed up, and the column by whose day it is filled. */
  from: { table: string; by: string };
  /** The columns that `select` gives, in its order. */
  gives: string;
  select: (from: string) => string;
};

const added = 'ms, bytes, connected, disconnected, addresses';
const addedUp = `sum(one.ms) as ms, sum(one.bytes) as bytes, sum(one.connected) as connected,
  sum(one.disconnected) as disconnected, uniqMergeState(one.addresses) as addresses`;
const spotsAddedUp = 'sum(one.impressions) as impressions, sum(one.thirdQuartile) as thirdQuartile';
const dayOf = (column: string): string => `toDateTime(toStartOfDay(${column}), 'UTC')`;

const summedTables: Summed[] = [
  {
    name: 'parts',
    columns: `station LowCardinality(String), dimension LowCardinality(String), at DateTime('UTC'), value String,
      ${sums}, ${carried}, ${spotSums}`,
    order: 'station, dimension, at, value',
    from: { table: 'slices', by: 'since' },
    gives: `station, dimension, at, value, ${added}, carried`,
    select: (from) => `select station, part.1 as dimension, ${dayOf('since')} as at, part.2 as value, ${summed},
      sum(toUInt64(first = 0 and toStartOfFifteenMinutes(since) = toStartOfDay(since))) as carried
      from ${from} as one array join ${partsOfSlice} as part group by station, dimension, at, value`,
  },
  {
    name: 'portal_parts',
    columns: `dimension LowCardinality(String), at DateTime('UTC'), value String, ${sums}, ${carried}, ${spotSums}`,
    order: 'dimension, at, value',
    from: { table: 'parts', by: 'at' },
    gives: `dimension, at, value, ${added}, carried, impressions, thirdQuartile`,
    select: (from) => `select one.dimension as dimension, one.at as at, one.value as value, ${addedUp},
      sum(one.carried) as carried, ${spotsAddedUp} from ${from} as one group by one.dimension, one.at, one.value`,
  },
  {
    name: 'portal_hours',
    columns: `at DateTime('UTC'), ${sums}, ${carried}, ${spotSums}`,
    order: 'at',
    from: { table: 'quarters', by: 'at' },
    gives: `at, ${added}, carried, impressions, thirdQuartile`,
    select: (from) => `select toStartOfHour(one.at) as at, ${addedUp},
      sumIf(one.carried, toMinute(one.at) = 0) as carried, ${spotsAddedUp}
      from ${from} as one group by toStartOfHour(one.at)`,
  },
  {
    name: 'portal_minutes',
    columns: `at DateTime('UTC'), listeners SimpleAggregateFunction(sum, UInt64), ${sums}, ${spotSums}`,
    order: 'at',
    from: { table: 'minutes', by: 'at' },
    gives: 'at, listeners, ms, connected, disconnected, addresses, impressions, thirdQuartile',
    select: (from) => `select one.at as at, sum(one.listeners) as listeners, sum(one.ms) as ms,
      sum(one.connected) as connected, sum(one.disconnected) as disconnected,
      uniqMergeState(one.addresses) as addresses, ${spotsAddedUp} from ${from} as one group by one.at`,
  },
];

/** Spots into the sums of listening, by time and by part; they bring no listeners of their own. */
const spotTimes = (table: string, start: string): string =>
  `create materialized view if not exists ${table}_of_spots to ${table} as
   select one.station as station, toDateTime(${start}(one.at), 'UTC') as at, ${spotCounts}
   from spots as one group by one.station, ${start}(one.at)`;
const spotViews = [
  spotTimes('minutes', 'toStartOfMinute'),
  spotTimes('quarters', 'toStartOfFifteenMinutes'),
  `create materialized view if not exists parts_of_spots to parts as
   select one.station as station, part.1 as dimension, ${dayOf('one.at')} as at, part.2 as value, ${spotCounts}
   from spots as one array join ${partsOfSpot} as part group by one.station, part.1, ${dayOf('one.at')}, part.2`,
];

/** Makes the sums that are missing, whole; one that was cut off in the middle is begun anew. */
export const createSums = async (clickhouse: ClickHouseClient): Promise<void> => {
  const views = await viewsOf(clickhouse);
  for (const table of summedTables) {
    const view = `${table.name}_of_${table.from.table}`;
    if (views.has(view)) continue;
    await create(clickhouse, table);
    const query = `create materialized view ${view} to ${table.name} as ${table.select(table.from.table)}`;
    await clickhouse.command({ query });
  }
  for (const query of spotViews) await clickhouse.command({ query });
};

const viewsOf = async (clickhouse: ClickHouseClient): Promise<Set<string>> => {
  const query = `select name from system.tables where database = currentDatabase() and engine = 'MaterializedView'`;
  const found = await clickhouse.query({ query, format: 'JSONEachRow' });
  return new Set((await found.json<{ name: string }>()).map(({ name }) => name));
};

/** The table, filled day by day, as no statement is to take long or much. Nothing comes in meanwhile: whoever makes tables holds the lock of the spool. */
const create = async (
  clickhouse: ClickHouseClient,
  { name, columns, order, from, gives, select }: Summed,
): Promise<void> => {
  await clickhouse.command({
    query: `create table if not exists ${name} (${columns}) engine = AggregatingMergeTree partition by toYYYYMM(at)
      order by (${order}) settings ${fine}`,
  });
  await clickhouse.command({ query: `truncate table ${name}` });
  const { table, by } = from;
  const query = `select distinct toString(toDate(${by})) as day from ${table} order by day`;
  const days = await (await clickhouse.query({ query, format: 'JSONEachRow' })).json<{ day: string }>();
  for (const { day } of days)
    await clickhouse.command({
      query: `insert into ${name} (${gives}) ${select(`(select * from ${table} where toDate(${by}) = '${day}')`)}`,
      clickhouse_settings: { insert_deduplicate: 0, max_execution_time: 0 },
    });
};
