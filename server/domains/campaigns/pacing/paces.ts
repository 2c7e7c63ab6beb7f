import type { ClickHouseClient } from '@clickhouse/client';
import type { PlannedCampaign } from '#contract/engine/engine-ads.ts';
import type { CampaignKey } from '#contract/rules/keys.ts';
import { dayMs, minuteMs } from '#contract/rules/time.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { beginning, type PlanRows, type Shares } from '../plan/compile-plan.ts';
import { allocateInTurns } from './allocate.ts';
import { chancesOf } from './chances.ts';
import { demandsOf, type PacedCampaign } from './demands.ts';
import { measuredOccasions, withMeasuredReach } from './measured-reach.ts';
import { storePaces } from './stored-paces.repo.ts';
import type { SupplyCell } from './stream-supply.ts';
import { buildMissing } from './supply-build.ts';
import { supplyFor } from './supply.ts';
import { edgesFrom, marginAt } from './time-buckets.ts';

type Deps = Pick<Kernel, 'db' | 'clock'> & { clickhouse: ClickHouseClient };

const suppliedForMs = 15 * minuteMs;
const pacedForMs = minuteMs;
/** Stations that were never built, in one round: the nightly job builds the others. */
const builtAtOnce = 100;

/** The chances of campaigns: computed again each minute, or for other campaigns and stations, and stored for podcasts. */
export const createPaces = (deps: Deps) => {
  const supply = rememberedSupply(deps);
  let known: { at: number; of: string; shares: Shares } | undefined;
  return {
    /** Undefined before the first `refresh`. */
    known: (): Shares | undefined => known?.shares,
    refresh: async (rows: PlanRows, now: number): Promise<void> => {
      const of = JSON.stringify([rows.stations, rows.campaigns.map(({ delivered: _, ...row }) => row)]);
      if (known?.of === of && now - known.at < pacedForMs && now >= known.at) return;
      known = { at: now, of, shares: await sharesOf(deps, rows, supply, now) };
      await storePaces(deps.db, known.shares);
    },
  };
};

const sharesOf = async (
  deps: Deps,
  rows: PlanRows,
  supply: ReturnType<typeof rememberedSupply>,
  now: number,
): Promise<Shares> => {
  if (rows.campaigns.length === 0) return new Map();
  const cells = await supply(rows, now);
  const keys = rows.campaigns.map(({ key }) => key);
  return await pacesOf(rows.campaigns, cells, await measuredOccasions(deps, keys, now), now);
};

/** The paces of campaigns for the next 24 hours, by what is expected and was measured. */
export const pacesOf = async (
  campaigns: readonly (PacedCampaign & { key: CampaignKey })[],
  cells: readonly SupplyCell[],
  measured: ReadonlyMap<string, number>,
  now: number,
): Promise<Shares> => {
  const demands = withMeasuredReach(demandsOf(campaigns, cells, now), cells, measured, now);
  const allocation = await allocateInTurns({
    edges: edgesFrom(now, demands),
    cells,
    demands,
    margin: marginAt(now),
  });
  const chances = chancesOf(allocation, now + dayMs);
  return new Map(
    campaigns.map(({ key, starts, rate_limiting }) => {
      const { steps, tightness } = chances.get(key)!;
      const pace = rate_limiting.pacing === 'fast' ? [{ from: 0, share: 1 }] : steady(steps);
      return [key, { pace: beginning(starts, pace), tightness: twoDigits(tightness) }];
    }),
  );
};

/** A number that hardly differs is no reason for a new plan. */
const twoDigits = (value: number): number => Number(value.toPrecision(2));

/** From now on, or from a change on. A campaign of which nothing is expected takes what there is. */
const steady = (steps: PlannedCampaign['pace']): PlannedCampaign['pace'] => {
  const [first, ...later] = steps.map(({ from, share }) => ({ from, share: twoDigits(share) }));
  if (!first) return [{ from: 0, share: 1 }];
  return later.reduce((all, one) => (all.at(-1)!.share === one.share ? all : [...all, one]), [{ ...first, from: 0 }]);
};

/** What stations and podcasts can give changes slowly; it is read again after a quarter of an hour, and for other stations or campaigns. */
const rememberedSupply = (deps: Deps) => {
  let known: { at: number; of: string; cells: SupplyCell[] } | undefined;
  return async ({ stations, campaigns }: PlanRows, now: number): Promise<SupplyCell[]> => {
    const asked = campaigns.map(({ delivered: _, impression_limit: __, ...row }) => row);
    const of = JSON.stringify([stations, asked]);
    if (known?.of === of && now - known.at < suppliedForMs && now >= known.at) return known.cells;
    await buildMissing(
      deps,
      stations.map(({ key }) => key),
      builtAtOnce,
    );
    known = { at: now, of, cells: await supplyFor(deps, { stations, campaigns }, now) };
    return known.cells;
  };
};
