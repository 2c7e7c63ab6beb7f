import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { ListedPerson } from '#contract/api/listed-person.ts';
import { people } from '#contract/api/people.ts';
import type { TestClient } from '#server/testing/client.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let at: TestPortal;
let owner: TestClient;
let admin: TestClient;
let ownerPerson: TestPerson;
let adminPerson: TestPerson;
let account: AccountKey;
let station: StationKey;

beforeAll(async () => {
  at = await testPortal();
});
afterAll(() => at.close());
beforeEach(async () => {
  account = await at.make.account({ company: 'Wave Radio' });
  station = await at.make.station(account, { name: 'Wave One' });
  ownerPerson = await at.make.person();
  adminPerson = await at.make.person();
  await at.make.accountMember(account, ownerPerson, 'owner');
  await at.make.accountMember(account, adminPerson, 'admin');
  owner = await at.as(ownerPerson);
  admin = await at.as(adminPerson);
});

const shown = (list: { people: ListedPerson[] }) => list.people.map(({ email, roles }) => [email, roles]);
const email = () => `${Math.random().toString(36).slice(2)}@example.com`;
/** The id of this person's latest open invitation. */
const openTo = async (client: TestClient) => ({ token: (await client.ok(people.myInvites))[0]?.token ?? '' });
const inviteAs = (client: TestClient, role: 'owner' | 'admin', to: string) =>
  client.call(people.inviteToAccount, { params: { id: account, role }, query: { email: to }, body: {} });
const toStation = (client: TestClient, role: 'owner' | 'admin' | 'staff', to: string) =>
  client.call(people.inviteToStation, { params: { id: station, role }, query: { email: to }, body: {} });
const refusal = (reply: { status: number; json: { error?: { code: string } } }) => [
  reply.status,
  reply.json.error?.code,
];
const list = (client: TestClient) => client.ok(people.ofAccount, { params: { id: account } });

/** Resolves once this many transactions of the database wait for a lock. */
const waitingForLocks = async (count: number): Promise<void> => {
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(at.kernel.db);
    return Number(rows[0]?.count);
  };
  await expect.poll(waiting, { timeout: 30_000, interval: 20 }).toBe(count);
};

describe('the people list of a place', () => {
  it('has its members by name, then invited people as "invited {role}"', async () => {
    await owner.ok(people.inviteToAccount, {
      params: { id: account, role: 'admin' },
      query: { email: 'New@Example.com' },
      body: { first_name: 'Nia', last_name: 'Ode' },
    });
    const { people: found } = await list(admin);
    expect(found).toHaveLength(3);
    expect(found[2]).toMatchObject({
      id: null,
      fullName: 'Nia Ode',
      email: 'new@example.com',
      roles: ['invited admin'],
      rights: { owner: false, admin: false, staff: false },
    });
    expect(found.find(({ id }) => id === ownerPerson.id)).toMatchObject({
      fullName: 'Test Person',
      roles: ['owner'],
      rights: { owner: true, admin: true },
    });
  });

  it('shows a member who is invited to a higher role with both roles', async () => {
    await inviteAs(owner, 'owner', adminPerson.email);
    expect(shown(await list(owner))).toContainEqual([adminPerson.email, ['admin', 'invited owner']]);
  });

  it('shows portal administrators who are members only to portal administrators', async () => {
    const root = await at.make.person({ admin: true });
    await at.make.accountMember(account, root, 'owner');
    await at.make.stationMember(station, root, 'admin');
    const rootClient = await at.as(root);
    const emails = async (client: TestClient) => [
      (await list(client)).people.map((one) => one.email),
      (await client.ok(people.ofStation, { params: { id: station } })).people.map((one) => one.email),
      (await client.ok(people.everywhere, { params: { id: account } })).people.map((one) => one.email),
    ];
    for (const listed of await emails(owner)) expect(listed).not.toContain(root.email);
    for (const listed of await emails(rootClient)) expect(listed).toContain(root.email);
    expect(shown((await inviteAs(owner, 'admin', email())).json).map(([one]) => one)).not.toContain(root.email);
  });

  it('is separate for the portal, an account and a station', async () => {
    const staff = await at.make.person();
    await at.make.stationMember(station, staff, 'staff');
    expect(shown(await admin.ok(people.ofStation, { params: { id: station } }))).toEqual([[staff.email, ['staff']]]);
    const root = await at.make.person({ admin: true });
    const rootClient = await at.as(root);
    expect(shown(await rootClient.ok(people.ofPortal))).toContainEqual([root.email, ['admin']]);
  });
});

describe('a change of role', () => {
  it('upwards is an invitation that replaces the role once it is accepted', async () => {
    const client = await at.as(adminPerson);
    await inviteAs(owner, 'owner', adminPerson.email);
    expect(shown(await list(owner))).toContainEqual([adminPerson.email, ['admin', 'invited owner']]);
    await client.ok(people.accept, { params: await openTo(client) });
    expect(shown(await list(owner))).toContainEqual([adminPerson.email, ['owner']]);
  });

  it('downwards applies immediately and withdraws an open invitation upwards', async () => {
    const staff = await at.make.person();
    await at.make.stationMember(station, staff, 'admin');
    await toStation(owner, 'owner', staff.email);
    const client = await at.as(staff);
    const params = await openTo(client);
    expect((await client.call(people.invite, { params })).status).toBe(200);
    const reply = await toStation(owner, 'staff', staff.email);
    expect(shown(reply.json)).toEqual([[staff.email, ['staff']]]);
    expect((await client.call(people.accept, { params })).status).toBe(404);
    expect((await client.call(people.ofStation, { params: { id: station } })).status).toBe(403);
  });

  it('to the role a member already has is a conflict', async () => {
    expect(refusal(await inviteAs(owner, 'admin', adminPerson.email))).toEqual([409, 'invitation.alreadyMember']);
  });

  it('never lowers a higher role given in the meantime', async () => {
    const staff = await at.make.person();
    await toStation(owner, 'staff', staff.email);
    await at.make.stationMember(station, staff, 'admin');
    const client = await at.as(staff);
    await client.ok(people.accept, { params: await openTo(client) });
    expect(shown(await owner.ok(people.ofStation, { params: { id: station } }))).toEqual([[staff.email, ['admin']]]);
  });
});

describe('owners', () => {
  it('of an account are invited, lowered and removed by owners, not by admins', async () => {
    const second = await at.make.person();
    await at.make.accountMember(account, second, 'owner');
    const forbidden = [403, 'session.forbidden'];
    expect(refusal(await inviteAs(admin, 'owner', email()))).toEqual(forbidden);
    expect(refusal(await inviteAs(admin, 'owner', adminPerson.email))).toEqual(forbidden);
    expect(refusal(await inviteAs(admin, 'admin', second.email))).toEqual(forbidden);
    const params = { id: account, role: 'owner', userId: second.id } as const;
    expect(refusal(await admin.call(people.removeFromAccount, { params }))).toEqual(forbidden);
    const invited = email();
    await inviteAs(owner, 'owner', invited);
    const [open] = await owner.ok(people.accountInvites, { params: { id: account } });
    const invitation = { id: account, token: open?.token ?? '' };
    expect(refusal(await admin.call(people.withdrawFromAccount, { params: invitation }))).toEqual(forbidden);
    expect(refusal(await inviteAs(admin, 'admin', invited))).toEqual(forbidden);
    expect((await owner.call(people.removeFromAccount, { params })).status).toBe(200);
  });

  it("of a station are managed by the account's people", async () => {
    const [stationOwner, stationAdmin] = [await at.make.person(), await at.make.person()];
    await at.make.stationMember(station, stationOwner, 'owner');
    await at.make.stationMember(station, stationAdmin, 'admin');
    const asOwner = await at.as(stationOwner);
    const asAdmin = await at.as(stationAdmin);
    for (const client of [asOwner, asAdmin]) expect((await toStation(client, 'owner', email())).status).toBe(403);
    const params = { id: station, role: 'owner', userId: stationOwner.id } as const;
    expect((await asAdmin.call(people.removeFromStation, { params })).status).toBe(403);
    expect((await toStation(asAdmin, 'staff', email())).status).toBe(200);
    expect((await toStation(admin, 'owner', email())).status).toBe(200);
    // Members may lower their own role.
    const stepped = await toStation(asOwner, 'admin', stationOwner.email);
    expect(shown(stepped.json)).toContainEqual([stationOwner.email, ['admin']]);
    const leaving = { ...params, role: 'admin' } as const;
    expect((await asOwner.call(people.removeFromStation, { params: leaving })).status).toBe(200);
    expect((await asOwner.call(people.ofStation, { params: { id: station } })).status).toBe(404);
  });

  it('cannot remove each other at the same time, nor the last one', async () => {
    const second = await at.make.person();
    await at.make.accountMember(account, second, 'owner');
    const other = await at.as(second);
    const replies = await Promise.all([
      owner.call(people.removeFromAccount, { params: { id: account, role: 'owner', userId: second.id } }),
      other.call(people.removeFromAccount, { params: { id: account, role: 'owner', userId: ownerPerson.id } }),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = (await list(admin)).people.filter(({ roles }) => roles.includes('owner'));
    expect(left).toHaveLength(1);
    const root = await at.as(await at.make.person({ admin: true }));
    const params = { id: account, role: 'owner', userId: left[0]?.id ?? '' } as const;
    expect(refusal(await root.call(people.removeFromAccount, { params }))).toEqual([409, 'membership.lastOwner']);
    expect(refusal(await inviteAs(root, 'admin', left[0]?.email ?? ''))).toEqual([409, 'membership.lastOwner']);
  });

  it('who all leave at the same moment leave one owner', async () => {
    const owners = await Promise.all(Array.from({ length: 4 }, () => at.make.person()));
    for (const one of owners) await at.make.accountMember(account, one, 'owner');
    const allOwners = [...owners, ownerPerson];
    const clients = await Promise.all(allOwners.map((one) => at.as(one)));
    const { db } = at.kernel;
    const replies = await db.transaction().execute(async (tx) => {
      // Changes of an account's people are serialised by this row lock.
      await tx.selectFrom('accounts').select('key').where('key', '=', account).forNoKeyUpdate().execute();
      const removals = clients.map((client, i) => {
        const params = { id: account, role: 'owner', userId: allOwners[i]?.id ?? '' } as const;
        return client.call(people.removeFromAccount, { params });
      });
      await waitingForLocks(allOwners.length);
      return removals;
    });
    const statuses = (await Promise.all(replies)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 409]);
    expect((await list(admin)).people.filter(({ roles }) => roles.includes('owner'))).toHaveLength(1);
  });

  it('who are suspended do not count as a remaining owner', async () => {
    const second = await at.make.person();
    await at.make.accountMember(account, second, 'owner');
    await at.kernel.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', second.id).execute();
    const params = { id: account, role: 'owner', userId: ownerPerson.id } as const;
    expect(refusal(await owner.call(people.removeFromAccount, { params }))).toEqual([409, 'membership.lastOwner']);
  });
});

describe('a removal', () => {
  it('by id or e-mail ends access immediately and withdraws open invitations of the e-mail', async () => {
    await inviteAs(owner, 'owner', adminPerson.email);
    expect((await admin.call(people.ofAccount, { params: { id: account } })).status).toBe(200);
    const invitation = await openTo(admin);
    expect((await admin.call(people.invite, { params: invitation })).status).toBe(200);
    const params = { id: account, role: 'admin' } as const;
    const query = { email: adminPerson.email };
    const left = await owner.ok(people.removeEmailFromAccount, { params, query });
    expect(shown(left)).toEqual([[ownerPerson.email, ['owner']]]);
    expect((await admin.call(people.ofAccount, { params: { id: account } })).status).toBe(404);
    expect((await admin.call(people.accept, { params: invitation })).status).toBe(404);
  });

  it('of an invited address withdraws the invitation', async () => {
    const to = email();
    await inviteAs(owner, 'admin', to);
    const params = { id: account, role: 'admin' } as const;
    expect((await owner.ok(people.removeEmailFromAccount, { params, query: { email: to } })).people).toHaveLength(2);
    const again = await owner.call(people.removeEmailFromAccount, { params, query: { email: to } });
    expect(refusal(again)).toEqual([404, 'membership.notFound']);
  });

  it('from the only station of an account makes the account unknown, and so does its deletion', async () => {
    const [one, other] = [await at.make.person(), await at.make.person()];
    for (const person of [one, other]) await at.make.stationMember(station, person, 'staff');
    const [first, second] = [await at.as(one), await at.as(other)];
    const status = async (client: TestClient) =>
      (await client.call(people.ofAccount, { params: { id: account } })).status;
    expect([await status(first), await status(second)]).toEqual([403, 403]);
    await admin.ok(people.removeFromStation, { params: { id: station, role: 'staff', userId: one.id } });
    expect([await status(first), await status(second)]).toEqual([404, 403]);
    await at.kernel.db.updateTable('stations').set({ deleted_at: new Date() }).where('key', '=', station).execute();
    expect(await status(second)).toBe(404);
  });

  it('needs an id or e-mail and the role the person has', async () => {
    const params = { id: account, role: 'owner' } as const;
    expect(refusal(await owner.call(people.removeEmailFromAccount, { params }))).toEqual([
      400,
      'membership.needsTarget',
    ]);
    const wrong = { ...params, userId: adminPerson.id };
    expect(refusal(await owner.call(people.removeFromAccount, { params: wrong }))).toEqual([
      404,
      'membership.notFound',
    ]);
  });

  it('of a portal administrator is refused only for the last one', async () => {
    const own = await testPortal();
    const first = await own.make.person({ admin: true });
    const second = await own.make.person({ admin: true });
    const root = await own.as(first);
    const remove = (id: string) => root.call(people.removeFromPortal, { params: { role: 'admin', id } });
    expect((await remove(second.id)).status).toBe(200);
    expect((await (await own.as(second)).call(people.ofPortal)).status).toBe(403);
    expect(refusal(await remove(first.id))).toEqual([409, 'membership.lastAdmin']);
    await own.close();
  });

  it('of the configured administrator is refused, as they would get the role back', async () => {
    const own = await testPortal({ config: { adminEmail: 'root@example.com' } });
    const configured = await own.make.person({ admin: true, email: 'root@example.com' });
    const root = await own.as(await own.make.person({ admin: true }));
    const reply = await root.call(people.removeFromPortal, { params: { role: 'admin', id: configured.id } });
    expect(refusal(reply)).toEqual([409, 'membership.configured']);
    await own.close();
  });
});
