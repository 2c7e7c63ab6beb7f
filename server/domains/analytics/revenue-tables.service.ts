import type { AccountKey, CampaignKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { earningQuartiles, impressionsOfSpot } from './spot-tables.ts';
import { mediumGranularity, type Rollup } from './table-columns.ts';

export { earningQuartiles, impressionsOfSpot } from './spot-tables.ts';

/*
 * What impressions cost and earn. Prices are part of the key of a row and impressions its only sum, so revenue is impressions times
 * price, exact to the micro. Like the rollups of spots, these rows identify nobody and stay when a station or its sessions are forgotten.
 */

/** An impression to be priced: of a campaign, on a station or podcast of an account, at a time in ms. */
export type HeardImpression = { campaign: CampaignKey; account: AccountKey; at: number };

/**
 * What an impression costs and earns, in micros. `payer` is the account of the campaign; '' and zeros if the campaign is not known. An
 * account that hears its own campaign pays and earns nothing: the price is then only the value of the impression.
 */
export type SpotPrice = {
  payer: AccountKey | '';
  price: number;
  /** The currency of `price`. */
  price_currency: string;
  payout: number;
  /** The currency of `payout`: the one of the account that earns it. */
  currency: string;
};

export const unknownPrice: SpotPrice = { payer: '', price: 0, price_currency: '', payout: 0, currency: '' };

/** The price of each impression when it was heard, in the same order; finance answers. */
export type PriceSpots = (db: Db | Tx, heard: readonly HeardImpression[]) => Promise<SpotPrice[]>;

const prices = ['payer', 'price', 'price_currency', 'payout', 'currency'] as const;
export const priceColumns = prices;

const typeOf = (name: (typeof prices)[number]): string =>
  name === 'price' || name === 'payout' ? 'UInt64' : 'LowCardinality(String)';

const key = ['account', 'at', 'station', 'campaign', ...prices] as const;
const quarter = (column: string): string => `toDateTime(toStartOfFifteenMinutes(${column}), 'UTC')`;
const ofOne = prices.map((name) => `one.${name} as ${name}`).join(', ');
const groupedPrices = prices.map((name) => `one.${name}`).join(', ');

/** Adds the impressions in podcasts; `station` is then the key of the podcast. */
export const podcastRevenueView = `create materialized view if not exists revenue_quarters_of_podcast_spots
  to revenue_quarters as select one.account as account, ${quarter('one.at')} as at, one.podcast as station,
    one.campaign as campaign, ${ofOne}, toInt64(count()) as impressions
  from podcast_spots as one
  group by one.account, toStartOfFifteenMinutes(one.at), one.podcast, one.campaign, ${groupedPrices}`;

const revenueRollup: Rollup = {
  name: 'revenue_quarters',
  columns: `account LowCardinality(String), at DateTime('UTC'), station LowCardinality(String),
    campaign LowCardinality(String), ${prices.map((name) => `${name} ${typeOf(name)}`).join(', ')},
    impressions SimpleAggregateFunction(sum, Int64)`,
  order: key.join(', '),
  settings: mediumGranularity,
  from: { table: 'spots', timeColumn: 'at' },
  outputColumns: `${key.join(', ')}, impressions`,
  select: (table) => `select one.account as account, ${quarter('one.at')} as at, one.station as station,
      one.campaign as campaign, ${ofOne}, sum(${impressionsOfSpot.replaceAll('quartile', 'one.quartile')}) as impressions
    from ${table} as one where one.${earningQuartiles}
    group by one.account, toStartOfFifteenMinutes(one.at), one.station, one.campaign, ${groupedPrices}`,
};

/** Whether an impression is of the account's own campaign, which earns nothing, and the currency that it counts in. */
export const earningColumns = (one: string): string =>
  `${one}.payer = ${one}.account as is_own, if(${one}.payer = ${one}.account, ${one}.price_currency, ${one}.currency) as unit`;
/** What the impressions of a row earn, or what those of an account's own campaign are worth, in micros. */
export const earnedMicros = (one: string): string =>
  `${one}.impressions * toInt64(if(${one}.payer = ${one}.account, ${one}.price, ${one}.payout))`;

const earned = `is_own UInt8, unit LowCardinality(String), impressions SimpleAggregateFunction(sum, Int64),
  micros SimpleAggregateFunction(sum, Int64)`;
const earnedSums = `${earningColumns('one')}, sum(one.impressions) as impressions, sum(${earnedMicros('one')}) as micros`;

/** What accounts earned by quarter hour: two rows at most for each currency, however many campaigns and prices there are. */
const revenueTotals: Rollup = {
  name: 'revenue_totals',
  columns: `account LowCardinality(String), at DateTime('UTC'), ${earned}`,
  order: 'account, at, is_own, unit',
  settings: mediumGranularity,
  from: { table: 'revenue_quarters', timeColumn: 'at' },
  outputColumns: 'account, at, is_own, unit, impressions, micros',
  select: (table) => `select one.account as account, one.at as at, ${earnedSums}
    from ${table} as one where one.payer <> '' group by one.account, one.at, is_own, unit`,
};

/**
 * The same by day (UTC), station and campaign. The quarter hours of a period that are no whole day are read from
 * `revenue_quarters`.
 */
const revenueDays: Rollup = {
  name: 'revenue_days',
  columns: `account LowCardinality(String), at DateTime('UTC'), station LowCardinality(String),
    campaign LowCardinality(String), ${earned}`,
  order: 'account, at, station, campaign, is_own, unit',
  settings: mediumGranularity,
  from: { table: 'revenue_quarters', timeColumn: 'at' },
  outputColumns: 'account, at, station, campaign, is_own, unit, impressions, micros',
  select: (
    table,
  ) => `select one.account as account, toDateTime(toStartOfDay(one.at), 'UTC') as at, one.station as station,
      one.campaign as campaign, ${earnedSums}
    from ${table} as one where one.payer <> ''
    group by one.account, toStartOfDay(one.at), one.station, one.campaign, is_own, unit`,
};

export const revenueRollups: readonly Rollup[] = [revenueRollup, revenueTotals, revenueDays];
