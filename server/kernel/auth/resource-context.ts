import { sql, type RawBuilder } from 'kysely';
import type { Resource } from '#contract/keys.ts';
import type { Role } from '#contract/permissions.ts';
import type { Person, ResourceContext } from '../http/handler.ts';
import { prepared } from '../db/prepared.ts';
import type { Db } from '../kernel.ts';

/** The resource context of each key; one query per kind of resource. Keys that don't exist are missing. */
export const findResourceContexts = async (
  db: Db,
  person: Person | undefined,
  wanted: ReadonlyMap<Resource, ReadonlySet<string>>,
): Promise<Map<string, ResourceContext>> => {
  const found = await Promise.all(
    [...wanted].map(async ([resource, keys]) => {
      const rows = await (lookups[resource]?.(db, person?.id ?? null, [...keys]) ?? []);
      return rows.map((row) => whereaboutsOf(resource, row, person));
    }),
  );
  return new Map(found.flat().map((where) => [where.key, where]));
};

type Row = {
  key: string;
  account: string;
  station: string | null;
  podcast?: string | null;
  deleted: boolean;
  account_deleted: boolean;
  account_suspended: boolean;
  station_suspended: boolean;
  account_role: 'owner' | 'admin' | null;
  station_role: 'owner' | 'admin' | 'staff' | null;
  /** For accounts: the user works in one of its stations, so may know that the account exists. */
  works_within: boolean;
};
type Lookup = (db: Db, user: string | null, keys: string[]) => Promise<Row[]>;

const whereaboutsOf = (resource: Resource, row: Row, person: Person | undefined): ResourceContext => ({
  resource,
  key: row.key,
  account: row.account as ResourceContext['account'],
  station: row.station as ResourceContext['station'],
  podcast: (row.podcast ?? null) as ResourceContext['podcast'],
  deleted: row.deleted,
  accountDeleted: row.account_deleted,
  accountSuspended: row.account_suspended,
  stationSuspended: row.station_suspended,
  roles: rolesOf(row, person),
  worksWithin: row.works_within,
});

const rolesOf = (row: Row, person: Person | undefined): Role[] => {
  if (!person) return [];
  const roles: Role[] = ['signedIn'];
  if (person.isPortalAdmin) roles.push('portalAdmin');
  if (row.account_role) roles.push(row.account_role === 'owner' ? 'accountOwner' : 'accountAdmin');
  if (row.station_role) roles.push(stationRole[row.station_role]);
  return roles;
};
const stationRole = { owner: 'stationOwner', admin: 'stationAdmin', staff: 'stationStaff' } as const;

/** Looks up any number of keys in one statement. */
const rows = async (db: Db, statement: RawBuilder<Row>): Promise<Row[]> => (await statement.execute(db)).rows;

const named = (resource: Resource, keys: string[]): RawBuilder<unknown> =>
  prepared(`whereabouts.${resource}${keys.length === 1 ? '' : 's'}`);
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

const lookups: Partial<Record<Resource, Lookup>> = {
  account: (db, user, keys) =>
    rows(
      db,
      sql<Row>`${named('account', keys)} select a.key, a.key as account, null as station, a.deleted_at is not null as deleted,
        a.deleted_at is not null as account_deleted, a.suspended_at is not null as account_suspended, false as station_suspended, am.role as account_role,
        null as station_role, exists (select from station_members sm join stations s on s.key = sm.station_key
          where s.account_key = a.key and s.deleted_at is null and sm.user_id = ${user}) as works_within
      from accounts a left join account_members am on am.account_key = a.key and am.user_id = ${user}
      where a.key ${isAmong(keys)}`,
    ),
  station: (db, user, keys) =>
    rows(
      db,
      sql<Row>`${named('station', keys)} select s.key, ${stationColumns}, s.deleted_at is not null or a.deleted_at is not null as deleted
      from stations s ${stationJoins(user)} where s.key ${isAmong(keys)}`,
    ),
  track: (db, user, keys) =>
    rows(
      db,
      sql<Row>`${named('track', keys)} select t.key, ${stationColumns}, s.deleted_at is not null or a.deleted_at is not null as deleted
      from tracks t join stations s on s.key = t.station_key ${stationJoins(user)} where t.key ${isAmong(keys)}`,
    ),
  podcast: (db, user, keys) =>
    rows(
      db,
      sql<Row>`${named('podcast', keys)} select p.key, ${podcastColumns} from podcasts p ${podcastJoins(user)}
      where p.key ${isAmong(keys)}`,
    ),
  episode: (db, user, keys) =>
    rows(
      db,
      sql<Row>`${named('episode', keys)} select e.key, p.key as podcast, ${podcastColumns}
      from episodes e join podcasts p on p.key = e.podcast_key ${podcastJoins(user)} where e.key ${isAmong(keys)}`,
    ),
};
