import { fineGranularity, plainSums, rawTableSettings, sliceSums, type Rollup } from '../table-columns.ts';

/*
 * Embedded players: what was heard with them, added up from slices, and what they report themselves. Neither names a listener.
 * `embed` is the key of a player (`player` of a slice is the program that listened), `site` the host of the website as the player
 * says it, '' if it doesn't.
 */

/** Listening with embedded players, by quarter hour, website, station and country. */
export const playerSums: Rollup = {
  name: 'player_sums',
  columns: `station LowCardinality(String), embed LowCardinality(String), at DateTime('UTC'), site LowCardinality(String),
    country LowCardinality(String), ${plainSums}, addresses AggregateFunction(uniq, UInt64)`,
  order: 'embed, at, site, station, country',
  settings: fineGranularity,
  from: { table: 'slices', timeColumn: 'since' },
  outputColumns: 'station, embed, at, site, country, ms, bytes, connected, disconnected, addresses',
  select: (from) => `select station, embed, toDateTime(toStartOfFifteenMinutes(since), 'UTC') as at, site, country,
    ${sliceSums}, uniqState(address) as addresses
    from ${from} as one where embed <> '' group by station, embed, at, site, country`,
};

/** What players report (contract/rules/player-counts.ts), by quarter hour; `step` is the time to sound in steps of 50 ms, else 0. */
export const playerCountsTable = `create table if not exists player_counts (
    station LowCardinality(String), embed LowCardinality(String), at DateTime('UTC'), site LowCardinality(String),
    event LowCardinality(String), country LowCardinality(String), step UInt16, n UInt64, ms UInt64
  ) engine = SummingMergeTree((n, ms)) partition by toYYYYMM(at)
  order by (embed, at, site, station, event, country, step) settings ${rawTableSettings}`;
