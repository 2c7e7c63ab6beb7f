import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CampaignKey } from '#contract/rules/keys.ts';
import { dayMs, hourMs } from '#contract/rules/time.ts';
import type { CountSpots } from '#server/domains/podcasts/stats/count-spots.service.ts';
import type { Clock, Db, Tx } from '#server/kernel/kernel.ts';
import type { PlanCampaignRow } from '../plan/plan.repo.ts';
import { podcastsProcess, lockGoals } from '../leases/leases.repo.ts';
import { campaignDay } from './count-reasons.ts';
import { addReasons, uncountedSpots } from './reasons.repo.ts';

/*
 * Impressions lent to podcasts. A process takes a few of a campaign ahead, promises them to listeners for an hour, and a
 * promise that was not kept within a day is given back. The count of a lease is what it may still deliver, so what is lent
 * and delivered is never more than the goal.
 */

/** How long a process may promise of a lease. */
const promiseMs = hourMs;
/** How long after that what was promised may still be counted. */
const countedForMs = dayMs;
/** The clocks of machines differ by less. */
const skewMs = 60_000;
/** A process that needs more at once gets no more than this share of what is left, so that others get some too. */
const mostShare = 1 / 8;

export const fewestLent = 20;
/** `wanted`: how many impressions a process needs at once; a few by default. */
export type Lendable = Pick<PlanCampaignRow, 'key' | 'rate_limiting' | 'starts' | 'ends'> & { wanted?: number };
export type PodcastLease = { id: string; campaign: CampaignKey; count: number; until: number };

/** Lends impressions of these campaigns to podcasts, as far as their goals, daily limits and paces allow. */
export const lendToPodcasts = async (db: Db, campaigns: readonly Lendable[], now: Date): Promise<PodcastLease[]> =>
  await db.transaction().execute(async (tx) => {
    const keys = campaigns.map(({ key }) => key);
    const goals = await lockGoals(tx, keys);
    const lent = await lentOf(tx, keys, now);
    const leases = campaigns.flatMap((campaign): PodcastLease[] => {
      const goal = goals.get(campaign.key);
      const of = lent.get(campaign.key) ?? { open: 0, today: 0 };
      const count = goal ? lendable(campaign, { ...goal, ...of }, now.getTime()) : 0;
      const until = Math.min(now.getTime() + promiseMs, campaign.ends);
      return count > 0 && until > now.getTime() ? [{ id: randomUUID(), campaign: campaign.key, count, until }] : [];
    });
    if (leases.length > 0)
      await tx
        .insertInto('ad_leases')
        .values(
          leases.map(({ id, campaign, count, until }) => ({
            ...{ id, campaign_key: campaign, process: podcastsProcess, count, granted: now, until: new Date(until) },
          })),
        )
        .execute();
    return leases;
  });

type Goal = { limit: number; delivered: number; settled: number; reserved: number; open: number; today: number };

const lendable = ({ rate_limiting, starts, ends, wanted = 0 }: Lendable, goal: Goal, now: number): number => {
  const { pacing, perDay } = rate_limiting;
  const free = goal.limit - goal.settled - goal.open;
  const due =
    pacing === 'fast' ? Infinity : Math.ceil((goal.limit * (now + hourMs - starts)) / Math.max(1, ends - starts));
  const behind = due - goal.delivered - goal.reserved;
  const today = perDay === null ? Infinity : perDay - goal.today;
  const left = Math.min(free, behind, today);
  return Math.max(0, Math.min(left, Math.max(fewestLent, Math.min(wanted, Math.floor(left * mostShare)))));
};

/** What engines are lent now, and what may have been delivered of each campaign in the last day. */
const lentOf = async (
  tx: Tx,
  campaigns: readonly CampaignKey[],
  now: Date,
): Promise<Map<CampaignKey, { open: number; today: number }>> => {
  const { rows } = await sql<{ key: CampaignKey; open: number; today: number }>`
    select campaign_key as key,
      coalesce(sum(count) filter (where closed_at is null and process <> ${podcastsProcess}), 0)::float8 as open,
      coalesce(sum(case when closed_at is null then count else spent end), 0)::float8 as today
    from ad_leases where campaign_key = any(${campaigns}::text[])
      and (closed_at is null or closed_at > ${new Date(now.getTime() - dayMs)})
    group by campaign_key`.execute(tx);
  return new Map(rows.map(({ key, ...row }) => [key, row]));
};

/**
 * Frees what was lent to podcasts but not promised in time, and what was promised but not counted within a day, which the
 * campaign's reasons then show. Nothing of a closed lease is counted later.
 */
export const settlePodcastLeases = async (db: Db, now: Date): Promise<void> => {
  const ended = new Date(now.getTime() - skewMs);
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`select id from ad_leases where process = ${podcastsProcess}
      and closed_at is null and until < ${ended} order by id for no key update`.execute(tx);
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    // A statement of its own: it sees the promises that were made while the locks were awaited.
    await sql`update ad_leases l set count = l.spent + (
        select count(*) from ad_pin_spots s where s.lease_id = l.id and s.counted_at is null)
      where id = any(${ids}::uuid[])`.execute(tx);
    const { rows: closed } = await sql<{ id: string }>`update ad_leases set closed_at = ${now}
      where id = any(${ids}::uuid[]) and (count = spent or until < ${new Date(ended.getTime() - countedForMs)})
      returning id`.execute(tx);
    const left = await uncountedSpots(
      tx,
      closed.map(({ id }) => id),
    );
    await addReasons(
      tx,
      left.map(({ timezone, at, ...of }) => ({
        ...of,
        day: campaignDay(timezone, at.getTime()),
        reason: 'left',
        n: 1,
      })),
    );
  });
};

/** Counts what was promised and heard: each promise once, and none whose impression was given back. */
export const countPromised =
  ({ clock }: { clock: Clock }): CountSpots =>
  async (tx, heard) => {
    const leases = [...new Set(heard.map(({ spot }) => spot.lease))];
    const { rows: open } = await sql<{ id: string }>`select id from ad_leases
      where id = any(${leases}::uuid[]) and closed_at is null order by id for no key update`.execute(tx);
    const { rows } = await sql<{ listener: string; episode_key: string; slot: number; lease_id: string }>`
      update ad_pin_spots s set counted_at = ${clock.now()}
      from unnest(${heard.map(({ listener }) => listener)}::text[], ${heard.map(({ slice }) => slice.episode)}::text[],
        ${heard.map(({ spot }) => spot.slot)}::int[], ${heard.map(({ spot }) => spot.lease)}::uuid[])
        as h(listener, episode, slot, lease)
      where s.listener = h.listener and s.episode_key = h.episode and s.slot = h.slot and s.lease_id = h.lease
        and s.counted_at is null and s.lease_id = any(${open.map(({ id }) => id)}::uuid[])
      returning s.listener, s.episode_key, s.slot, s.lease_id`.execute(tx);
    await sql`update ad_leases l set spent = spent + c.n
      from (select lease, count(*) as n from unnest(${rows.map((row) => row.lease_id)}::uuid[]) as t(lease) group by lease) c
      where l.id = c.lease`.execute(tx);
    const counted = new Set(rows.map((row) => `${row.listener} ${row.episode_key} ${row.slot} ${row.lease_id}`));
    return heard.filter(({ listener, slice, spot }) =>
      counted.has(`${listener} ${slice.episode} ${spot.slot} ${spot.lease}`),
    );
  };
