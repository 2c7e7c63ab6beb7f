import { sql } from 'kysely';
import type { AccountKey, Resource } from '#contract/rules/keys.ts';
import type { Role } from '#contract/rules/permissions.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { TestPerson } from './make.ts';
import type { TestPortal } from './portal.ts';

/** A caller's role towards the resources of a test. */
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

/**
 * The owner and state of a call's resources: the state is that of the account, or only of the station in the own
 * account.
 */
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
 * A user for every role; an own account with a station, a track, a podcast and an episode, a sibling station (in which
 * the station's users have no role), a deleted and a suspended station; the same in a suspended, a deleted and a
 * foreign account.
 */
export const makeWorld = async ({ make }: Pick<TestPortal, 'make'>): Promise<World> => {
  const people = await makePeople(make);
  const account = await make.account();
  const suspended = await make.account({ suspended: true });
  const deleted = await make.account({ plan: 'none' });
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
  await make.deleteAccount(deleted);
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

/** Tables to restore in full after calls deleted rows, each before those that reference it. */
const restoredTables = [
  'accounts',
  'stations',
  'station_members',
  'tracks',
  'podcasts',
  'episodes',
  'campaigns',
  'players',
  'welcome_prompts',
] as const;

/** What identifies a table's rows, and what is restored in them. */
const stateOf = {
  accounts: `concat_ws('|', key, suspended_at is null, deleted_at is null)`,
  stations: `concat_ws('|', key, account_key, suspended_at is null, deleted_at is null)`,
  station_members: 'station_key || user_id',
  tracks: 'key',
  podcasts: 'key',
  episodes: 'key',
  campaigns: 'key',
  players: `concat_ws('|', key, removed_at is null)`,
  welcome_prompts: 'station_key',
} as const satisfies Record<(typeof restoredTables)[number], string>;

/**
 * Restores what a test's calls changed: existing and suspended resources, the account of each station, and its members;
 * so that all calls start from the same state. Most calls change none of them, which one statement finds out.
 */
export const worldRestorer = async (db: Db): Promise<{ restore(): Promise<void> }> => {
  const saved = new Map<string, Awaited<ReturnType<typeof rowsOf>>>();
  for (const table of restoredTables) saved.set(table, await rowsOf(db, table));
  const rows = (table: string) =>
    sql`jsonb_populate_recordset(null::${sql.table(table)}, ${saved.get(table)!.rows}::jsonb)`;
  const currentState = async (): Promise<string> => {
    const states = restoredTables.map(
      (table) => sql`(select md5(string_agg(one, ',' order by one))
        from (select (${sql.raw(stateOf[table])})::text as one from ${sql.table(table)}) rows)`,
    );
    return (await sql<{ state: string }>`select concat_ws(' ', ${sql.join(states)}) as state`.execute(db)).rows[0]!
      .state;
  };
  let state = await currentState();
  return {
    async restore() {
      if ((await currentState()) === state) return;
      for (const [table, { columns }] of saved)
        await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${rows(table)}
          on conflict do nothing`.execute(db);
      await sql`update stations s set account_key = k.account_key from ${rows('stations')} k
        where s.key = k.key and s.account_key <> k.account_key`.execute(db);
      for (const table of ['accounts', 'stations'])
        await sql`update ${sql.table(table)} t set suspended_at = k.suspended_at, deleted_at = k.deleted_at
          from ${rows(table)} k
          where t.key = k.key and (t.suspended_at is null, t.deleted_at is null)
            is distinct from (k.suspended_at is null, k.deleted_at is null)`.execute(db);
      await sql`update players p set removed_at = null from ${rows('players')} k
        where p.key = k.key and p.removed_at is not null`.execute(db);
      state = await currentState();
    },
  };
};

/** The rows of a table, and its writable columns. */
const rowsOf = async (db: Db, table: string) => {
  const { rows } = await sql<{ rows: string; columns: string[] }>`
    select (select coalesce(jsonb_agg(t), '[]')::text from ${sql.table(table)} t) as rows, array_agg(column_name::text) as columns
    from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`.execute(db);
  const { rows: saved, columns } = rows[0]!;
  return { rows: saved, columns: sql.join(columns.map((name) => sql.ref(name))) };
};

type Make = TestPortal['make'];

const things = async (make: Make, account: AccountKey, state: { deleted?: boolean; suspended?: boolean } = {}) => {
  const station = await make.station(account, state);
  await make.prompt(station);
  const podcast = await make.podcast(account, { station });
  const [track, episode] = [await make.track(station), await make.episode(podcast)];
  return {
    account,
    station,
    track,
    podcast,
    episode,
    campaign: await make.campaign(account),
    player: await make.player(account, [station]),
  };
};

const makePeople = async (make: Make): Promise<World['people']> => {
  const entries = await Promise.all(
    standings
      .filter((standing) => standing !== 'anonymous')
      .map(async (standing) => [standing, await make.person({ admin: standing === 'portalAdmin' })] as const),
  );
  return Object.fromEntries(entries) as World['people'];
};
