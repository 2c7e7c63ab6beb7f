import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contract/texts/errors.ts';
import { session } from '#contract/api/session.ts';
import { addPerson } from '#server/engines/identity/people.ts';
import { hashPassword } from '#server/engines/identity/passwords.ts';
import { testClient } from '#server/testing/client.ts';
import { requestToken, password } from '#server/testing/realm.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

/* Personal data that the embedded identity provider stores too. */

let at: TestPortal;
beforeAll(async () => {
  const oidcIssuer = 'http://portal.test/realms/skywave';
  at = await testPortal({ config: { embeddedIdentity: true, oidcIssuer } });
});
afterAll(() => at.close());

const problem = ({ text }: { text: string }) => (JSON.parse(text) as ErrorReply).error;
const tokensOf = (email: string, secret = password) =>
  requestToken(`${at.url}/realms/skywave`, {
    client_id: 'skywave-cli',
    grant_type: 'password',
    scope: 'openid profile email offline_access',
    username: email,
    password: secret,
  });
const signIn = async (email: string) => testClient(at.url, (await tokensOf(email)).tokens.access_token);
const register = async (email: string) => {
  const person = { email, password_hash: await hashPassword(password), first_name: 'Grace', last_name: 'Hopper' };
  await addPerson(at.kernel.db, person);
  return signIn(email);
};

describe('a name', () => {
  it('changes in the portal immediately, and in the next token', async () => {
    const call = await register('name@example.com');
    await call.ok(session.updateProfile, { body: { firstName: ' Ada ', lastName: 'Byron' } });
    expect(await call.ok(session.profile)).toEqual({ firstName: 'Ada', lastName: 'Byron' });
    await call.ok(session.update, { body: { basic_info: { last_name: 'Lovelace', gender: 'female' } } });
    const expected = { first_name: 'Ada', last_name: 'Lovelace', gender: 'female' };
    expect((await call.ok(session.me)).basic_info).toMatchObject(expected);
    expect((await (await signIn('name@example.com')).ok(session.me)).basic_info).toMatchObject(expected);
  });

  it("is unchanged when the URL in the same request is another person's", async () => {
    const [one, other] = [await register('one@example.com'), await register('other@example.com')];
    await one.ok(session.update, { body: { dj_info: { pretty_url: 'taken-by-one' } } });
    const body = { basic_info: { first_name: 'New' }, dj_info: { pretty_url: 'taken-by-one' } };
    expect((await other.call(session.update, { body })).status).toBe(409);
    expect((await (await signIn('other@example.com')).ok(session.me)).basic_info.first_name).toBe('Grace');
  });
});

describe('a password', () => {
  it('is refused at its field if it is common', async () => {
    const call = await register('common@example.com');
    const reply = await call.call(session.password, { fields: { value: 'password123' } });
    const text = 'This password is among the most common ones. Choose another.';
    expect([reply.status, problem(reply).fields]).toEqual([400, { value: text }]);
  });

  it('is changed at the provider, and the old one stops working', async () => {
    const call = await register('password@example.com');
    const value = 'another horse, another battery';
    expect((await call.call(session.password, { fields: { value } })).status).toBe(204);
    expect((await tokensOf('password@example.com')).status).toBe(400);
    expect((await tokensOf('password@example.com', value)).status).toBe(200);
  });

  it.each(['short', 'aaaaaaaaaaaaaaaa', ''])('that is too weak (“%s”) is refused at its field', async (value) => {
    const call = await register(`weak${String(value.length)}@example.com`);
    const reply = await call.call(session.password, { fields: { value } });
    expect([reply.status, Object.keys(problem(reply).fields ?? {})]).toEqual([400, ['value']]);
  });
});

describe('an e-mail', () => {
  it('stays the same until the new one is confirmed', async () => {
    const call = await register('before@example.com');
    expect((await call.call(session.email, { body: { email: 'after@example.com' } })).status).toBe(204);
    expect((await (await signIn('before@example.com')).ok(session.me)).email).toBe('before@example.com');
  });

  it('of another person is answered like any other', async () => {
    await register('theirs@example.com');
    const call = await register('asks@example.com');
    const [theirs, free] = [
      await call.call(session.email, { body: { email: 'Theirs@example.com' } }),
      await call.call(session.email, { body: { email: 'free@example.com' } }),
    ];
    expect([theirs.status, theirs.text]).toEqual([204, '']);
    expect([free.status, free.text]).toEqual([204, '']);
  });

  it('that is already their own is refused', async () => {
    const call = await register('mine@example.com');
    const own = await call.call(session.email, { body: { email: 'mine@example.com' } });
    expect(problem(own).fields).toHaveProperty('email');
  });
});
