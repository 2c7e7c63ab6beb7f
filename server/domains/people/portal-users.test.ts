import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { people } from '#contract/api/people.ts';
import { session } from '#contract/api/session.ts';
import { ensureAdmin } from '#server/engines/identity/ensure-admin.ts';
import { addPerson } from '#server/engines/identity/people.ts';
import { hashPassword } from '#server/engines/identity/passwords.ts';
import { testClient, type TestClient } from '#server/testing/client.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { requestToken, password } from '#server/testing/realm.ts';

let at: TestPortal;
let root: TestClient;
let rootPerson: TestPerson;
beforeAll(async () => {
  at = await testPortal();
  rootPerson = await at.make.person({ admin: true, email: 'zoe.root@example.com' });
  root = await at.as(rootPerson);
});
afterAll(() => at.close());

const emails = async (query: { search?: string; only?: 'admins' | 'disabled'; sortDesc?: boolean; sortBy?: 'email' }) =>
  (await root.ok(people.users, { query })).entities.map(({ email }) => email);
const refusal = (reply: { status: number; json: { error?: { code: string } } }) => [
  reply.status,
  reply.json.error?.code,
];

describe('the list of all users', () => {
  it('is searched by any part of name or e-mail, by one or two letters as beginnings of words', async () => {
    await at.make.person({ email: 'quentin@vox.test' });
    await at.make.person({ email: 'avoquent@other.test' });
    expect((await emails({ search: 'QUENT' })).sort()).toEqual(['avoquent@other.test', 'quentin@vox.test']);
    expect(await emails({ search: 'q' })).toEqual(['quentin@vox.test']);
    expect(await emails({ search: 'vo' })).toEqual(['quentin@vox.test']);
    expect(await emails({ search: '%' })).toEqual([]);
    expect(await emails({ search: '100%_' })).toEqual([]);
  });

  it('has membership counts, pages and both sort directions', async () => {
    const member = await at.make.person({ email: 'aaa@example.com' });
    const account = await at.make.account();
    await at.make.accountMember(account, member, 'owner');
    await at.make.accountMember(await at.make.account({ deleted: true }), member, 'owner');
    await at.make.stationMember(await at.make.station(account), member, 'staff');
    const first = await root.ok(people.users, { query: { sortBy: 'email', pageSize: 1 } });
    expect(first.entities).toMatchObject([{ email: 'aaa@example.com', accounts: 1, stations: 1, disabled: false }]);
    expect(first).toMatchObject({ total: expect.any(Number) as number, capped: false });
    const ascending = await emails({ sortBy: 'email' });
    expect(await emails({ sortBy: 'email', sortDesc: true })).toEqual([...ascending].reverse());
    expect(await emails({ only: 'admins' })).toEqual(['zoe.root@example.com']);
  });

  it('is only for portal administrators', async () => {
    const client = await at.as(await at.make.person());
    expect((await client.call(people.users)).status).toBe(403);
  });
});

describe('a suspended user', () => {
  it('is refused immediately until reactivated', async () => {
    const person = await at.make.person();
    const client = await at.as(person);
    const token = await at.kernel.tokens.sign('library', await at.make.station(await at.make.account()), person.id);
    expect((await client.call(session.me)).status).toBe(200);
    const params = { userId: person.id };
    expect(await root.ok(people.disable, { params })).toMatchObject({ id: person.id, disabled: true });
    expect((await client.call(session.me)).status).toBe(401);
    expect((await testClient(at.url, token).send('GET', `/media/api/media/?token=${token}`)).status).toBe(401);
    expect(await emails({ only: 'disabled' })).toEqual([person.email]);
    expect(await root.ok(people.enable, { params })).toMatchObject({ disabled: false });
    expect((await client.call(session.me)).status).toBe(200);
  });

  it('cannot be the caller, nor an unknown id', async () => {
    const self = await root.call(people.disable, { params: { userId: rootPerson.id } });
    expect(refusal(self)).toEqual([409, 'membership.yourself']);
    const unknown = { userId: '00000000-0000-4000-8000-000000000000' };
    for (const call of [people.disable, people.enable])
      expect(refusal(await root.call(call, { params: unknown }))).toEqual([404, 'person.notFound']);
  });

  it('is never the last administrator, even if two suspend each other at the same time', async () => {
    const own = await testPortal();
    const admins = [await own.make.person({ admin: true }), await own.make.person({ admin: true })] as const;
    const [first, second] = [await own.as(admins[0]), await own.as(admins[1])];
    const replies = await Promise.all([
      first.call(people.disable, { params: { userId: admins[1].id } }),
      second.call(people.disable, { params: { userId: admins[0].id } }),
    ]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await own.kernel.db
      .selectFrom('users')
      .select('id')
      .where('portal_admin', '=', true)
      .where('disabled_at', 'is', null)
      .execute();
    expect(left).toHaveLength(1);
    await own.close();
  });

  it('is signed out at the identity provider', async () => {
    const oidcIssuer = 'http://portal.test/realms/skywave';
    const own = await testPortal({ config: { embeddedIdentity: true, oidcIssuer, adminPassword: password } });
    await ensureAdmin(own.kernel);
    const email = 'ada@example.com';
    const password_hash = await hashPassword(password);
    await addPerson(own.kernel.db, { email, password_hash, first_name: 'Ada', last_name: 'Byron' });
    const realm = `${own.url}/realms/skywave`;
    const signIn = async (username: string) => {
      const fields = { client_id: 'skywave-cli', grant_type: 'password', username, password };
      return (await requestToken(realm, fields)).tokens;
    };
    const ada = await signIn(email);
    const { id } = await testClient(own.url, ada.access_token).ok(session.me);
    const refresh = async (refresh_token: string) =>
      (await requestToken(realm, { client_id: 'skywave-cli', grant_type: 'refresh_token', refresh_token })).tokens;
    const renewed = await refresh(ada.refresh_token);
    expect(renewed.error).toBeUndefined();

    const asRoot = testClient(own.url, (await signIn('admin@localhost')).access_token);
    await asRoot.ok(people.disable, { params: { userId: id } });
    expect((await refresh(renewed.refresh_token)).error).toBe('invalid_grant');
    expect((await testClient(own.url, renewed.access_token).call(session.me)).status).toBe(401);
    await own.close();
  });
});
