import { rawTableSettings } from './table-columns.ts';

/*
 * What stations can give campaigns: their listening of the last four weeks by hour of the week (UTC, 0 is Monday 00:00), place
 * and player. Each night adds a build of each station; the row of `ad_supply_stations` in PostgreSQL says which one counts.
 */

/** Each creates a table; a released statement is never changed. */
export const supplyTables: readonly string[] = [
  `create table if not exists ad_supply (
    station LowCardinality(String), build String, built Date,
    country LowCardinality(String), region LowCardinality(String), city LowCardinality(String),
    device LowCardinality(String), os LowCardinality(String), player LowCardinality(String), output LowCardinality(String),
    hour UInt8, ms Float64, connects Float64
  ) engine = MergeTree partition by built order by (station, build, hour) settings ${rawTableSettings}`,
];
