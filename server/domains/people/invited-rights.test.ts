import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { people } from '#contract/api/people.ts';
import type { TestClient } from '#server/testing/client.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { bySession, outcomeAt, expectedOutcome, whosesOf } from '#server/testing/outcome.ts';
import { invitationSecret } from '#server/testing/invitations.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { makeWorld, worldRestorer, type Standing, type Whose, type World } from '#server/testing/world.ts';
import { workInvitations } from './invitation.work.ts';

/*
 * An invited person can do exactly what their role allows and nothing else: every action for signed-in users is compared with
 * contract/rules/permissions.ts before they accept, as a member, and after their removal. That every endpoint requires its action is
 * tested for each role in kernel/auth/authorization.test.ts.
 */

let at: TestPortal;
let world: World;
let keeper: Awaited<ReturnType<typeof worldRestorer>>;
let account: AccountKey;
let station: StationKey;
let root: TestClient;
beforeAll(async () => {
  at = await testPortal();
  await workInvitations(at.kernel);
  world = await makeWorld(at);
  keeper = await worldRestorer(at.kernel.db);
  account = world.keys.own.account as AccountKey;
  station = world.keys.own.station as StationKey;
  root = await at.as(world.people.portalAdmin);
});
afterAll(() => at.close());

type Invited = Exclude<Standing, 'anonymous' | 'stranger'>;
type Role = {
  standing: Invited;
  invite(email: string): Promise<unknown>;
  remove(id: string): Promise<unknown>;
};

const ofAccount = (standing: Invited, role: 'owner' | 'admin'): Role => ({
  standing,
  invite: (email) => root.ok(people.inviteToAccount, { params: { id: account, role }, query: { email }, body: {} }),
  remove: (userId) => root.ok(people.removeFromAccount, { params: { id: account, role, userId } }),
});
const ofStation = (standing: Invited, role: 'owner' | 'admin' | 'staff'): Role => ({
  standing,
  invite: (email) => root.ok(people.inviteToStation, { params: { id: station, role }, query: { email }, body: {} }),
  remove: (userId) => root.ok(people.removeFromStation, { params: { id: station, role, userId } }),
});

const roles: Role[] = [
  ofStation('stationStaff', 'staff'),
  ofStation('stationAdmin', 'admin'),
  ofStation('stationOwner', 'owner'),
  ofAccount('accountAdmin', 'admin'),
  ofAccount('accountOwner', 'owner'),
  {
    standing: 'portalAdmin',
    invite: (email) => root.ok(people.inviteToPortal, { params: { role: 'admin' }, query: { email }, body: {} }),
    remove: (id) => root.ok(people.removeFromPortal, { params: { role: 'admin', id } }),
  },
];

/** The resources tried: the person's own account's, a sibling's and a foreign one's. */
const whoses: readonly Whose[] = ['own', 'sibling', 'foreign'];
/** Calls that would end the test's own sessions. */
const excluded = new Set(['people.disable']);

/** One call for each action, or each combination of actions, that endpoints require; one that changes nothing where there is one. */
const oneForEach = [
  ...Map.groupBy(
    bySession.filter(({ title }) => !excluded.has(title)),
    ({ endpoint }) =>
      JSON.stringify(Object.entries(endpoint.access).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  ).values(),
].map((same) => same.find(({ endpoint }) => endpoint.method === 'GET') ?? same[0]!);

it('calls an endpoint for every action', () => {
  const tried = new Set(oneForEach.flatMap(({ endpoint }) => Object.values(endpoint.access)));
  const required = bySession.flatMap(({ endpoint }) => Object.values(endpoint.access));
  expect(required.filter((action) => !tried.has(action))).toEqual([]);
  expect(tried.size).toBeGreaterThan(60);
});

/** The calls whose outcome differs from what the role allows. */
const differences = async (person: TestPerson, standing: Standing): Promise<string[]> => {
  const client = await at.as(person);
  const found: string[] = [];
  for (const one of oneForEach)
    for (const whose of whosesOf(one.endpoint, whoses)) {
      const outcome = await outcomeAt(client, one, () => world.keys[whose]);
      const expected = expectedOutcome(standing, one.endpoint, () => whose);
      if (outcome !== expected)
        found.push(`${one.title} (${whose}): ${JSON.stringify(outcome)} instead of ${String(expected)}`);
      if (outcome === 'in' && one.endpoint.method !== 'GET') await keeper.restore();
    }
  return found;
};

const roleOf = async (person: TestPerson) => {
  const { db } = at.kernel;
  const ofAccounts = await db.selectFrom('account_members').selectAll().where('user_id', '=', person.id).execute();
  const ofStations = await db.selectFrom('station_members').selectAll().where('user_id', '=', person.id).execute();
  return [...ofAccounts, ...ofStations].filter((one) => !('account_key' in one) || one.account_key === account).length;
};

describe.each(roles)('a person invited as $standing', ({ standing, invite, remove }) => {
  it('can do what the role allows and nothing else, from acceptance to removal', async () => {
    const person = await at.make.person();
    await invite(person.email);
    const token = await invitationSecret(at, person.email);
    expect(await differences(person, 'stranger'), 'while only invited').toEqual([]);

    const client = await at.as(person);
    await client.ok(people.accept, { params: { token } });
    expect(await roleOf(person)).toBe(standing === 'portalAdmin' ? 0 : 1);
    expect(await differences(person, standing), 'as a member').toEqual([]);

    await remove(person.id);
    expect(await differences(person, 'stranger'), 'once removed').toEqual([]);
  });
});
