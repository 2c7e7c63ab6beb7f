import { createHash } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Brand } from '#contract/rules/brand.ts';
import type { AdState } from '#contract/engine/engine-ads.ts';
import type { CampaignKey } from '#contract/rules/keys.ts';
import { offsetAt } from '#contract/rules/zone-clock.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { knownZone, nextDate, startOfDay } from '#server/kernel/time-zone.ts';
import { copyDelivered, countedCampaigns, deliveredOf } from '../delivery-counts/delivery-counts.ts';
import { leaseMs } from '../leases/lend.ts';
import type { Peers } from '../leases/peers.ts';
import { renewLeases } from '../leases/renew-leases.ts';
import { createPaces } from '../pacing/paces.ts';
import type { AdEngine } from './ad-engine.ts';
import { compilePlan, type PlanContent, type PlanRows } from './compile-plan.ts';
import {
  planCampaigns,
  planStations,
  providerSpotsOf,
  renditionsOf,
  type PlanCampaignRow,
  type PlanStationRow,
} from './plan.repo.ts';
import { readableFiles } from './readable-files.ts';

export type PlanDeps = Pick<Kernel, 'db' | 'clock' | 'log' | 'storage' | 'config'> & {
  clickhouse: ClickHouseClient;
  engine: AdEngine;
  peers?: Peers;
  brand: Brand;
};

/**
 * Keeps the engine's plan and leases as they should be. A `round` sends the plan if it differs from the one that the engine
 * has, which needs only the database; then it copies what was delivered, lends what is needed, and sends the plan again if
 * that has changed it. The caller sees to it that there is one at a time.
 */
export const createPlanSender = (deps: PlanDeps) => {
  const paces = createPaces(deps);
  let sent: Sent | undefined;

  const send = async (rows: PlanRows, state: AdState): Promise<PlanContent> => {
    const content = compilePlan(rows, paces.known() ?? new Map());
    sent = await sendIfNew(deps, content, state, sent);
    return content;
  };
  /** The campaigns as counted now, which are not over. */
  const counted = async (rows: PlanRows, now: Date): Promise<PlanRows> => {
    const counts = await deliveredOf(deps.clickhouse, await countedCampaigns(deps.db, now));
    await copyDelivered(deps.db, counts, now);
    const campaigns = rows.campaigns
      .map((row) => ({ ...row, delivered: counts.get(row.key) ?? row.delivered }))
      .filter(({ delivered, impression_limit }) => delivered < impression_limit);
    await paces.refresh({ ...rows, campaigns }, now.getTime());
    return { ...rows, campaigns };
  };
  return {
    /** Returns what is played, with the stations that may play it. */
    round: async (): Promise<Planned> => {
      const now = deps.clock.now();
      const state = await deps.engine.state();
      deps.peers?.seen(state.engine);
      const rows = await readRows(deps, now);
      // Before shares are known, campaigns would play as often as they can.
      if (paces.known()) await send(rows, state);
      const current = await counted(rows, now).catch(async (error: unknown) => {
        await send(rows, state);
        throw error;
      });
      const content = await send(current, { ...state, revision: sent?.revision ?? state.revision });
      const playing = new Set<CampaignKey>(content.stations.flatMap((station) => station.campaigns));
      const lent = current.campaigns.filter(({ key }) => playing.has(key));
      await renewLeases(
        deps,
        lent.map((row) => ({ ...row, day: dayOf(row, now) })),
        state,
        now,
      );
      return { content, stations: current.stations };
    },
  };
};

export type Planned = { content: PlanContent; stations: readonly PlanStationRow[] };

const readRows = async (deps: PlanDeps, now: Date): Promise<PlanRows> => {
  const { db, brand } = deps;
  const [stations, campaigns] = [await planStations(db), await planCampaigns(db, now, leaseMs)];
  const providers = new Set(campaigns.flatMap(({ asked }) => asked.map(({ provider }) => provider)));
  const providerSpots = await providerSpotsOf(db, [...providers]);
  const creatives = new Set(
    [...campaigns.flatMap(({ attempts }) => attempts), ...providerSpots].map((one) => one.creative),
  );
  const renditions = await renditionsOf(db, [...creatives]);
  const readable = await readableFiles(deps, renditions);
  return { stations: stations.filter(hasAgreed(brand)), campaigns, renditions: readable, providerSpots };
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

type Sent = { engine: string; revision: number; hash: string };

/** Sends the plan unless the engine has it; revisions increase with the clock, and are always above the engine's. */
const sendIfNew = async (
  { engine, clock, log }: PlanDeps,
  content: PlanContent,
  state: AdState,
  sent: Sent | undefined,
): Promise<Sent | undefined> => {
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  if (sent?.engine === state.engine && sent.revision === state.revision && sent.hash === hash) return sent;
  if (state.revision === 0 && content.stations.length === 0) return undefined;
  const revision = Math.max(state.revision + 1, clock.now().getTime());
  const isTaken = await engine.putPlan({ revision, ...content });
  for (const { spot, reason } of state.unreadable) log.warn({ spot, reason }, 'the engine could not read a spot');
  // Another process sent a newer one meanwhile: the next round compares again.
  return isTaken ? { engine: state.engine, revision, hash } : undefined;
};
