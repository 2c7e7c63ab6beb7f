import type { ClickHouseClient } from '@clickhouse/client';
import type { FinanceOverview, RevenueFrequency, RevenuePartRow, RevenueRow } from '#contract/api/finance.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { microsPerUnit } from '#contract/rules/money.ts';
import { invoiceSettings } from '#server/domains/accounts/invoice-settings.service.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Kernel, Tx } from '#server/kernel/kernel.ts';
import { knownZone } from '#server/kernel/time-zone.ts';
import { zoneOfAccount } from '#server/platform/account-zone.ts';
import { withQueryErrors } from '#server/platform/clickhouse/with-query-errors.ts';
import { podcastAds } from '#server/platform/settings.ts';
import { accountTerms, hasStatement, namesOf, statedZone } from '../finance.repo.ts';
import { defaultCurrency } from '../prices/price-spots.service.ts';
import { revenueBuckets, todayIn } from './buckets.ts';
import * as queries from './revenue-queries.ts';

export type RevenueDeps = Pick<Kernel, 'db' | 'clock' | 'log'> & { clickhouse: ClickHouseClient };

/** The zone of an account's revenue: its statements', else its oldest station's. */
export const financeZone = async (db: Db | Tx, account: AccountKey): Promise<string> =>
  knownZone((await statedZone(db, account)) ?? (await zoneOfAccount(db, account)));

/** Whether an account ever earned something, or has a statement. */
export const hasFinancialData = async (deps: RevenueDeps, account: AccountKey): Promise<boolean> =>
  (await hasStatement(deps.db, account)) ||
  (await withQueryErrors(deps, false, () => queries.hasEarned(deps.clickhouse, account)));

/** What the pages of finance need first; refuses with `account.notFound`. */
export const financeOverview = async (deps: RevenueDeps, account: AccountKey): Promise<FinanceOverview> => {
  const [terms, settings, podcasts, timezone, hasData] = await Promise.all([
    accountTerms(deps.db, account),
    invoiceSettings(deps.db, account),
    podcastAds(deps.db),
    financeZone(deps.db, account),
    hasFinancialData(deps, account),
  ]);
  if (!terms) return refuse('account.notFound');
  return {
    ...{ timezone, today: todayIn(timezone, deps.clock.now()), currency: terms.currency || defaultCurrency },
    ...{ streamCpm: settings.cpmRate, podcastCpm: podcasts.cpm, hasFinancialData: hasData },
    ...{ stations: terms.stations, stationsWithAds: terms.withAds, stationsWithNetworkAds: terms.withNetwork },
  };
};

/**
 * Revenue by day or month, newest first, with zeros where nothing was earned. Refuses with `analytics.period`, `analytics.tooMuch`, and
 * `request.unavailable` while ClickHouse is down.
 */
export const revenueOf = async (
  deps: RevenueDeps,
  account: AccountKey,
  frequency: RevenueFrequency,
  period: { from?: string | undefined; to?: string | undefined },
): Promise<RevenueRow[]> => {
  const [zone, terms] = await Promise.all([financeZone(deps.db, account), accountTerms(deps.db, account)]);
  const { dates, starts, end } = revenueBuckets(frequency, period, zone, deps.clock.now());
  const [start] = starts;
  if (start === undefined) return [];
  const rows = await withQueryErrors(deps, [], () =>
    queries.byBucket(deps.clickhouse, { account, range: { start, end } }, starts),
  );
  const found = Map.groupBy(rows, (row) => row.start);
  const none = { unit: terms?.currency || defaultCurrency, n: 0, micros: 0, own: 0, own_micros: 0 };
  return dates
    .flatMap((date, i) => (found.get(starts[i]!) ?? [none]).map((sums) => presentRow(date, sums)))
    .toReversed();
};

const presentRow = (date: string, { unit, n, micros, own, own_micros }: queries.Sums): RevenueRow => ({
  ...{ date, audioAdRevenue: micros / microsPerUnit, displayAdRevenue: 0 },
  ...{ audioAdImpressions: n, displayAdImpressions: 0, currency: unit },
  ...{ ownAdImpressions: own, ownAdValue: own_micros / microsPerUnit },
});

export const mostParts = 1000;
export type PartQuery = { from: string; to: string; campaign?: string | undefined; station?: string | undefined };

/** A period's revenue by campaign or station, the highest first, at most 1,000. Refuses as `revenueOf`. */
export const partsOf = async (
  deps: RevenueDeps,
  account: AccountKey,
  by: 'campaign' | 'station',
  query: PartQuery,
): Promise<{ entities: RevenuePartRow[]; capped: boolean }> => {
  const part = await partOf(deps, account, query);
  if (!part) return { entities: [], capped: false };
  const rows = await withQueryErrors(deps, [], () => queries.byPart(deps.clickhouse, part, by, mostParts + 1));
  const names = await namesOf(
    deps.db,
    rows.map(({ key }) => key),
  );
  return {
    entities: rows.slice(0, mostParts).map(({ key, ...sums }) => presentPart(key, sums, names.get(key))),
    capped: rows.length > mostParts,
  };
};

/** The part of an account's revenue that a query names; undefined before its first day has begun. */
export const partOf = async (
  { db, clock }: Pick<RevenueDeps, 'db' | 'clock'>,
  account: AccountKey,
  { from, to, campaign, station }: PartQuery,
): Promise<queries.Part | undefined> => {
  const { starts, end } = revenueBuckets('monthly', { from, to }, await financeZone(db, account), clock.now());
  const [start] = starts;
  return start === undefined ? undefined : { account, range: { start, end }, campaign, station };
};

export const presentPart = (
  key: string,
  { unit, n, micros, own, own_micros }: queries.Sums,
  { name, detail }: { name: string; detail: string } = { name: '', detail: '' },
  at: string | null = null,
): RevenuePartRow => ({
  ...{ key, name, detail, at, impressions: n, revenue: micros / microsPerUnit, currency: unit },
  ...{ ownAdImpressions: own, ownAdValue: own_micros / microsPerUnit },
});
