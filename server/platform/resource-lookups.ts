import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '#contract/keys.ts';
import type { ResourceLookup, ResourceRow } from '#server/kernel/auth/resource-context.ts';
import { prepared } from '#server/kernel/db/prepared.ts';
import type { Db } from '#server/kernel/kernel.ts';

/** Looks up any number of keys in one statement. */
const rows = async (db: Db, statement: RawBuilder<ResourceRow>): Promise<ResourceRow[]> =>
  (await statement.execute(db)).rows;

const named = (resource: Resource, keys: string[]): RawBuilder<unknown> =>
  prepared(`resource.${resource}${keys.length === 1 ? '' : 's'}`);
/** Nearly all calls have one key, for which `=` gets the better plan. */
const isAmong = (keys: string[]): RawBuilder<unknown> => (keys.length === 1 ? sql`= ${keys[0]}` : sql`= any(${keys})`);

const stationColumns = sql`
  a.key as account, s.key as station, a.deleted_at is not null as account_deleted,
  a.suspended_at is not null as account_suspended,
  s.suspended_at is not null as station_suspended, am.role as account_role, sm.role as station_role,
  false as works_within`;
const stationJoins = (user: string | null) => sql`
  join accounts a on a.key = s.account_key
  left join account_members am on am.account_key = a.key and am.user_id = ${user}
  left join station_members sm on sm.station_key = s.key and sm.user_id = ${user}`;

/** A podcast belongs to an account, or to one of its stations. */
const podcastColumns = sql`
  a.key as account, s.key as station, a.deleted_at is not null as account_deleted,
  a.suspended_at is not null as account_suspended,
  coalesce(s.suspended_at is not null, false) as station_suspended, am.role as account_role, sm.role as station_role,
  false as works_within, a.deleted_at is not null or s.deleted_at is not null as deleted`;
const podcastJoins = (user: string | null) => sql`
  join accounts a on a.key = p.account_key left join stations s on s.key = p.station_key
  left join account_members am on am.account_key = a.key and am.user_id = ${user}
  left join station_members sm on sm.station_key = s.key and sm.user_id = ${user}`;

/** The kinds of resources that have an owner, each by one query. */
export const resourceLookups: Partial<Record<Resource, ResourceLookup>> = {
  account: (db, user, keys) =>
    rows(
      db,
      sql<ResourceRow>`${named('account', keys)} select a.key, a.key as account, null as station, a.deleted_at is not null as deleted,
        a.deleted_at is not null as account_deleted, a.suspended_at is not null as account_suspended, false as station_suspended, am.role as account_role,
        null as station_role, exists (select from station_members sm join stations s on s.key = sm.station_key
          where s.account_key = a.key and s.deleted_at is null and sm.user_id = ${user}) as works_within
      from accounts a left join account_members am on am.account_key = a.key and am.user_id = ${user}
      where a.key ${isAmong(keys)}`,
    ),
  station: (db, user, keys) =>
    rows(
      db,
      sql<ResourceRow>`${named('station', keys)} select s.key, ${stationColumns}, s.deleted_at is not null or a.deleted_at is not null as deleted
      from stations s ${stationJoins(user)} where s.key ${isAmong(keys)}`,
    ),
  track: (db, user, keys) =>
    rows(
      db,
      sql<ResourceRow>`${named('track', keys)} select t.key, ${stationColumns}, s.deleted_at is not null or a.deleted_at is not null as deleted
      from tracks t join stations s on s.key = t.station_key ${stationJoins(user)} where t.key ${isAmong(keys)}`,
    ),
  campaign: (db, user, keys) =>
    rows(
      db,
      sql<ResourceRow>`${named('campaign', keys)} select c.key, a.key as account, null as station, a.deleted_at is not null as deleted,
        a.deleted_at is not null as account_deleted, a.suspended_at is not null as account_suspended, false as station_suspended,
        am.role as account_role, null as station_role, false as works_within
      from campaigns c join accounts a on a.key = c.account_key
      left join account_members am on am.account_key = a.key and am.user_id = ${user}
      where c.key ${isAmong(keys)}`,
    ),
  player: (db, user, keys) =>
    rows(
      db,
      sql<ResourceRow>`${named('player', keys)} select y.key, a.key as account, y.station_key as station,
        a.deleted_at is not null or y.removed_at is not null as deleted,
        a.deleted_at is not null as account_deleted, a.suspended_at is not null as account_suspended, false as station_suspended,
        am.role as account_role, null as station_role, false as works_within
      from players y join accounts a on a.key = y.account_key
      left join account_members am on am.account_key = a.key and am.user_id = ${user}
      where y.key ${isAmong(keys)}`,
    ),
  podcast: (db, user, keys) =>
    rows(
      db,
      sql<ResourceRow>`${named('podcast', keys)} select p.key, ${podcastColumns} from podcasts p ${podcastJoins(user)}
      where p.key ${isAmong(keys)}`,
    ),
  episode: (db, user, keys) =>
    rows(
      db,
      sql<ResourceRow>`${named('episode', keys)} select e.key, p.key as podcast, ${podcastColumns}
      from episodes e join podcasts p on p.key = e.podcast_key ${podcastJoins(user)} where e.key ${isAmong(keys)}`,
    ),
};
