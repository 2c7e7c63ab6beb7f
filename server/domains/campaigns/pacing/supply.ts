import type { ClickHouseClient } from '@clickhouse/client';
import type { Rule } from '#contract/campaign.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { admission } from '../plan/compile-plan.ts';
import type { PlanCampaignRow, PlanStationRow } from '../plan/plan.repo.ts';
import { stationGroups } from './station-groups.ts';
import { streamSupply, type SupplyCell } from './stream-supply.ts';
import { buildsOf } from './supply.repo.ts';

type Deps = { db: Db; clickhouse: ClickHouseClient };
type Asked = {
  stations: readonly PlanStationRow[];
  campaigns: readonly PlanCampaignRow[];
  /** Rules of no campaign, which are asked too. */
  rules?: readonly Rule[];
};

/**
 * What these stations can give these campaigns: listening in which the same campaigns may play is one cell. Another source of
 * spots than streams adds its cells here.
 */
export const supplyFor = async (
  { db, clickhouse }: Deps,
  { stations, campaigns, rules: others = [] }: Asked,
  now: number,
): Promise<SupplyCell[]> => {
  const rules = [
    ...others,
    ...campaigns.flatMap(({ attempts, asked }) => [...attempts, ...asked].flatMap((attempt) => attempt.rules)),
  ];
  const isAsked = (type: string): boolean =>
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
  const sources = [streamSupply(clickhouse, groups)];
  return (await Promise.all(sources.map((source) => source(rules, now)))).flat();
};
