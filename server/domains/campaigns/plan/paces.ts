import type { ClickHouseClient } from '@clickhouse/client';
import { defaultBreakRules } from '#contract/audio-ads.ts';
import type { CampaignKey, StationKey } from '#contract/keys.ts';
import { minuteMs } from '#contract/time.ts';
import { knownZone } from '#server/kernel/time-zone.ts';
import { compilePlan, type PlanRows, type Shares } from './compile-plan.ts';
import { evenShares } from './pace.ts';
import { chancesOf, supplyOf, type Supply } from './supply.ts';

const suppliedForMs = 15 * minuteMs;
const pacedForMs = minuteMs;

/** The shares of campaigns with an even pace: computed again each minute, or for other campaigns and stations. */
export const createPaces = (deps: { clickhouse: ClickHouseClient }) => {
  const supply = rememberedSupply(deps);
  let known: { at: number; of: string; shares: Shares } | undefined;
  return {
    /** Undefined before the first `refresh`. */
    known: (): Shares | undefined => known?.shares,
    refresh: async (rows: PlanRows, now: number): Promise<void> => {
      const of = JSON.stringify([rows.stations, rows.campaigns.map(({ delivered: _, ...row }) => row)]);
      if (known?.of === of && now - known.at < pacedForMs && now >= known.at) return;
      known = { at: now, of, shares: await sharesOf(deps, rows, supply, now) };
    },
  };
};

const sharesOf = async (
  { clickhouse }: { clickhouse: ClickHouseClient },
  rows: PlanRows,
  supply: ReturnType<typeof rememberedSupply>,
  now: number,
): Promise<Shares> => {
  const even = rows.campaigns.filter(({ rate_limiting }) => rate_limiting.pacing === 'even');
  if (even.length === 0 || rows.stations.length === 0) return new Map();
  const stations = new Map(
    rows.stations.map(({ key, timezone, rules }) => [
      key,
      { key, timezone: knownZone(timezone), breaks: { ...defaultBreakRules, ...rules?.breaks } },
    ]),
  );
  const played = stationsByCampaign({ ...rows, campaigns: even });
  const paced = even.map((row) => ({
    row,
    stations: (played.get(row.key) ?? []).flatMap((key) => stations.get(key) ?? []),
  }));
  const keys = even.map(({ key }) => key);
  return evenShares(paced, await supply([...stations.keys()], now), await chancesOf(clickhouse, keys, now), now);
};

const stationsByCampaign = (rows: PlanRows): Map<CampaignKey, StationKey[]> => {
  const by = new Map<CampaignKey, StationKey[]>();
  for (const { key, campaigns } of compilePlan(rows, new Map()).stations)
    for (const campaign of campaigns) {
      const stations = by.get(campaign);
      if (stations) stations.push(key);
      else by.set(campaign, [key]);
    }
  return by;
};

/** What stations can give changes slowly; it is read again after a quarter of an hour, and for other stations. */
const rememberedSupply = ({ clickhouse }: { clickhouse: ClickHouseClient }) => {
  let known: { at: number; of: string; supply: Supply } | undefined;
  return async (stations: readonly StationKey[], now: number): Promise<Supply> => {
    const of = stations.join();
    if (known?.of === of && now - known.at < suppliedForMs && now >= known.at) return known.supply;
    known = { at: now, of, supply: await supplyOf(clickhouse, stations, now) };
    return known.supply;
  };
};
