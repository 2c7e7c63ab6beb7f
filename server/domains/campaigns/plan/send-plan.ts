import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import type { ClickHouseClient } from '@clickhouse/client';
import { defaultBreakRules } from '#contract/audio-ads.ts';
import type { Brand } from '#contract/brand.ts';
import type { AdState } from '#contract/engine-ads.ts';
import type { CampaignKey, StationKey } from '#contract/keys.ts';
import { minuteMs } from '#contract/time.ts';
import { offsetAt } from '#contract/zone-clock.ts';
import { mediaFolder } from '#server/kernel/create-kernel.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { knownZone, nextDate, startOfDay } from '#server/kernel/time-zone.ts';
import { copyDelivered, countedCampaigns, deliveredOf } from '../delivery-counts/delivery-counts.ts';
import { leaseMs } from '../leases/lend.ts';
import { renewLeases } from '../leases/renew-leases.ts';
import type { AdEngine } from './ad-engine.ts';
import { compilePlan, type PlanContent, type Shares } from './compile-plan.ts';
import { evenShares } from './pace.ts';
import { planCampaigns, planStations, renditionsOf, type PlanCampaignRow, type PlanStationRow } from './plan.repo.ts';
import { chancesOf, supplyOf, type Supply } from './supply.ts';

export type PlanDeps = Pick<Kernel, 'db' | 'clock' | 'log' | 'storage' | 'config'> & {
  clickhouse: ClickHouseClient;
  engine: AdEngine;
  brand: Brand;
};

const suppliedForMs = 15 * minuteMs;

/**
 * Keeps the engine's plan and leases as they should be. Each `round` copies what was delivered, lends what is needed, and
 * sends the plan if it differs from the one that the engine has. The caller sees to it that there is one at a time.
 */
export const createPlanSender = (deps: PlanDeps) => {
  const supply = rememberedSupply(deps);
  let sent: { engine: string; revision: number; hash: string } | undefined;

  return {
    round: async (): Promise<void> => {
      const { db, clickhouse, clock } = deps;
      const now = clock.now();
      const state = await deps.engine.state();
      await copyDelivered(db, await deliveredOf(clickhouse, await countedCampaigns(db, now)), now);
      const rows = await readRows(deps, now);
      const shares = await sharesOf(deps, rows, supply, now.getTime());
      const content = compilePlan(rows, shares);
      const playing = new Set<CampaignKey>(content.campaigns.map(({ key }) => key));
      const campaigns = rows.campaigns.filter(({ key, starts }) => playing.has(key) && starts <= now.getTime());
      await renewLeases(
        deps,
        campaigns.map((row) => ({ ...row, day: dayOf(row, now) })),
        state,
        now,
      );
      sent = await sendIfNew(deps, content, state, sent);
    },
  };
};

const readRows = async ({ db, brand, storage, config }: PlanDeps, now: Date) => {
  const [stations, campaigns] = [await planStations(db), await planCampaigns(db, now, leaseMs)];
  const creatives = new Set(campaigns.flatMap(({ attempts }) => attempts.map(({ creative }) => creative)));
  const renditions = await renditionsOf(db, [...creatives]);
  const readable = config.s3
    ? await Promise.all(
        renditions.map(async (row) => ({
          ...row,
          path: relative(mediaFolder(config), await storage.localPath(row.path)),
        })),
      )
    : renditions;
  return { stations: stations.filter(hasAgreed(brand)), campaigns, renditions: readable };
};

/** What was accepted applies until audio ads are switched off, also if there is a newer agreement; only some brands have ads. */
const hasAgreed =
  ({ flags }: Brand) =>
  ({ acceptance }: PlanStationRow): boolean =>
    flags.advertising && acceptance !== null;

/** The day of a campaign with a daily limit, in its time zone. */
const dayOf = ({ rate_limiting, timezone }: PlanCampaignRow, now: Date): { starts: number; ends: number } | null => {
  if (rate_limiting.perDay === null) return null;
  const zone = knownZone(timezone);
  const today = new Date(now.getTime() + offsetAt(zone, now.getTime())).toISOString().slice(0, 10);
  return { starts: startOfDay(zone, today), ends: startOfDay(zone, nextDate(today)) };
};

type Rows = Awaited<ReturnType<typeof readRows>>;

const sharesOf = async (
  deps: PlanDeps,
  { stations, campaigns, renditions }: Rows,
  supply: ReturnType<typeof rememberedSupply>,
  now: number,
): Promise<Shares> => {
  const even = campaigns.filter(({ rate_limiting }) => rate_limiting.pacing === 'even');
  if (even.length === 0 || stations.length === 0) return new Map();
  const content = compilePlan({ stations, campaigns: even, renditions }, new Map());
  const stationsBy = new Map<CampaignKey, StationKey[]>();
  for (const station of content.stations)
    for (const key of station.campaigns) stationsBy.set(key, [...(stationsBy.get(key) ?? []), station.key]);
  const known = new Map(
    stations.map(({ key, timezone, rules }) => [
      key,
      { key, timezone: knownZone(timezone), breaks: { ...defaultBreakRules, ...rules?.breaks } },
    ]),
  );
  const paced = even.map((row) => ({
    row,
    stations: (stationsBy.get(row.key) ?? []).flatMap((key) => known.get(key) ?? []),
  }));
  const chances = await chancesOf(
    deps.clickhouse,
    even.map(({ key }) => key),
    now,
  );
  return evenShares(
    paced,
    await supply(
      stations.map(({ key }) => key),
      now,
    ),
    chances,
    now,
  );
};

/** What stations can give changes slowly; it is read again after a quarter of an hour, and for other stations. */
const rememberedSupply = ({ clickhouse }: Pick<PlanDeps, 'clickhouse'>) => {
  let known: { at: number; of: string; supply: Supply } | undefined;
  return async (stations: readonly StationKey[], now: number): Promise<Supply> => {
    const of = stations.join();
    if (known?.of === of && now - known.at < suppliedForMs && now >= known.at) return known.supply;
    known = { at: now, of, supply: await supplyOf(clickhouse, stations, now) };
    return known.supply;
  };
};

/** Sends the plan unless the engine has it; revisions increase with the clock, and go on from the engine's. */
const sendIfNew = async (
  { engine, clock, log }: PlanDeps,
  content: PlanContent,
  state: AdState,
  sent: { engine: string; revision: number; hash: string } | undefined,
): Promise<{ engine: string; revision: number; hash: string } | undefined> => {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  if (sent?.engine === state.engine && sent.revision === state.revision && sent.hash === hash) return sent;
  if (state.revision === 0 && content.stations.length === 0) return undefined;
  const revision = Math.max(state.revision + 1, clock.now().getTime());
  const isTaken = await engine.putPlan({ revision, ...content });
  for (const { spot, reason } of state.unreadable) log.warn({ spot, reason }, 'the engine could not read a spot');
  // Another process sent a newer one meanwhile: the next round compares again.
  return isTaken ? { engine: state.engine, revision, hash } : undefined;
};
