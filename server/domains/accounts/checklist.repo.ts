import { sql } from 'kysely';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { activeStatusList } from '#server/platform/active-statuses.ts';

type Done = Record<'station' | 'onAir' | 'plan', boolean> & { stations: StationKey[] };

/** The first steps an account has completed according to the database, and its stations, in one query. */
export const completedSteps = async (db: Db, account: AccountKey): Promise<Done> => {
  const { rows } = await sql<Done>`
    with own as (
      select key, running and suspended_at is null as is_running from stations
      where account_key = ${account} and deleted_at is null)
    select exists (select from own) as station,
      accounts.suspended_at is null and exists (select from own
        join playlist_tracks on playlist_tracks.station_key = own.key
        join tracks on tracks.key = playlist_tracks.track_key
        where own.is_running and tracks.state = 'ready') as "onAir",
      accounts.requested_plan is not null or exists (select from subscriptions
        where account_key = ${account} and station_key is null and status in (${activeStatusList})
          and plan <> 'trial') as plan,
      coalesce((select array_agg(key) from own), '{}') as stations
    from accounts where key = ${account}`.execute(db);
  return rows[0] as Done;
};
