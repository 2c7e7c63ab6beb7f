import type { Resource } from '#contract/keys.ts';
import type { Role } from '#contract/permissions.ts';
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

/** Whose things a call is about, and in what state. */
export type Whose = 'own' | 'sibling' | 'foreign' | 'deleted' | 'suspended';
export type Keys = Partial<Record<Resource, string>>;

export type World = { people: Record<Exclude<Standing, 'anonymous'>, TestPerson>; keys: Record<Whose, Keys> };

/**
 * A person for every standing, and for each an own account with a station and a track, a sibling station (there the
 * station's people have no role), a deleted station, all of the same in a suspended account, and somebody else's.
 */
export const makeWorld = async ({ make }: Pick<TestPortal, 'make'>): Promise<World> => {
  const people = await makePeople(make);
  const account = await make.account();
  const suspended = await make.account({ suspended: true });
  const deleted = await make.account({ deleted: true });
  const own = await things(make, account);
  const inSuspended = await things(make, suspended);
  const inDeleted = await things(make, deleted);
  for (const key of [account, suspended, deleted]) {
    await make.accountMember(key, people.accountOwner, 'owner');
    await make.accountMember(key, people.accountAdmin, 'admin');
  }
  for (const { station } of [own, inSuspended, inDeleted]) {
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
    },
  };
};

type Make = TestPortal['make'];

const things = async (make: Make, account: Awaited<ReturnType<Make['account']>>) => {
  const station = await make.station(account);
  return { account, station, track: await make.track(station) };
};

const makePeople = async (make: Make): Promise<World['people']> => {
  const entries = await Promise.all(
    standings
      .filter((standing) => standing !== 'anonymous')
      .map(async (standing) => [standing, await make.person({ admin: standing === 'portalAdmin' })] as const),
  );
  return Object.fromEntries(entries) as World['people'];
};
