import type { ClickHouseClient } from '@clickhouse/client';
import type { Rule, Target } from '#contract/rules/ad-rules.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { admission } from '../plan/compile-plan.ts';
import type { PlanCampaignRow, PlanStationRow } from '../plan/plan.repo.ts';
import { podcastSupply } from '../podcast-spots/podcast-supply.ts';
import { stationGroups } from './station-groups.ts';
import { streamSupply, type SupplyCell } from './stream-supply.ts';
import { buildsOf } from './supply.repo.ts';

type Deps = { db: Db; clickhouse: ClickHouseClient };
type Asked = {
  stations: readonly PlanStationRow[];
  campaigns: readonly PlanCampaignRow[];
  /** Whose podcasts; all by default. */
  account?: AccountKey | undefined;
  /** Rules of no campaign, which are asked too. */
  rules?: readonly Rule[];
};

/** What these stations and podcasts can give these campaigns: listening in which the same campaigns may play is one cell. */
export const supplyFor = async (
  { db, clickhouse }: Deps,
  { stations, campaigns, account, rules: others = [] }: Asked,
  now: number,
): Promise<SupplyCell[]> => {
  const rules = [
    ...others,
    ...campaigns.flatMap(({ attempts, asked }) => [...attempts, ...asked].flatMap((attempt) => attempt.rules)),
  ];
  const isAsked = (type: Target['type']): boolean =>
    rules.some(({ targets }) => targets.some((target) => target.type === type));
  const admitted = admission(campaigns);
  const builds = await buildsOf(
    db,
    stations.map(({ key }) => key),
  );
  const groups = stationGroups(stations, builds, {
    byStation: isAsked('station'),
    byCategory: isAsked('category'),
    admits: (station) => admitted(station).campaigns,
  });
  const sources = [
    streamSupply(clickhouse, groups),
    podcastSupply({ db, clickhouse }, { account, campaigns, isAsked }),
  ];
  return (await Promise.all(sources.map((source) => source(rules, now)))).flat();
};
