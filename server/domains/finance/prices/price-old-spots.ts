import type { ClickHouseClient } from '@clickhouse/client';
import { keyPrefix, type AccountKey, type CampaignKey, type PodcastKey, type StationKey } from '#contract/keys.ts';
import type { SpotPrice } from '#server/domains/analytics/spot-prices.service.ts';
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

/** One insert: it is stored whole or not at all, as long as its rows are of one month. */
const atOnce = 20_000;

/**
 * Prices the impressions that were recorded without a price. For each row, one insert adds a row that subtracts it, and one with the price
 * at the time of the impression. It may be interrupted anywhere and run again. Impressions of unknown campaigns stay without a price.
 */
export const priceOldSpots = async (deps: Deps): Promise<void> =>
  await runExclusive(deps, 'finance prices', async () => {
    for (const month of await unpricedMonths(deps.clickhouse)) await priceMonth(deps, month);
  });

const priceMonth = async ({ db, clickhouse }: Deps, month: number): Promise<void> => {
  for (let after = ''; ;) {
    const rows = await unpricedRows(clickhouse, month, after);
    if (rows.length === 0) return;
    const priced = await withPrices(db, rows);
    const known = priced.filter(({ price }) => price.payer !== '');
    if (known.length > 0) {
      await clickhouse.insert({
        table: 'revenue_quarters',
        values: known.flatMap(({ row: { n, ...row }, price }) => [
          { ...row, impressions: -n },
          { ...row, ...price, impressions: n },
        ]),
        format: 'JSONEachRow',
        clickhouse_settings: { insert_deduplicate: 0 },
      });
    }
    after = keyOf(rows.at(-1)!);
    if (rows.length < atOnce) return;
  }
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
