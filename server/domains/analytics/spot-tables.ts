import { rawTableSettings, mediumGranularity, type Rollup } from './table-columns.ts';

/*
 * What was heard of campaigns: each spot's progress in `spots`, breaks, and why campaigns were not played. The rollups
 * identify nobody, and stay when a station or its sessions are forgotten, because they are what is paid for.
 */

/** In `spots`: an impression that is taken back, because its break was cut short before three quarters of it were played. */
export const cutQuartile = 5;

/** Each creates a table; a released statement is never changed. */
export const spotTables: readonly string[] = [
  `create table if not exists spots (
    engine LowCardinality(String), station LowCardinality(String), account LowCardinality(String),
    at DateTime64(3, 'UTC'), campaign LowCardinality(String), session String, quartile UInt8,
    country LowCardinality(String), region LowCardinality(String), city LowCardinality(String),
    device LowCardinality(String), player LowCardinality(String), os LowCardinality(String),
    referer String, output LowCardinality(String), spot LowCardinality(String) default '',
    lease LowCardinality(String) default '', break_id String default '', slot UInt8 default 0,
    kind LowCardinality(String) default '', payer LowCardinality(String), price UInt64,
    price_currency LowCardinality(String), payout UInt64, currency LowCardinality(String)
  ) engine = MergeTree partition by toYYYYMM(at) order by (station, at) settings ${rawTableSettings}`,

  `create table if not exists breaks (
    engine LowCardinality(String), station LowCardinality(String), account LowCardinality(String),
    at DateTime64(3, 'UTC'), id String, kind LowCardinality(String), ms UInt32, listeners UInt32, with_spot UInt32
  ) engine = MergeTree partition by toYYYYMM(at) order by (station, at) settings ${rawTableSettings}`,

  `create table if not exists ad_reasons (
    engine LowCardinality(String), station LowCardinality(String), account LowCardinality(String),
    at DateTime64(3, 'UTC'), campaign LowCardinality(String), reason LowCardinality(String), n UInt32
  ) engine = MergeTree partition by toYYYYMM(at) order by (campaign, at) settings ${rawTableSettings}`,

  // Each row is an impression in an episode, all of whose bytes arrived. It names no listener.
  `create table if not exists podcast_spots (
    at DateTime64(3, 'UTC'), account LowCardinality(String), podcast LowCardinality(String), episode String,
    campaign LowCardinality(String), spot LowCardinality(String), lease LowCardinality(String), slot UInt8,
    kind LowCardinality(String), country LowCardinality(String), region LowCardinality(String),
    city LowCardinality(String), app LowCardinality(String), device LowCardinality(String), payout UInt32,
    payer LowCardinality(String), price UInt64, price_currency LowCardinality(String), currency LowCardinality(String)
  ) engine = MergeTree partition by toYYYYMM(at) order by (campaign, at) settings ${rawTableSettings}`,
];

const counts = ['started', 'first_quartile', 'midpoint', 'third_quartile', 'complete', 'cut'] as const;
const sums = counts.map((name) => `${name} SimpleAggregateFunction(sum, UInt64)`).join(', ');
const summed = counts.map((name, quartile) => `sum(toUInt64(one.quartile = ${quartile})) as ${name}`).join(', ');
const from = { table: 'spots', timeColumn: 'at' };

/** Adds the impressions in podcasts to those in streams, heard to the end; `station` is then the key of the podcast. */
export const podcastSpotsView = `create materialized view if not exists campaign_quarters_of_podcast_spots
  to campaign_quarters as select one.campaign as campaign, toDateTime(toStartOfFifteenMinutes(one.at), 'UTC') as at,
    one.podcast as station, one.account as account, one.spot as spot,
    one.country as country, one.region as region, one.city as city,
    ${counts.map((name) => `${name === 'cut' ? 'toUInt64(0)' : 'count()'} as ${name}`).join(', ')}
  from podcast_spots as one
  group by one.campaign, toStartOfFifteenMinutes(one.at), one.podcast, one.account, one.spot,
    one.country, one.region, one.city`;

export const spotRollups: readonly Rollup[] = [
  {
    name: 'campaign_quarters',
    columns: `campaign LowCardinality(String), at DateTime('UTC'), station LowCardinality(String),
      account LowCardinality(String), spot LowCardinality(String), country LowCardinality(String),
      region LowCardinality(String), city LowCardinality(String), ${sums}`,
    order: 'campaign, at, station, account, spot, country, region, city',
    settings: mediumGranularity,
    from,
    outputColumns: `campaign, at, station, account, spot, country, region, city, ${counts.join(', ')}`,
    select: (table) => `select one.campaign as campaign, toDateTime(toStartOfFifteenMinutes(one.at), 'UTC') as at,
      one.station as station, one.account as account, one.spot as spot,
      one.country as country, one.region as region, one.city as city, ${summed}
      from ${table} as one
      group by one.campaign, toStartOfFifteenMinutes(one.at), one.station, one.account, one.spot,
        one.country, one.region, one.city`,
  },
  {
    name: 'lease_sums',
    columns: `lease String, at DateTime('UTC'), ${sums}`,
    order: 'lease, at',
    settings: mediumGranularity,
    from,
    outputColumns: `lease, at, ${counts.join(', ')}`,
    select: (table) => `select one.lease as lease, toDateTime(toStartOfDay(one.at), 'UTC') as at, ${summed}
      from ${table} as one where one.lease <> '' group by one.lease, toStartOfDay(one.at)`,
  },
];
