import { sql } from 'kysely';
import type { AccountKey, CampaignKey } from '#contract/rules/keys.ts';
import { microsOfCpm } from '#contract/rules/money.ts';
import { defaultCpm } from '#server/domains/accounts/invoice-settings.service.ts';
import {
  unknownPrice,
  type HeardImpression,
  type PriceSpots,
} from '#server/domains/analytics/revenue-tables.service.ts';
import type { CountSpots } from '#server/domains/podcasts/stats/count-spots.service.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { podcastAds } from '#server/platform/settings.ts';

type Since = { since: number };
type CampaignPrice = Since & { campaign: CampaignKey; account: AccountKey; price: number; currency: string };
type Rate = Since & { account: AccountKey; cpm: number | null; currency: string };

/**
 * The price of impressions in streams when they were heard: the campaign's price, and what the station's account earns by its rate. An
 * impression of an account's own campaign earns nothing.
 */
export const priceSpots: PriceSpots = async (db, heard) => {
  const [campaigns, rates] = await Promise.all([
    campaignPrices(db, new Set(heard.map(({ campaign }) => campaign))),
    ratesOf(db, new Set(heard.map(({ account }) => account))),
  ]);
  return heard.map(({ campaign, account, at }) => {
    const price = validAt(campaigns.get(campaign), at);
    if (!price) return unknownPrice;
    const { cpm, currency } = validAt(rates.get(account), at) ?? { cpm: null, currency: '' };
    const isOwn = price.account === account;
    const earned = currency || defaultCurrency;
    return {
      ...{ payer: price.account, price: price.price, price_currency: price.currency || defaultCurrency },
      ...{ payout: isOwn ? 0 : microsOfCpm(cpm ?? defaultCpm, earned), currency: earned },
    };
  });
};

/**
 * The same in podcasts, whose rate is the portal's: `promised` is what an impression earns by the arrangement that the listener got, 0
 * for an account's own campaign. Its price is the same.
 */
export const pricePodcastSpots = async (
  db: Db | Tx,
  heard: readonly (HeardImpression & { promised?: number })[],
): ReturnType<PriceSpots> => {
  const { cpm } = await podcastAds(db as Db);
  return (await priceSpots(db, heard)).map((found, i) => {
    if (found.payer === '') return found;
    const price = heard[i]!.promised || microsOfCpm(cpm, found.currency);
    const payout = found.payer === heard[i]!.account ? 0 : price;
    return { ...found, price, price_currency: found.currency, payout };
  });
};

/** Counts spots in podcasts, and prices those that count, in the transaction of their batch. */
export const countPriced =
  (count: CountSpots): CountSpots =>
  async (tx, heard) => {
    const counted = await count(tx, heard);
    const impressions = counted.map(({ spot, slice }) => ({
      ...{ campaign: spot.campaign, account: slice.account, at: slice.at, promised: spot.payout },
    }));
    const prices = impressions.length === 0 ? [] : await pricePodcastSpots(tx, impressions);
    return counted.map((one, i) => ({ ...one, price: prices[i]! }));
  };

/** Of accounts that have chosen none. */
export const defaultCurrency = 'USD';

/** The last that began by then; rows are sorted. */
const validAt = <T extends Since>(rows: readonly T[] | undefined, at: number): T | undefined =>
  rows?.findLast(({ since }) => since <= at);

const sinceMs = sql<number>`case when since = '-infinity' then 0 else extract(epoch from since) * 1000 end::float8 as since`;

const campaignPrices = async (db: Db | Tx, keys: ReadonlySet<CampaignKey>) => {
  const { rows } = await sql<CampaignPrice>`select campaign_key as campaign, account_key as account, ${sinceMs},
      price_micros::float8 as price, currency from campaign_prices
    where campaign_key = any(${[...keys]}::text[]) order by campaign_prices.since`.execute(db);
  return Map.groupBy(rows, ({ campaign }) => campaign);
};

const ratesOf = async (db: Db | Tx, keys: ReadonlySet<AccountKey>) => {
  const { rows } = await sql<Rate>`select account_key as account, ${sinceMs}, cpm::float8 as cpm, currency from ad_rates
    where account_key = any(${[...keys]}::text[]) order by ad_rates.since`.execute(db);
  return Map.groupBy(rows, ({ account }) => account);
};
