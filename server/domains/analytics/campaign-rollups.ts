import { cutQuartile } from './spot-tables.ts';
import { mediumGranularity, type Rollup } from './table-columns.ts';

/*
 * What reports of campaigns read: `campaign_quarters` has a row for each place in each quarter hour, which are millions for a
 * campaign of months. Except the rows of sessions, these identify nobody, and stay when sessions are forgotten.
 */

const counts = ['started', 'first_quartile', 'midpoint', 'third_quartile', 'complete', 'cut'] as const;
const countColumns = counts.map((name) => `${name} SimpleAggregateFunction(sum, UInt64)`).join(', ');
const countSums = counts.map((name) => `sum(one.${name}) as ${name}`).join(', ');

const campaign = 'campaign LowCardinality(String)';
const at = `at DateTime('UTC')`;
const impressionSum = 'impressions SimpleAggregateFunction(sum, Int64)';
const quarter = `toDateTime(toStartOfFifteenMinutes(one.at), 'UTC') as at`;
const impressionsOfSpots = `sum(toInt64(one.quartile = 0) - toInt64(one.quartile = ${String(cutQuartile)})) as impressions`;
const ofImpressions = `one.quartile in (0, ${String(cutQuartile)})`;

/** By quarter hour and audio, in streams and podcasts. */
const campaignTimes: Rollup = {
  name: 'campaign_times',
  columns: `${campaign}, ${at}, spot LowCardinality(String), ${countColumns}`,
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
  from: { table: 'spots', timeColumn: 'at' },
  outputColumns: 'campaign, at, device, impressions',
  select: (table) => `select one.campaign as campaign, ${quarter}, one.device as device, ${impressionsOfSpots}
    from ${table} as one where ${ofImpressions} group by one.campaign, toStartOfFifteenMinutes(one.at), one.device`,
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
  from: { table: 'spots', timeColumn: 'at' },
  outputColumns: 'campaign, drawn, at, station, impressions',
  select: (
    table,
  ) => `select one.campaign as campaign, cityHash64(one.session) as drawn, ${quarter}, one.station as station,
      ${impressionsOfSpots}
    from ${table} as one where ${ofImpressions}
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

/** After `campaign_quarters`. */
export const campaignRollups: readonly Rollup[] = [
  campaignTimes,
  campaignParts,
  campaignDevices,
  campaignSessions,
  reasonSums,
];
