import type { ClickHouseClient } from '@clickhouse/client';
import type { Rule } from '#contract/campaign.ts';
import type { AccountKey } from '#contract/keys.ts';
import { markersOfEpisodes } from '#server/domains/podcasts/ads/podcast-ads.service.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { downloadsByDay, podcastsOfAccount } from './podcast-supply.repo.ts';

type Deps = Pick<Kernel, 'db'> & { clickhouse: ClickHouseClient };

/** Times are ms since the epoch; days begin `offsetS` before those of UTC. */
export type SupplyPeriod = { start: number; end: number; offsetS: number };

/**
 * How many spots an account's podcasts had room for in a period where all rules held, by day of the week from Monday: the
 * counted downloads of each episode, times the spots that its markers have now.
 */
export const podcastSupply = async (
  { db, clickhouse }: Deps,
  account: AccountKey,
  rules: readonly Rule[],
  period: SupplyPeriod,
): Promise<number[]> => {
  const byWeekday = Array.from({ length: 7 }, () => 0);
  const rows = await downloadsByDay(clickhouse, await podcastsOfAccount(db, account), rules, period);
  const markers = await markersOfEpisodes(db, [...new Set(rows.map(({ episode }) => episode))]);
  for (const { episode, weekday, ...downloads } of rows)
    for (const { kind, spots } of markers.get(episode) ?? []) byWeekday[weekday - 1]! += downloads[kind] * spots;
  return byWeekday;
};
