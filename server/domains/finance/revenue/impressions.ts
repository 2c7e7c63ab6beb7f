import type { RevenueImpression, RevenuePartRow } from '#contract/api/finance.ts';
import { keyPrefix, type AccountKey, type CampaignKey } from '#contract/rules/keys.ts';
import { microsPerUnit } from '#contract/rules/money.ts';
import type { SpotPrice } from '#server/domains/analytics/revenue-tables.service.ts';
import { withQueryErrors } from '#server/platform/clickhouse/with-query-errors.ts';
import { namesOf } from '../finance.repo.ts';
import { pricePodcastSpots, priceSpots } from '../prices/price-spots.service.ts';
import * as queries from './impression-queries.ts';
import { mostParts, partOf, presentPart, type PartQuery, type RevenueDeps } from './revenue.ts';

/* What revenue consists of: breaks and episodes, and the impressions themselves, as long as sessions are stored. */

/**
 * A period's revenue by break of a station, or by episode of a podcast, the latest first, at most 1,000. Refuses as `revenueOf`.
 */
export const breaksOf = async (
  deps: RevenueDeps,
  account: AccountKey,
  query: PartQuery,
): Promise<{ entities: RevenuePartRow[]; capped: boolean }> => {
  const { station = '', campaign = '' } = query;
  const part = await partOf(deps, account, query);
  if (!part) return { entities: [], capped: false };
  const of = { account, range: part.range, station, campaign };
  const rows = await withQueryErrors(deps, [], () => queries.byBreak(deps.clickhouse, isPodcast(station), of));
  const priced = await withPrices(deps, { account, station, campaign }, rows);
  const titles = isPodcast(station)
    ? await namesOf(
        deps.db,
        rows.map(({ id }) => id),
      )
    : new Map<string, { name: string }>();
  const breaks = Map.groupBy(priced.filter(isPriced), ({ row, price }) => `${row.id} ${unitOf(price, account)}`);
  const entities = [...breaks.values()].map((parts) => {
    const [{ row, price }] = parts as [Priced<queries.BreakRow>];
    const isOwn = price.payer === account;
    const impressions = parts.reduce((sum, one) => sum + one.row.n, 0);
    const micros = parts.reduce((sum, one) => sum + one.row.n * (isOwn ? one.price.price : one.price.payout), 0);
    const sums = isOwn
      ? { n: 0, micros: 0, own: impressions, own_micros: micros }
      : { n: impressions, micros, own: 0, own_micros: 0 };
    const at = new Date(Math.min(...parts.map((one) => one.row.at)));
    return presentPart(
      row.id,
      { unit: unitOf(price, account), ...sums },
      { name: titles.get(row.id)?.name ?? '', detail: row.kind },
      at.toISOString(),
    );
  });
  return { entities: entities.slice(0, mostParts), capped: entities.length > mostParts };
};

export type ImpressionQuery = PartQuery & {
  campaign: string;
  station: string;
  break?: string | undefined;
  limit: number;
  offset: number;
};

/** The impressions of a campaign on a station or in a podcast, the latest first. Refuses as `revenueOf`. */
export const impressionsOf = async (
  deps: RevenueDeps,
  account: AccountKey,
  query: ImpressionQuery,
): Promise<{ entities: RevenueImpression[]; total: number; capped: boolean }> => {
  const part = await partOf(deps, account, query);
  if (!part) return { entities: [], total: 0, capped: false };
  const of = { account, range: part.range, station: query.station, campaign: query.campaign, break: query.break };
  const { rows, total } = await withQueryErrors(deps, { rows: [], total: 0 }, () =>
    queries.impressions(deps.clickhouse, isPodcast(query.station), of, query),
  );
  const priced = await withPrices(deps, { account, ...query }, rows);
  return {
    entities: priced.filter(isPriced).map(({ row, price }) => presentImpression(row, price, account)),
    total: Math.min(total, queries.mostCounted),
    capped: total > queries.mostCounted,
  };
};

const isPodcast = (station: string): boolean => station.startsWith(`${keyPrefix.podcast}-`);

type Priced<T> = { row: T; price: SpotPrice };

/** Impressions of unknown campaigns are no revenue. */
const isPriced = ({ price }: { price: SpotPrice }): boolean => price.payer !== '';

/** Rows from before prices were stored get the price at the time of the impression. */
const withPrices = async <T extends SpotPrice & { at: number }>(
  { db }: Pick<RevenueDeps, 'db'>,
  { account, station, campaign }: { account: AccountKey; station: string; campaign: string },
  rows: readonly T[],
): Promise<Priced<T>[]> => {
  const unpriced = rows.filter(({ payer }) => payer === '');
  const heard = unpriced.map(({ at }) => ({ account, campaign: campaign as CampaignKey, at }));
  const priced = isPodcast(station) ? pricePodcastSpots : priceSpots;
  const found = heard.length === 0 ? [] : await priced(db, heard);
  const prices = new Map(unpriced.map((row, i) => [row, found[i]!]));
  return rows.map((row) => ({ row, price: prices.get(row) ?? row }));
};

const unitOf = ({ payer, price_currency, currency }: SpotPrice, account: AccountKey): string =>
  payer === account ? price_currency : currency;

const presentImpression = (
  { at, session, country, region, city, player, device, output }: queries.ImpressionRow,
  price: SpotPrice,
  account: AccountKey,
): RevenueImpression => ({
  ...{ at: new Date(at).toISOString(), session, country, region, city, player, device, output },
  ...{ revenue: price.payout / microsPerUnit, currency: unitOf(price, account) },
  ...{ isOwn: price.payer === account, value: price.price / microsPerUnit },
});
