import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import {
  keyPrefix,
  type AccountKey,
  type CampaignKey,
  type PodcastKey,
  type StationKey,
} from '#contract/rules/keys.ts';
import { unknownPrice, type SpotPrice } from '#server/domains/analytics/revenue-tables.service.ts';
import { runExclusive } from '#server/kernel/db/run-exclusive.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { emptyIfMissing, queryRows } from '#server/platform/clickhouse/query.ts';
import { pricePodcastSpots, priceSpots } from './price-spots.service.ts';

type Deps = Pick<Kernel, 'db'> & { clickhouse: ClickHouseClient };
type Unpriced = {
  account: AccountKey;
  /** Seconds. */
  at: number;
  station: StationKey | PodcastKey;
  campaign: CampaignKey;
  n: number;
};

/** A page: one insert of rows of one month, which is stored whole or not at all. */
const atOnce = 5000;

/**
 * Prices the impressions that were recorded without a price. For each row, one insert adds a row that subtracts it, and one with the price
 * at the time of the impression. It may be killed anywhere and run again: a page is stored before it is inserted, and inserted again under
 * the same token by who continues, which adds only what tables and their rollups don't have yet. Impressions of unknown campaigns stay
 * without a price.
 */
export const priceOldSpots = async (deps: Deps): Promise<void> =>
  await runExclusive(deps, 'finance prices', async () => {
    await writeUnfinished(deps);
    for (const month of await unpricedMonths(deps.clickhouse)) await priceMonth(deps, month);
  });

/** Writes what a killed process had stored to be written. It is done within minutes: tokens are known for some thousand inserts. */
export const continuePrices = async (deps: Deps): Promise<void> =>
  await runExclusive(deps, 'finance prices', () => writeUnfinished(deps));

const writeUnfinished = async (deps: Deps): Promise<void> => {
  for (const page of await unfinishedPages(deps.db)) await writePage(deps, page);
};

type Page = { token: string; rows: Record<string, string | number>[] };

const unfinishedPages = async (db: Deps['db']): Promise<Page[]> =>
  await db.selectFrom('ad_price_pages').selectAll().orderBy('token').limit(100).execute();

const priceMonth = async (deps: Deps, month: number): Promise<void> => {
  const { db, clickhouse } = deps;
  for (let after = ''; ;) {
    const rows = await unpricedRows(clickhouse, month, after);
    if (rows.length === 0) return;
    const priced = await withPrices(db, rows);
    const known = priced.filter(({ price }) => price.payer !== '');
    if (known.length > 0) {
      const values = known.flatMap(({ row: { n, ...row }, price }) => [
        { ...row, ...unknownPrice, impressions: -n },
        { ...row, ...price, impressions: n },
      ]);
      const page = { token: `prices:${randomUUID()}`, rows: values };
      await db
        .insertInto('ad_price_pages')
        .values({ ...page, rows: JSON.stringify(values) })
        .execute();
      await writePage(deps, page);
    }
    after = keyOf(rows.at(-1)!);
    if (rows.length < atOnce) return;
  }
};

const writePage = async ({ db, clickhouse }: Deps, { token, rows }: Page): Promise<void> => {
  await clickhouse.insert({
    table: 'revenue_quarters',
    values: rows,
    format: 'JSONEachRow',
    clickhouse_settings: { insert_deduplication_token: token, deduplicate_blocks_in_dependent_materialized_views: 1 },
  });
  await db.deleteFrom('ad_price_pages').where('token', '=', token).execute();
};

const withPrices = async (
  db: Deps['db'],
  rows: readonly Unpriced[],
): Promise<{ row: Unpriced; price: SpotPrice }[]> => {
  const isPodcast = ({ station }: Unpriced): boolean => station.startsWith(`${keyPrefix.podcast}-`);
  const heardOf = ({ account, at, campaign }: Unpriced) => ({ account, campaign, at: at * 1000 });
  const [streams, podcasts] = [rows.filter((row) => !isPodcast(row)), rows.filter(isPodcast)];
  const prices = [
    ...(await priceSpots(db, streams.map(heardOf))),
    ...(podcasts.length === 0 ? [] : await pricePodcastSpots(db, podcasts.map(heardOf))),
  ];
  return [...streams, ...podcasts].map((row, i) => ({ row, price: prices[i]! }));
};

const unpricedMonths = async (clickhouse: ClickHouseClient): Promise<number[]> =>
  (
    await queryRows<{ month: number }>(
      clickhouse,
      `select toFloat64(toYYYYMM(at)) as month from revenue_quarters where payer = '' group by month order by month`,
    ).catch(emptyIfMissing([]))
  ).map(({ month }) => month);

const keyOf = ({ account, at, station, campaign }: Unpriced): string =>
  `(${[account, station, campaign].map((key) => `'${key}'`).join(',')},${String(at)})`;

/** The next rows of a month without a price, by account, station, campaign and time. */
const unpricedRows = async (clickhouse: ClickHouseClient, month: number, after: string): Promise<Unpriced[]> =>
  await queryRows<Unpriced>(
    clickhouse,
    `select account, toFloat64(toUnixTimestamp(t.at)) as at, station, campaign, toFloat64(sum(t.impressions)) as n
     from revenue_quarters as t where payer = '' and toYYYYMM(t.at) = ${String(month)}
       ${after === '' ? '' : `and (account, station, campaign, toUnixTimestamp(t.at)) > ${after}`}
     group by account, station, campaign, t.at having n <> 0
     order by account, station, campaign, t.at limit ${String(atOnce)}`,
  );
