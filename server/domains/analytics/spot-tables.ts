import { rawTableSettings, mediumGranularity, type Rollup } from './table-columns.ts';

/*
 * What was heard of campaigns: each spot's progress in `spots`, breaks, and why campaigns were not played. The rollups
 * identify nobody, and stay when a station or its sessions are forgotten, because they are what is paid for.
 */

/** In `spots`: an impression that is taken back, because its break was cut short before three quarters of it were played. */
export const cutQuartile = 5;
/** The rows of `spots` that make impressions. */
export const earningQuartiles = `quartile in (0, ${String(cutQuartile)})`;
/** What each adds to them: one for a spot that began, less one that was cut short. */
export const impressionsOfSpot = `toInt64(quartile = 0) - toInt64(quartile = ${String(cutQuartile)})`;

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
/** The counts of spots, and the sums of such counts. */
const countsOfSpots = counts.map((name, quartile) => `sum(toUInt64(one.quartile = ${quartile})) as ${name}`).join(', ');
const countSums = counts.map((name) => `sum(one.${name}) as ${name}`).join(', ');
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

/**
 * By quarter hour, station, audio and place, in streams and podcasts: millions of rows for a campaign of months, so reports of whole
 * days read the rollups below.
 */
const campaignQuarters: Rollup = {
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
    one.country as country, one.region as region, one.city as city, ${countsOfSpots}
    from ${table} as one
    group by one.campaign, toStartOfFifteenMinutes(one.at), one.station, one.account, one.spot,
      one.country, one.region, one.city`,
};

/** By lease and day (UTC): what engines spent of the impressions that were lent to them. */
const leaseSums: Rollup = {
  name: 'lease_sums',
  columns: `lease String, at DateTime('UTC'), ${sums}`,
  order: 'lease, at',
  settings: mediumGranularity,
  from,
  outputColumns: `lease, at, ${counts.join(', ')}`,
  select: (table) => `select one.lease as lease, toDateTime(toStartOfDay(one.at), 'UTC') as at, ${countsOfSpots}
    from ${table} as one where one.lease <> '' group by one.lease, toStartOfDay(one.at)`,
};

const campaign = 'campaign LowCardinality(String)';
const at = `at DateTime('UTC')`;
const impressionSum = 'impressions SimpleAggregateFunction(sum, Int64)';
const quarter = `toDateTime(toStartOfFifteenMinutes(one.at), 'UTC') as at`;
const impressions = `sum(${impressionsOfSpot.replaceAll('quartile', 'one.quartile')}) as impressions`;

/** By quarter hour and audio, in streams and podcasts. */
const campaignTimes: Rollup = {
  name: 'campaign_times',
  columns: `${campaign}, ${at}, spot LowCardinality(String), ${sums}`,
  order: 'campaign, at, spot',
  settings: mediumGranularity,
  from: { table: 'campaign_quarters', timeColumn: 'at' },
  outputColumns: `campaign, at, spot, ${counts.join(', ')}`,
  select: (table) => `select one.campaign as campaign, one.at as at, one.spot as spot, ${countSums}
    from ${table} as one group by one.campaign, one.at, one.spot`,
};

/**
 * By day (UTC), once for each place (`is_place`) and once for each station or podcast. The quarter hours of a period that are
 * no whole day are read from `campaign_quarters`.
 */
const campaignParts: Rollup = {
  name: 'campaign_parts',
  columns: `${campaign}, is_place UInt8, ${at}, station LowCardinality(String), country LowCardinality(String),
    region LowCardinality(String), city LowCardinality(String), ${impressionSum}`,
  order: 'campaign, is_place, at, station, country, region, city',
  settings: mediumGranularity,
  from: { table: 'campaign_quarters', timeColumn: 'at' },
  outputColumns: 'campaign, is_place, at, station, country, region, city, impressions',
  select: (table) => `select one.campaign as campaign, is_place, toDateTime(toStartOfDay(one.at), 'UTC') as at,
      if(is_place, '', toString(one.station)) as station, if(is_place, toString(one.country), '') as country,
      if(is_place, toString(one.region), '') as region, if(is_place, toString(one.city), '') as city,
      sum(toInt64(one.started) - toInt64(one.cut)) as impressions
    from ${table} as one array join [toUInt8(0), toUInt8(1)] as is_place
    group by one.campaign, is_place, toStartOfDay(one.at), station, country, region, city`,
};

/** By quarter hour and kind of device, in streams. */
const campaignDevices: Rollup = {
  name: 'campaign_devices',
  columns: `${campaign}, ${at}, device LowCardinality(String), ${impressionSum}`,
  order: 'campaign, at, device',
  settings: mediumGranularity,
  from,
  outputColumns: 'campaign, at, device, impressions',
  select: (table) => `select one.campaign as campaign, ${quarter}, one.device as device, ${impressions}
    from ${table} as one where one.${earningQuartiles} group by one.campaign, toStartOfFifteenMinutes(one.at), one.device`,
};

/**
 * By session, as a number evenly drawn from its ID, and quarter hour. A range of these numbers is a sample of a campaign's
 * sessions that is read without the others. They are forgotten with the sessions.
 */
const campaignSessions: Rollup = {
  name: 'campaign_sessions',
  columns: `${campaign}, drawn UInt64, ${at}, station LowCardinality(String), ${impressionSum}`,
  order: 'campaign, drawn, at, station',
  settings: mediumGranularity,
  from,
  outputColumns: 'campaign, drawn, at, station, impressions',
  select: (
    table,
  ) => `select one.campaign as campaign, cityHash64(one.session) as drawn, ${quarter}, one.station as station,
      ${impressions}
    from ${table} as one where one.${earningQuartiles}
    group by one.campaign, drawn, toStartOfFifteenMinutes(one.at), one.station`,
};

/** Why a campaign was not played, by quarter hour. */
const reasonSums: Rollup = {
  name: 'ad_reason_sums',
  columns: `${campaign}, ${at}, reason LowCardinality(String), n SimpleAggregateFunction(sum, UInt64)`,
  order: 'campaign, at, reason',
  settings: mediumGranularity,
  from: { table: 'ad_reasons', timeColumn: 'at' },
  outputColumns: 'campaign, at, reason, n',
  select: (table) => `select one.campaign as campaign, ${quarter}, one.reason as reason, sum(toUInt64(one.n)) as n
    from ${table} as one group by one.campaign, toStartOfFifteenMinutes(one.at), one.reason`,
};

/** Each after what it is filled from. */
export const spotRollups: readonly Rollup[] = [
  campaignQuarters,
  leaseSums,
  campaignTimes,
  campaignParts,
  campaignDevices,
  campaignSessions,
  reasonSums,
];
