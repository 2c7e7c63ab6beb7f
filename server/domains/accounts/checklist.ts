import { sql } from 'kysely';
import type { ClickHouseClient } from '@clickhouse/client';
import type * as z from 'zod/mini';
import type { Checklist } from '#contract/accounts.ts';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { wasEverLive } from '#server/domains/analytics/broadcasts.service.ts';
import type { LiveHub } from '#server/domains/session/live.events.ts';
import type { Kernel } from '#server/kernel/kernel.ts';

type Deps = Pick<Kernel, 'db' | 'log'> & { live: LiveHub; clickhouse: ClickHouseClient };

/** What a new account still has to do, in the order of doing it; the encoder's step is done once one was heard. */
export const checklist = async (deps: Deps, account: AccountKey): Promise<z.infer<typeof Checklist>> => {
  const { stations, ...done } = await look(deps, account);
  const steps = ['station', 'music', 'onAir', 'encoder', 'people', 'logo', 'plan'] as const;
  const encoder = await hasBroadcast(deps, stations);
  return { steps: steps.map((id) => ({ id, done: id === 'encoder' ? encoder : done[id] })) };
};

/** While ClickHouse is away only an encoder that is connected now is known of. */
const hasBroadcast = async ({ live, clickhouse, log }: Deps, stations: StationKey[]): Promise<boolean> => {
  if (stations.some((key) => live.last(key)?.source === 'live')) return true;
  if (stations.length === 0) return false;
  return await wasEverLive(clickhouse, stations).catch((error: unknown) => {
    log.warn({ error: String(error) }, 'the checklist is without past broadcasts');
    return false;
  });
};

type Found = Record<'logo' | 'station' | 'music' | 'onAir' | 'people' | 'plan', boolean> & { stations: StationKey[] };

const look = async ({ db }: Pick<Kernel, 'db'>, account: AccountKey): Promise<Found> => {
  const { rows } = await sql<Found>`
    with own as (
      select key, running and suspended_at is null as is_running from stations
      where account_key = ${account} and deleted_at is null)
    select accounts.logo is not null as logo,
      exists (select from own) as station,
      exists (select from tracks join own on own.key = tracks.station_key where state = 'ready') as music,
      accounts.suspended_at is null and exists (select from own
        join playlist_tracks on playlist_tracks.station_key = own.key
        join tracks on tracks.key = playlist_tracks.track_key
        where own.is_running and tracks.state = 'ready') as "onAir",
      (select count(*) from account_members where account_key = ${account}) > 1
        or exists (select from station_members join own on own.key = station_members.station_key)
        or exists (select from invitations
          where account_key = ${account} and state = 'pending' and expires_at > now())
        or exists (select from invitations join own on own.key = invitations.station_key
          where state = 'pending' and expires_at > now()) as people,
      accounts.requested_plan is not null or exists (select from subscriptions
        where account_key = ${account} and station_key is null and status <> 'canceled' and plan <> 'trial') as plan,
      coalesce((select array_agg(key) from own), '{}') as stations
    from accounts where key = ${account}`.execute(db);
  return rows[0] as Found;
};
