import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { ListedPerson } from '#contract/api/listed-person.ts';
import { people } from '#contract/api/people.ts';
import type { TestClient } from '#server/testing/client.ts';
import { invitationSecret } from '#server/testing/invitations.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { workInvitations } from './invitation.work.ts';

let at: TestPortal;
let owner: TestClient;
let admin: TestClient;
let account: AccountKey;
let station: StationKey;
let ahead = 0;
const clock = { now: () => new Date(Date.now() + ahead) };

beforeAll(async () => {
  at = await testPortal({ clock });
  await workInvitations(at.kernel);
});
afterAll(() => at.close());
beforeEach(async () => {
  ahead = 0;
  account = await at.make.account({ company: 'Wave Radio' });
  station = await at.make.station(account, { name: 'Wave One' });
  const ownerPerson = await at.make.person();
  const adminPerson = await at.make.person();
  await at.make.accountMember(account, ownerPerson, 'owner');
  await at.make.accountMember(account, adminPerson, 'admin');
  owner = await at.as(ownerPerson);
  admin = await at.as(adminPerson);
});

const shown = (list: { people: ListedPerson[] }) => list.people.map(({ email, roles }) => [email, roles]);
const email = () => `${Math.random().toString(36).slice(2)}@example.com`;
const secretTo = (to: string) => invitationSecret(at, to);
const inviteAs = (client: TestClient, role: 'owner' | 'admin', to: string) =>
  client.call(people.inviteToAccount, { params: { id: account, role }, query: { email: to }, body: {} });
const toStation = (client: TestClient, role: 'owner' | 'admin' | 'staff', to: string) =>
  client.call(people.inviteToStation, { params: { id: station, role }, query: { email: to }, body: {} });
const refusal = (reply: { status: number; json: { error?: { code: string } } }) => [
  reply.status,
  reply.json.error?.code,
];
const list = (client: TestClient) => client.ok(people.ofAccount, { params: { id: account } });

describe('an invitation', () => {
  it('is e-mailed with a link below PUBLIC_URL, and makes its recipient a member once', async () => {
    const invited = await at.make.person({ email: email() });
    await inviteAs(admin, 'admin', invited.email);
    await expect.poll(() => at.mails.filter(({ to }) => to === invited.email), { timeout: 30_000 }).toHaveLength(1);
    const sent = at.mails.find(({ to }) => to === invited.email);
    expect(sent?.subject).toBe('Test Person invites you to the account Wave Radio');
    expect(sent?.action?.url).toMatch(/^http:\/\/portal\.test\/invitations\/[1-9A-Za-z]{32}$/);
    const secret = await secretTo(invited.email);

    const client = await at.as(invited);
    const [mine] = await client.ok(people.myInvites);
    expect(mine).toMatchObject({ scope: 'account', name: 'Wave Radio', account_key: account, role: 'admin' });
    const params = { token: secret };
    expect(mine?.token).not.toBe(secret);
    expect(await client.ok(people.invite, { params })).toEqual(mine);
    expect(await client.ok(people.accept, { params })).toEqual(mine);
    expect((await client.ok(people.ofAccount, { params: { id: account } })).people).toHaveLength(3);
    expect(refusal(await client.call(people.accept, { params }))).toEqual([404, 'invitation.invalid']);
    expect(await client.ok(people.myInvites)).toEqual([]);
  });

  it('is stored as a hash only, with no secret in the queue', async () => {
    const to = email();
    await inviteAs(owner, 'admin', to);
    const secret = await secretTo(to);
    const rows = await at.kernel.db.selectFrom('invitations').selectAll().execute();
    const { rows: jobs } = await sql`select data from pgboss.job where name = 'people.invitation'`.execute(
      at.kernel.db,
    );
    expect(jobs.length).toBeGreaterThan(0);
    expect(JSON.stringify([rows, jobs])).not.toContain(secret);
    expect(rows.every(({ token_hash }) => /^[0-9a-f]{64}$/.test(token_hash))).toBe(true);
  });

  it('creates one membership for fifty parallel accepts', async () => {
    const invited = await at.make.person();
    await inviteAs(owner, 'admin', invited.email);
    const client = await at.as(invited);
    const params = { token: await secretTo(invited.email) };
    const replies = await Promise.all(Array.from({ length: 50 }, () => client.call(people.accept, { params })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(49);
    const { people: found } = await list(owner);
    expect(found.filter(({ id }) => id === invited.id)).toMatchObject([{ roles: ['admin'] }]);
  });

  it('works neither for another person nor for an unverified e-mail', async () => {
    const to = email();
    await inviteAs(owner, 'admin', to);
    const params = { token: await secretTo(to) };
    const thief = await at.as(await at.make.person());
    for (const call of [people.accept, people.reject, people.invite] as const)
      expect(refusal(await thief.call(call, { params }))).toEqual([403, 'invitation.otherPerson']);
    const same = await at.make.person({ email: to });
    await at.kernel.db.updateTable('users').set({ email_verified: false }).where('id', '=', same.id).execute();
    const token = await at.issuer.token({ sub: same.subject, email: to, email_verified: false });
    const unproven = { authorization: `Bearer ${token}` };
    const nobody = await at.as(undefined);
    for (const call of [people.accept, people.reject, people.invite] as const)
      expect(refusal(await nobody.call(call, { params }, unproven))).toEqual([403, 'invitation.unverified']);
    expect(await nobody.ok(people.myInvites, {}, unproven)).toEqual([]);
    expect((await list(owner)).people).toHaveLength(3);
  });

  it('ends after seven days', async () => {
    const invited = await at.make.person();
    await inviteAs(owner, 'admin', invited.email);
    const client = await at.as(invited);
    const params = { token: await secretTo(invited.email) };
    ahead = 7 * 24 * 3600 * 1000 - 60_000;
    expect((await client.call(people.invite, { params })).status).toBe(200);
    ahead += 61_000;
    expect(await client.ok(people.myInvites)).toEqual([]);
    expect(refusal(await client.call(people.accept, { params }))).toEqual([404, 'invitation.invalid']);
    expect((await list(owner)).people).toHaveLength(2);
    expect(await owner.ok(people.accountInvites, { params: { id: account } })).toEqual([]);
  });

  it('gets a new secret when sent again, and the old one stops working', async () => {
    const invited = await at.make.person();
    const client = await at.as(invited);
    const open = async (token: string) => (await client.call(people.invite, { params: { token } })).status;
    await inviteAs(owner, 'admin', invited.email);
    const first = await secretTo(invited.email);
    expect(await open(first)).toBe(200);
    await inviteAs(owner, 'admin', invited.email);
    expect(await open(first)).toBe(404);
    const second = await secretTo(invited.email);
    expect([await open(first), await open(second)]).toEqual([404, 200]);
    expect(await owner.ok(people.accountInvites, { params: { id: account } })).toHaveLength(1);
  });

  it('exists once per e-mail under concurrent requests', async () => {
    const to = email();
    const replies = await Promise.all(Array.from({ length: 12 }, () => inviteAs(owner, 'admin', to)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await owner.ok(people.accountInvites, { params: { id: account } })).toHaveLength(1);
  });

  it('can be declined, which closes it', async () => {
    const invited = await at.make.person();
    await inviteAs(owner, 'admin', invited.email);
    const client = await at.as(invited);
    const params = { token: await secretTo(invited.email) };
    expect((await client.call(people.reject, { params })).status).toBe(204);
    expect((await client.call(people.accept, { params })).status).toBe(404);
    expect((await list(owner)).people).toHaveLength(2);
  });

  it('can be withdrawn by its id', async () => {
    const invited = await at.make.person();
    await inviteAs(owner, 'admin', invited.email);
    const secret = await secretTo(invited.email);
    const [open] = await admin.ok(people.accountInvites, { params: { id: account } });
    expect(open).toMatchObject({ invitedEmail: invited.email, role: 'admin', invitedBy: 'Test Person' });
    const params = { id: account, token: open?.token ?? '' };
    expect((await admin.call(people.withdrawFromAccount, { params })).status).toBe(204);
    expect((await admin.call(people.withdrawFromAccount, { params })).status).toBe(404);
    const client = await at.as(invited);
    expect((await client.call(people.accept, { params: { token: secret } })).status).toBe(404);
  });

  it('cannot be withdrawn through another place', async () => {
    await inviteAs(owner, 'admin', email());
    const [open] = await owner.ok(people.accountInvites, { params: { id: account } });
    const token = open?.token ?? '';
    const root = await at.as(await at.make.person({ admin: true }));
    const other = await at.make.account();
    expect((await root.call(people.withdrawFromAccount, { params: { id: other, token } })).status).toBe(404);
    expect((await root.call(people.withdrawFromStation, { params: { id: station, token } })).status).toBe(404);
    expect((await root.call(people.withdrawFromPortal, { params: { token } })).status).toBe(404);
    expect(await owner.ok(people.accountInvites, { params: { id: account } })).toHaveLength(1);
  });

  it('is invalid while its account is deleted, and waits while it is suspended', async () => {
    const invited = await at.make.person();
    const client = await at.as(invited);
    await inviteAs(owner, 'admin', invited.email);
    const params = { token: await secretTo(invited.email) };
    const set = (values: { suspended_at?: Date | null; deleted_at?: Date | null }) =>
      at.kernel.db.updateTable('accounts').set(values).where('key', '=', account).execute();
    await set({ suspended_at: new Date() });
    expect(refusal(await client.call(people.accept, { params }))).toEqual([403, 'account.suspended']);
    await set({ suspended_at: null, deleted_at: new Date() });
    expect(refusal(await client.call(people.accept, { params }))).toEqual([404, 'invitation.invalid']);
    expect(await client.ok(people.myInvites)).toEqual([]);
    await set({ deleted_at: null });
    expect((await client.call(people.accept, { params })).status).toBe(200);
  });

  it('works for a station and the portal too', async () => {
    const root = await at.as(await at.make.person({ admin: true }));
    const invited = await at.make.person();
    const client = await at.as(invited);
    await toStation(admin, 'staff', invited.email);
    await client.ok(people.accept, { params: { token: await secretTo(invited.email) } });
    expect(shown(await admin.ok(people.ofStation, { params: { id: station } }))).toEqual([[invited.email, ['staff']]]);
    expect((await client.call(people.ofPortal)).status).toBe(403);
    await root.ok(people.inviteToPortal, { params: { role: 'admin' }, query: { email: invited.email }, body: {} });
    expect(await client.ok(people.accept, { params: { token: await secretTo(invited.email) } })).toMatchObject({
      scope: 'portal',
    });
    expect((await client.call(people.ofPortal)).status).toBe(200);
  });
});
