import type { ClickHouseClient } from '@clickhouse/client';
import type { Rule } from '#contract/rules/ad-rules.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { admission } from '../plan/compile-plan.ts';
import { bookedCampaigns, planStations, type PlanCampaignRow, type PlanStationRow } from '../plan/plan.repo.ts';
import { forecastAccuracy } from './accuracy.ts';
import type { Accuracy } from './backtest.ts';
import { heardEverywhere } from './heard-everywhere.ts';
import type { SupplyCell } from './stream-supply.ts';
import { buildMissing } from './supply-build.ts';
import { supplyFor } from './supply.ts';

export type MarketDeps = Pick<Kernel, 'db' | 'clock'> & { clickhouse: ClickHouseClient };

/** What an account's stations and podcasts can give, who has booked of it, and how good such forecasts were. */
export type AccountMarket = {
  now: number;
  cells: SupplyCell[];
  booked: PlanCampaignRow[];
  accuracy: Accuracy;
};

/** Stations that were never built, in one call: the nightly job builds the others. */
const builtAtOnce = 20;

type Asked = {
  /** ms since the epoch; campaigns that begin later take nothing. */
  until: number;
  /** A campaign that is not booked yet; it takes the place of the booked one of the same key. */
  draft?: PlanCampaignRow;
  /** Other forms of the draft, which cells must tell apart too. */
  extra?: readonly PlanCampaignRow[];
  rules?: readonly Rule[];
};

/** The market of an account's stations and podcasts, or of all, until some time. */
export const accountMarket = async (
  deps: MarketDeps,
  account: AccountKey | undefined,
  { until, draft, extra = [], rules = [] }: Asked,
): Promise<AccountMarket> => {
  const { db, clock } = deps;
  const now = clock.now().getTime();
  const stations = await planStations(db, account);
  const keys = stations.map(({ key }) => key);
  await buildMissing(deps, keys, builtAtOnce);
  const found = await bookedCampaigns(db, new Date(now), Math.max(0, until - now), account);
  const others = found.filter(({ key }) => key !== draft?.key);
  const booked = account === undefined ? others : await withShareOfNetwork(deps, others, stations, now);
  const campaigns = [...booked, ...(draft ? [draft] : []), ...extra];
  const [cells, accuracy] = [
    await supplyFor(deps, { stations, campaigns, account, rules }, now),
    await forecastAccuracy(db, account),
  ];
  return { now, cells, booked, accuracy };
};

/** Of campaigns that play in other accounts too, the part that these stations have of all listening that admits them. */
const withShareOfNetwork = async (
  deps: MarketDeps,
  campaigns: readonly PlanCampaignRow[],
  stations: readonly PlanStationRow[],
  now: number,
): Promise<PlanCampaignRow[]> => {
  const network = campaigns.filter((row) => row.network);
  if (network.length === 0) return [...campaigns];
  const own = new Set<string>(stations.map(({ key }) => key));
  const admits = admission(network);
  const hours = new Map<string, { own: number; all: number }>();
  for (const station of await heardEverywhere(deps, stations, now)) {
    for (const campaign of admits(station).campaigns) {
      const sums = hours.get(campaign) ?? { own: 0, all: 0 };
      hours.set(campaign, sums);
      sums.all += station.heard;
      if (own.has(station.key)) sums.own += station.heard;
    }
  }
  return campaigns.map((row) => {
    const sums = hours.get(row.key);
    if (!row.network || !sums || sums.all === 0) return row;
    const left = Math.max(0, row.impression_limit - row.delivered) * (sums.own / sums.all);
    return { ...row, impression_limit: row.delivered + left };
  });
};
