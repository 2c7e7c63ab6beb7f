import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '#contract/rules/keys.ts';
import type { ResourceLookup, ResourceRow } from '#server/kernel/auth/resource-context.ts';

const stationColumns = sql`
  accounts.key as account, stations.key as station, accounts.deleted_at is not null as account_deleted,
  accounts.suspended_at is not null as account_suspended,
  stations.suspended_at is not null as station_suspended, am.role as account_role, sm.role as station_role,
  false as works_within`;
const stationJoins = (user: RawBuilder<string | null>) => sql`
  join accounts on accounts.key = stations.account_key
  left join account_members am on am.account_key = accounts.key and am.user_id = ${user}
  left join station_members sm on sm.station_key = stations.key and sm.user_id = ${user}`;

/** A podcast belongs to an account, or to one of its stations. */
const podcastColumns = sql`
  accounts.key as account, stations.key as station, accounts.deleted_at is not null as account_deleted,
  accounts.suspended_at is not null as account_suspended,
  coalesce(stations.suspended_at is not null, false) as station_suspended, am.role as account_role, sm.role as station_role,
  false as works_within, accounts.deleted_at is not null or stations.deleted_at is not null as deleted`;
const podcastJoins = (user: RawBuilder<string | null>) => sql`
  join accounts on accounts.key = p.account_key left join stations on stations.key = p.station_key
  left join account_members am on am.account_key = accounts.key and am.user_id = ${user}
  left join station_members sm on sm.station_key = stations.key and sm.user_id = ${user}`;

/** The kinds of resources that have an owner, each by one statement. */
export const resourceLookups: Partial<Record<Resource, ResourceLookup>> = {
  account: ({ user, isAmong, more }) =>
    sql<ResourceRow>`select accounts.key, accounts.key as account, null as station, accounts.deleted_at is not null as deleted,
        accounts.deleted_at is not null as account_deleted, accounts.suspended_at is not null as account_suspended, false as station_suspended, am.role as account_role,
        null as station_role, exists (select from station_members sm join stations s on s.key = sm.station_key
          where s.account_key = accounts.key and s.deleted_at is null and sm.user_id = ${user}) as works_within ${more}
      from accounts left join account_members am on am.account_key = accounts.key and am.user_id = ${user}
      where accounts.key ${isAmong}`,
  station: ({ user, isAmong, more }) =>
    sql<ResourceRow>`select stations.key, ${stationColumns}, stations.deleted_at is not null or accounts.deleted_at is not null as deleted ${more}
      from stations ${stationJoins(user)} where stations.key ${isAmong}`,
  track: ({ user, isAmong, more }) =>
    sql<ResourceRow>`select t.key, ${stationColumns}, stations.deleted_at is not null or accounts.deleted_at is not null as deleted ${more}
      from tracks t join stations on stations.key = t.station_key ${stationJoins(user)} where t.key ${isAmong}`,
  campaign: ({ user, isAmong, more }) =>
    sql<ResourceRow>`select c.key, accounts.key as account, null as station, accounts.deleted_at is not null as deleted,
        accounts.deleted_at is not null as account_deleted, accounts.suspended_at is not null as account_suspended, false as station_suspended,
        am.role as account_role, null as station_role, false as works_within ${more}
      from campaigns c join accounts on accounts.key = c.account_key
      left join account_members am on am.account_key = accounts.key and am.user_id = ${user}
      where c.key ${isAmong}`,
  player: ({ user, isAmong, more }) =>
    sql<ResourceRow>`select y.key, accounts.key as account, y.station_key as station,
        accounts.deleted_at is not null or y.removed_at is not null as deleted,
        accounts.deleted_at is not null as account_deleted, accounts.suspended_at is not null as account_suspended, false as station_suspended,
        am.role as account_role, null as station_role, false as works_within ${more}
      from players y join accounts on accounts.key = y.account_key
      left join account_members am on am.account_key = accounts.key and am.user_id = ${user}
      where y.key ${isAmong}`,
  podcast: ({ user, isAmong, more }) =>
    sql<ResourceRow>`select p.key, ${podcastColumns} ${more} from podcasts p ${podcastJoins(user)}
      where p.key ${isAmong}`,
  episode: ({ user, isAmong, more }) =>
    sql<ResourceRow>`select e.key, p.key as podcast, ${podcastColumns} ${more}
      from episodes e join podcasts p on p.key = e.podcast_key ${podcastJoins(user)} where e.key ${isAmong}`,
};
