import type { ClickHouseClient } from '@clickhouse/client';
import type { CampaignKey } from '#contract/rules/keys.ts';
import { dayMs } from '#contract/rules/time.ts';
import { emptyIfMissing, literal, queryRows, within } from '#server/platform/clickhouse/query.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { heldBackInPodcasts, heldBackReasons } from '../podcast-spots/reasons.repo.ts';
import { gridOf, reachableOf, type Cell, type Demand } from './market.ts';

/** How many expected occasions count as much as those that were measured. */
const prior = 100;
/** Measured reach of a day is not believed beyond that. */
const [least, most] = [0.005, 2];

/**
 * Corrects what campaigns can use of their occasions by how often they could have played in the last day: caps, other breaks
 * than expected, and listeners who left are in it.
 */
export const withMeasuredReach = (
  demands: readonly Demand[],
  cells: readonly Cell[],
  measured: ReadonlyMap<string, number>,
  now: number,
): Demand[] => {
  const grid = gridOf({ edges: [now - dayMs, now], cells, demands });
  return demands.map((demand) => {
    const expected = reachableOf(grid, { ...demand, ends: Math.max(demand.ends, now), reach: 1 }).total;
    const reach = ((measured.get(demand.key) ?? 0) + prior * demand.reach) / (expected + prior);
    return { ...demand, reach: Math.min(most, Math.max(least, reach)) };
  });
};

/**
 * How often these campaigns could have played in streams and podcasts in the last 24 hours: they did, or were held back by their pace, for want of
 * impressions, or because another campaign had taken the place.
 */
export const measuredOccasions = async (
  { db, clickhouse }: { db: Db; clickhouse: ClickHouseClient },
  campaigns: readonly CampaignKey[],
  now: number,
): Promise<Map<string, number>> => {
  if (campaigns.length === 0) return new Map();
  const which = `campaign in (${campaigns.map(literal).join(',')}) and ${within({ start: now - dayMs, end: now }, 't.at')}`;
  const rows = await queryRows<{ campaign: string; n: number }>(
    clickhouse,
    `select campaign, toFloat64(sum(n)) as n from (
       select campaign, sum(t.started) as n from campaign_times as t where ${which} group by campaign
       union all
       select campaign, sum(t.n) as n from ad_reason_sums as t
       where ${which} and reason in (${heldBackReasons.map(literal).join(',')}) group by campaign) group by campaign`,
  ).catch(emptyIfMissing([]));
  const measured = await heldBackInPodcasts(db, campaigns, now);
  for (const { campaign, n } of rows) measured.set(campaign, (measured.get(campaign) ?? 0) + n);
  return measured;
};
