import { sql } from 'kysely';
import type { AccountKey, Resource } from '#contract/keys.ts';
import type { Role } from '#contract/permissions.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { TestPerson } from './make.ts';
import type { TestPortal } from './portal.ts';

/** How somebody stands towards the things of a test. */
export type Standing = 'anonymous' | 'stranger' | Exclude<Role, 'signedIn'>;
export const standings: readonly Standing[] = [
  'anonymous',
  'stranger',
  'stationStaff',
  'stationAdmin',
  'stationOwner',
  'accountAdmin',
  'accountOwner',
  'portalAdmin',
];

/** Whose things a call is about, and in what state: the account's, or only the station's within the own account. */
export type Whose = 'own' | 'sibling' | 'foreign' | 'deleted' | 'suspended' | 'deletedStation' | 'suspendedStation';
export const whoses: readonly Whose[] = [
  'own',
  'sibling',
  'foreign',
  'deleted',
  'suspended',
  'deletedStation',
  'suspendedStation',
];
export type Keys = Partial<Record<Resource, string>>;

export type World = { people: Record<Exclude<Standing, 'anonymous'>, TestPerson>; keys: Record<Whose, Keys> };

/**
 * A person for every standing, and for each an own account with a station, a track, a podcast and an episode, a sibling station (there the
 * station's people have no role), a deleted and a suspended station, all of the same in a suspended and in a deleted
 * account, and somebody else's.
 */
export const makeWorld = async ({ make }: Pick<TestPortal, 'make'>): Promise<World> => {
  const people = await makePeople(make);
  const account = await make.account();
  const suspended = await make.account({ suspended: true });
  const deleted = await make.account({ deleted: true });
  const own = await things(make, account);
  const deletedStation = await things(make, account, { deleted: true });
  const suspendedStation = await things(make, account, { suspended: true });
  const inSuspended = await things(make, suspended);
  const inDeleted = await things(make, deleted);
  for (const key of [account, suspended, deleted]) {
    await make.accountMember(key, people.accountOwner, 'owner');
    await make.accountMember(key, people.accountAdmin, 'admin');
  }
  for (const { station } of [own, deletedStation, suspendedStation, inSuspended, inDeleted]) {
    await make.stationMember(station, people.stationOwner, 'owner');
    await make.stationMember(station, people.stationAdmin, 'admin');
    await make.stationMember(station, people.stationStaff, 'staff');
  }
  return {
    people,
    keys: {
      own,
      sibling: { ...(await things(make, account)), account: undefined },
      foreign: await things(make, await make.account()),
      deleted: inDeleted,
      suspended: inSuspended,
      deletedStation,
      suspendedStation,
    },
  };
};

/** What is put back whole where calls took it away, each before what refers to it. */
const keptTables = ['accounts', 'stations', 'station_members', 'tracks', 'podcasts', 'episodes'] as const;

/**
 * Puts back what calls of a test changed of who is there and suspended, which account a station is of and who works in
 * it; the calls of a table each start from it.
 */
export const worldKeeper = async (db: Db): Promise<{ restore(): Promise<void> }> => {
  const kept = new Map<string, Awaited<ReturnType<typeof rowsOf>>>();
  for (const table of keptTables) kept.set(table, await rowsOf(db, table));
  const rows = (table: string) =>
    sql`jsonb_populate_recordset(null::${sql.table(table)}, ${kept.get(table)!.rows}::jsonb)`;
  return {
    async restore() {
      for (const [table, { columns }] of kept)
        await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${rows(table)}
          on conflict do nothing`.execute(db);
      await sql`update stations s set account_key = k.account_key from ${rows('stations')} k
        where s.key = k.key and s.account_key <> k.account_key`.execute(db);
      for (const table of ['accounts', 'stations'])
        await sql`update ${sql.table(table)} t set suspended_at = k.suspended_at, deleted_at = k.deleted_at
          from ${rows(table)} k
          where t.key = k.key and (t.suspended_at is null, t.deleted_at is null)
            is distinct from (k.suspended_at is null, k.deleted_at is null)`.execute(db);
    },
  };
};

/** The rows of a table, and the columns of them that can be written. */
const rowsOf = async (db: Db, table: string) => {
  const { rows } = await sql<{ rows: string; columns: string[] }>`
    select (select coalesce(jsonb_agg(t), '[]')::text from ${sql.table(table)} t) as rows, array_agg(column_name::text) as columns
    from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(db);
  const { rows: kept, columns } = rows[0]!;
  return { rows: kept, columns: sql.join(columns.map((name) => sql.ref(name))) };
};

type Make = TestPortal['make'];

const things = async (make: Make, account: AccountKey, state: { deleted?: boolean; suspended?: boolean } = {}) => {
  const station = await make.station(account, state);
  const podcast = await make.podcast(account, { station });
  return { account, station, track: await make.track(station), podcast, episode: await make.episode(podcast) };
};

const makePeople = async (make: Make): Promise<World['people']> => {
  const entries = await Promise.all(
    standings
      .filter((standing) => standing !== 'anonymous')
      .map(async (standing) => [standing, await make.person({ admin: standing === 'portalAdmin' })] as const),
  );
  return Object.fromEntries(entries) as World['people'];
};
