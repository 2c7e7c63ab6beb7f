import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import type { AdLease, AdState } from '#contract/engine/engine-ads.ts';
import type { CampaignKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { deliveredByLease, deliveredSince, recordedUntil } from '../delivery-counts/delivery-counts.ts';
import type { AdEngine } from '../plan/ad-engine.ts';
import type { PlanCampaignRow } from '../plan/plan.repo.ts';
import { isFinal, lend, type LendingChange, type OpenLease } from './lend.ts';
import * as repo from './leases.repo.ts';
import type { Peers } from './peers.ts';

type Deps = { db: Db; clickhouse: ClickHouseClient; engine: Pick<AdEngine, 'putLeases'>; peers?: Peers };
type Playing = Pick<PlanCampaignRow, 'key' | 'rate_limiting' | 'ends'> & {
  /** When the day of its time zone began and ends, if it has a daily limit; ms since the epoch. */
  day: { starts: number; ends: number } | null;
};

/**
 * Lends the engine impressions of the campaigns that play, and closes leases whose count is final. Everything lent is in the
 * database before the engine hears of it; what the engine gives back is freed only after it has agreed.
 */
export const renewLeases = async (
  deps: Deps,
  campaigns: readonly Playing[],
  state: AdState,
  now: Date,
): Promise<void> => {
  const reported = new Map(state.leases.map((lease) => [lease.id, lease]));
  const before = await repo.openLeases(deps.db);
  await followEngine(deps, before, state.engine, reported, now);
  await settle(deps, before, state, now);
  const changes = await lendAll(deps, campaigns, state.engine, now);
  const own = (await repo.openLeases(deps.db)).filter(
    ({ id, is_lost: isLost, process, until }) =>
      process === state.engine && until > now.getTime() && (!isLost || reported.get(id)?.phase === 'former'),
  );
  const reductions = new Map(
    changes.filter(({ kind }) => kind === 'reduce').map((one) => ['id' in one ? one.id : '', one]),
  );
  const leases: AdLease[] = own.map(({ id, campaign_key: campaign, count, until, is_lost: isLost }) => ({
    ...{ id, campaign, until },
    count: reductions.get(id)?.count ?? count,
    ...(isLost && { closing: true }),
  }));
  if (leases.length === 0) return;
  const answer = new Map((await deps.engine.putLeases(leases)).leases.map((lease) => [lease.id, lease]));
  await markKnown(deps.db, own, answer, now);
  for (const [id, { count }] of reductions) {
    const agreed = answer.get(id);
    if (agreed && agreed.count <= count)
      await repo.reduceLease(deps.db, { id, count: Math.max(agreed.count, agreed.spent) });
  }
};

/**
 * Stores what the engine has granted; one that forgot a lease, or granted less of it than before, has lost it. One that
 * never reached it, as the engine or the portal was killed meanwhile, is sent again. A lease of which a process that has ended held a part is treated as lost too, and closed as soon as the engine can.
 */
const followEngine = async (
  { db, peers }: Deps,
  open: readonly repo.LeaseRow[],
  engine: string,
  reported: ReadonlyMap<string, AdState['leases'][number]>,
  now: Date,
): Promise<void> => {
  const usable = open.filter((lease) => !lease.is_lost && lease.is_sent);
  const lost = usable.filter(({ id, process, spent, is_known: isKnown }) => {
    const lease = reported.get(id);
    if (process !== engine) return peers?.isPeer(process) !== true;
    return lease === undefined ? isKnown : lease.spent < spent || lease.phase !== undefined;
  });
  await markKnown(db, usable, reported, now);
  await repo.markLost(
    db,
    lost.map(({ id }) => id),
    now,
  );
  await repo.saveSpent(
    db,
    usable.flatMap(({ id }) => reported.get(id) ?? []),
  );
};

const markKnown = async (
  db: Db,
  open: readonly repo.LeaseRow[],
  reported: ReadonlyMap<string, AdState['leases'][number]>,
  now: Date,
): Promise<void> =>
  await repo.markKnown(
    db,
    open.filter(({ id, is_known: isKnown }) => !isKnown && reported.has(id)).map(({ id }) => id),
    now,
  );

const settle = async (
  { db, clickhouse, peers }: Deps,
  open: readonly repo.LeaseRow[],
  { engine, leases: reported }: AdState,
  now: Date,
): Promise<void> => {
  const closed = new Set(reported.flatMap(({ id, phase }) => (phase === 'closed' ? [id] : [])));
  const isClosed = ({ id, process }: repo.LeaseRow): boolean => process === engine && closed.has(id);
  const final = open.filter(isClosed);
  const ended = open.filter((lease) => lease.until < now.getTime() && !isClosed(lease));
  for (const [process, leases] of Map.groupBy(ended, (lease) => lease.process)) {
    const isOfCurrentEngine = process === engine || peers?.isPeer(process) === true;
    const recorded = await recordedUntil(clickhouse, process, Math.min(...leases.map(({ until }) => until)));
    for (const lease of leases)
      if (isFinal({ until: lease.until, isOfCurrentEngine }, { now: now.getTime(), recorded })) final.push(lease);
  }
  const delivered = await deliveredByLease(
    clickhouse,
    final.map(({ id }) => id),
  );
  await repo.closeLeases(
    db,
    final.map(({ id }) => ({ id, delivered: delivered.get(id) ?? 0 })),
    now,
  );
};

const lendAll = async (
  { db, clickhouse, peers }: Deps,
  campaigns: readonly Playing[],
  engine: string,
  now: Date,
): Promise<LendingChange[]> => {
  const days = new Map(campaigns.flatMap(({ key, day }) => (day ? [[key, day.starts] as const] : [])));
  const today = await deliveredSince(clickhouse, days);
  const heard = await deliveredByLease(
    clickhouse,
    (await repo.openLeases(db)).map(({ id }) => id),
  );
  return await db.transaction().execute(async (tx) => {
    const goals = await repo.lockGoals(
      tx,
      campaigns.map(({ key }) => key),
    );
    const open = Map.groupBy(await repo.openLeases(tx), (lease) => lease.campaign_key);
    const changes: LendingChange[] = [];
    for (const campaign of campaigns) {
      const goal = goals.get(campaign.key);
      if (!goal) continue;
      const leases = (open.get(campaign.key) ?? []).map((lease) => openLease(lease, heard, engine));
      const { pacing, perDay } = campaign.rate_limiting;
      const left = (perDay ?? 0) - (today.get(campaign.key) ?? 0) - goal.reserved;
      const day = campaign.day && { left, ends: campaign.day.ends };
      const at = { now: now.getTime(), ends: campaign.ends, engines: peers?.count ?? 1 };
      const change = lend({ ...goal, open: leases, ...at, pacing, day });
      if (!change) continue;
      changes.push(change);
      if (change.kind === 'extend') await repo.extendLease(tx, change);
      if (change.kind === 'open') await openNew(tx, campaign.key, engine, change, now);
    }
    return changes;
  });
};

const openNew = async (
  tx: Parameters<typeof repo.insertLease>[0],
  campaign: CampaignKey,
  process: string,
  { count, until }: { count: number; until: number },
  now: Date,
): Promise<void> => await repo.insertLease(tx, { id: randomUUID(), campaign, process, count, until, now });

const openLease = (
  { id, count, spent, until, granted, is_lost, process }: repo.LeaseRow,
  heard: ReadonlyMap<string, number>,
  engine: string,
): OpenLease => ({
  ...{ id, count, spent, until, granted },
  delivered: heard.get(id) ?? 0,
  isLost: is_lost || process !== engine,
});
