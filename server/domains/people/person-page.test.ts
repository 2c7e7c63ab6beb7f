import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import { people } from '#contract/api/people.ts';
import { personPage as api } from '#contract/api/person-page.ts';
import { session } from '#contract/api/session.ts';
import { stations } from '#contract/api/stations.ts';
import { allEndpoints } from '#contract/api/index.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { isOpen, tokenPurpose } from '#server/kernel/auth/access.ts';
import type { TestClient } from '#server/testing/client.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

const start = Date.UTC(2026, 10, 21, 12);
let now = start;
let portal: TestPortal;
let account: AccountKey;
let station: StationKey;
let lena: TestPerson;
let root: TestPerson;
let admin: TestClient;

beforeAll(async () => {
  portal = await testPortal({ clock: { now: () => new Date(now) } });
});
afterAll(() => portal.close());
beforeEach(async () => {
  now = start;
  const { make } = portal;
  account = await make.account({ company: 'Harbour Media' });
  station = await make.station(account, { name: 'Radio Harbour' });
  [lena, root] = [await make.person(), await make.person({ admin: true })];
  await make.accountMember(account, lena, 'owner');
  await make.stationMember(station, lena, 'staff');
  admin = await portal.as(root);
  portal.mails.length = 0;
});

const page = () => admin.ok(api.user, { params: { userId: lena.id } });
const seeAs = (reason = 'Ticket 12') => admin.ok(api.seeAs, { params: { userId: lena.id }, body: { reason } });
/** A call of the administrator with the header of a grant. */
const asLena = async (method: string, path: string, id: string, body?: object) => {
  const type: Record<string, string> = body ? { 'content-type': 'application/json' } : {};
  const reply = await admin.send(method, path, body && JSON.stringify(body), { 'see-as': id, ...type });
  const json = (await reply.json().catch(() => undefined)) as { error?: { code: string } } | undefined;
  return { status: reply.status, code: json?.error?.code, json };
};

describe('a person’s page', () => {
  it('shows memberships, invitations and the e-mails of 90 days to administrators alone', async () => {
    await portal.kernel.db
      .insertInto('sent_emails')
      .values([
        { recipient: lena.email.toLowerCase(), subject: 'Weekly report', at: new Date(start), failure: '' },
        { recipient: 'other@example.com', subject: 'Not hers', at: new Date(start), failure: '' },
      ])
      .execute();
    await admin.ok(people.inviteToPortal, { params: { role: 'admin' }, query: { email: lena.email }, body: {} });
    const found = await page();
    expect(found).toMatchObject({
      user: { id: lena.id, email: lena.email, accounts: 1, stations: 1 },
      accounts: [{ key: account, name: 'Harbour Media', role: 'owner' }],
      stations: [{ key: station, account_key: account, name: 'Radio Harbour', role: 'staff' }],
      invitations: [{ scope: 'portal', role: 'admin' }],
      emails: [{ subject: 'Weekly report', failure: '' }],
    });
    const own = await portal.as(lena);
    expect((await own.call(api.user, { params: { userId: lena.id } })).status).toBe(403);
    const nobody = '00000000-0000-4000-8000-000000000000';
    expect((await admin.call(api.user, { params: { userId: nobody } })).status).toBe(404);
  });

  it('sends an open invitation again, valid from then on, and no other person’s', async () => {
    await admin.ok(people.inviteToPortal, { params: { role: 'admin' }, query: { email: lena.email }, body: {} });
    const [invitation] = (await page()).invitations;
    now += 5 * 86_400_000;
    const params = { userId: lena.id, token: invitation!.token };
    await admin.ok(api.resendInvitation, { params });
    expect((await page()).invitations[0]!.expires).toBe(new Date(now + 7 * 86_400_000).toISOString());
    const other = await portal.make.person();
    expect((await admin.call(api.resendInvitation, { params: { ...params, userId: other.id } })).status).toBe(404);
  });

  it('signs the person out, and says where another provider resets passwords', async () => {
    const own = await portal.as(lena);
    await own.ok(session.me, {});
    expect((await admin.call(api.signOutUser, { params: { userId: lena.id } })).status).toBe(204);
    const refused = await admin.call(api.resetPassword, { params: { userId: lena.id } });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('person.noReset')]);
  });
});

describe('seeing the portal as a person', () => {
  it('reads with that person’s roles, is in the audit log, and is told to the person', async () => {
    const { id, user } = await seeAs();
    expect(user).toMatchObject({ id: lena.id, email: lena.email });
    const me = await asLena('GET', '/v1/users/me', id);
    expect(me.json).toMatchObject({ id: lena.id, email: lena.email, portal_rights: [] });
    expect((await asLena('GET', `/v1/accounts/${account}`, id)).status).toBe(200);
    expect((await asLena('GET', '/v1/portal/users', id)).status).toBe(403);
    const foreign = await portal.make.account();
    expect((await asLena('GET', `/v1/accounts/${foreign}`, id)).status).toBe(404);
    expect(portal.mails.map(({ to, paragraphs }) => [to, paragraphs.join(' ')])).toEqual([
      [lena.email, expect.stringContaining('Reason: Ticket 12')],
    ]);
    const entry = await portal.kernel.db
      .selectFrom('audit')
      .select(['user_id', 'action', 'target'])
      .where('action', '=', 'people.seeAs')
      .where('user_id', '=', root.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry.target).toMatchObject({ userId: lena.id, reason: 'Ticket 12' });
  });

  it('changes nothing: every call that is not a read is refused, whatever it would do', async () => {
    const { id } = await seeAs();
    const writing = allEndpoints().filter(
      ({ endpoint }) => !['GET', 'HEAD'].includes(endpoint.method) && !isOpen(endpoint) && !tokenPurpose(endpoint),
    );
    expect(writing.length).toBeGreaterThan(150);
    for (const { endpoint } of writing) {
      const path = endpoint.path.replace(/\{\w+\}/g, 'x');
      const reply = await asLena(endpoint.method, path, id, endpoint.spec.form ? undefined : {});
      expect([reply.status, reply.code], endpoint.line).toEqual([403, 'seeAs.readOnly']);
    }
    expect(await admin.ok(accounts.get, { params: { key: account } })).toMatchObject({ company: 'Harbour Media' });
  });

  it('hands out no secret: passwords, and tokens with which others could be changed', async () => {
    const { id } = await seeAs();
    const secret = allEndpoints().filter(({ endpoint }) => endpoint.spec.seeAs === false);
    for (const { endpoint } of secret) {
      const reply = await asLena(endpoint.method, endpoint.path.replace(/\{\w+\}/g, 'x'), id);
      expect([reply.status, reply.code], endpoint.line).toEqual([403, 'seeAs.hidden']);
    }
    const hidden = new Set(secret.map(({ endpoint }) => endpoint.line));
    for (const { endpoint } of allEndpoints()) {
      if (endpoint.method !== 'GET' || isOpen(endpoint) || tokenPurpose(endpoint)) continue;
      if (String(Object.values(endpoint.access)[0]).startsWith('portal.')) continue;
      const found = fieldsOf(endpoint.spec.returns).filter((name) => /password|secret|^token$|auth_url/i.test(name));
      // Invitations are answered with a change, which is refused.
      if (found.length > 0 && !/invites|users\/me\/start/.test(endpoint.line))
        expect(hidden, `${endpoint.line} returns ${found.join(', ')}`).toContain(endpoint.line);
    }
  });

  it('ends with its time, when it is stopped, and when the person becomes an administrator or is suspended', async () => {
    const reads = async (id: string) => (await asLena('GET', '/v1/users/me', id)).code;
    const first = await seeAs();
    expect(await reads(first.id)).toBeUndefined();
    now += 30 * 60_000;
    expect(await reads(first.id)).toBe('seeAs.over');
    now = start;
    const second = await seeAs();
    await admin.ok(api.stopSeeingAs, { params: { seeAsId: second.id } });
    expect(await reads(second.id)).toBe('seeAs.over');
    const third = await seeAs();
    const set = (values: object) =>
      portal.kernel.db.updateTable('users').set(values).where('id', '=', lena.id).execute();
    await set({ portal_admin: true });
    expect(await reads(third.id)).toBe('seeAs.over');
    await set({ portal_admin: false, disabled_at: new Date() });
    expect(await reads(third.id)).toBe('seeAs.over');
  });

  it('is for its administrator alone, and not for other administrators or suspended people', async () => {
    const { id } = await seeAs();
    const colleague = await portal.make.person({ admin: true });
    const reply = await (await portal.as(colleague)).send('GET', '/v1/users/me', undefined, { 'see-as': id });
    expect(reply.status).toBe(403);
    const own = await (await portal.as(lena)).send('GET', '/v1/users/me', undefined, { 'see-as': id });
    expect(own.status).toBe(403);
    const refused = async (userId: string) =>
      (await admin.call(api.seeAs, { params: { userId }, body: { reason: 'x' } })).json.error.code;
    expect(await refused(colleague.id)).toBe('seeAs.notPossible');
    expect(await refused(root.id)).toBe('seeAs.notPossible');
    expect((await admin.call(stations.get, { params: { key: station } })).status).toBe(200);
  });
});

type Def = { shape?: Record<string, unknown>; innerType?: unknown; element?: unknown; options?: unknown[] };

/** The names of all fields that a reply can have. */
const fieldsOf = (schema: unknown): string[] => {
  const def = (schema as { _zod?: { def: Def } } | undefined)?._zod?.def;
  if (!def) return [];
  const own = Object.entries(def.shape ?? {}).flatMap(([name, inner]) => [name, ...fieldsOf(inner)]);
  return [...own, ...[def.innerType, def.element, ...(def.options ?? [])].flatMap(fieldsOf)];
};
