import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contract/texts/errors.ts';
import { session } from '#contract/api/session.ts';
import { signIn } from '#contract/api/sign-in.ts';
import { addPerson } from '#server/engines/identity/people.ts';
import { hashPassword } from '#server/engines/identity/passwords.ts';
import { testClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { requestToken, password } from '#server/testing/realm.ts';

/* Which changes an access token alone cannot make, and which sessions a change ends. */

let at: TestPortal;
let ahead = 0;
beforeAll(async () => {
  const clock = { now: () => new Date(Date.now() + ahead) };
  at = await testPortal({
    clock,
    config: { embeddedIdentity: true, oidcIssuer: 'http://portal.test/realms/skywave' },
  });
});
afterAll(() => at.close());

const problem = ({ text }: { text: string }) => (JSON.parse(text) as ErrorReply).error;
const ask = (fields: Record<string, string>) =>
  requestToken(`${at.url}/realms/skywave`, { client_id: 'skywave-cli', scope: 'openid', ...fields });
const tokensOf = async (email: string, secret = password) =>
  (await ask({ grant_type: 'password', username: email, password: secret })).tokens;
const register = async (email: string) => {
  const person = { email, password_hash: await hashPassword(password), first_name: 'Grace', last_name: 'Hopper' };
  await addPerson(at.kernel.db, person);
  return tokensOf(email);
};
/** Runs `run` while every earlier sign-in is `minutes` old. */
const minutesLater = async (minutes: number, run: () => Promise<void>): Promise<void> => {
  ahead += minutes * 60_000;
  try {
    await run();
  } finally {
    ahead -= minutes * 60_000;
  }
};
const newPassword = 'another horse, another battery';

describe('an access token whose sign-in is older than five minutes', () => {
  it('changes neither the password nor the e-mail', async () => {
    const { access_token } = await register('stolen@example.com');
    const thief = testClient(at.url, access_token);
    await minutesLater(6, async () => {
      const replies = [
        await thief.call(session.password, { fields: { value: newPassword } }),
        await thief.call(session.email, { body: { email: 'thief@example.com' } }),
      ];
      for (const reply of replies) expect([reply.status, problem(reply).code]).toEqual([403, 'session.stale']);
      expect((await thief.ok(signIn.state)).recent).toBe(false);
    });
    expect((await tokensOf('stolen@example.com')).access_token).toBeDefined();
  });

  it('changes them with the current password only', async () => {
    const { access_token } = await register('present@example.com');
    const call = testClient(at.url, access_token);
    await minutesLater(6, async () => {
      const wrong = await call.call(session.password, { fields: { value: newPassword, current: 'not this one' } });
      expect([wrong.status, Object.keys(problem(wrong).fields ?? {})]).toEqual([400, ['current']]);
      const body = { email: 'present-new@example.com', current: password };
      expect((await call.call(session.email, { body })).status).toBe(204);
      const fields = { value: newPassword, current: password };
      expect((await call.call(session.password, { fields })).status).toBe(204);
    });
    expect((await tokensOf('present@example.com', newPassword)).access_token).toBeDefined();
  });
});

describe('a changed password', () => {
  it('ends all other sessions and access tokens, but not the current session', async () => {
    const [mine, other] = [await register('changes@example.com'), await tokensOf('changes@example.com')];
    const elsewhere = testClient(at.url, other.access_token);
    expect((await elsewhere.call(session.me)).status).toBe(200);
    // Tokens are dated in whole seconds.
    await new Promise((resolve) => setTimeout(resolve, 1001 - (Date.now() % 1000)));
    const here = testClient(at.url, mine.access_token);
    expect((await here.call(session.password, { fields: { value: newPassword } })).status).toBe(204);
    expect((await elsewhere.call(session.me)).status).toBe(401);
    expect((await here.call(session.me)).status).toBe(401);
    const refresh = (token: string) => ask({ grant_type: 'refresh_token', refresh_token: token });
    expect((await refresh(other.refresh_token)).status).toBe(400);
    const renewed = await refresh(mine.refresh_token);
    expect((await testClient(at.url, renewed.tokens.access_token).call(session.me)).status).toBe(200);
  });
});

describe('the list of sessions', () => {
  it('shows client and address of each, ends one, and ends all others', async () => {
    const first = await register('list@example.com');
    const second = await tokensOf('list@example.com');
    const third = await tokensOf('list@example.com');
    const here = testClient(at.url, first.access_token);
    const found = await here.ok(signIn.sessions);
    expect(found).toHaveLength(3);
    expect(found.filter(({ current }) => current)).toHaveLength(1);
    expect(found[0]).toMatchObject({
      script: true,
      client: 'node',
      address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
    });
    const [one] = await testClient(at.url, second.access_token)
      .ok(signIn.sessions)
      .then((all) => all.filter(({ current }) => current));
    const params = { id: one?.id ?? '' };
    expect((await here.call(signIn.endSession, { params })).status).toBe(204);
    expect(problem(await here.call(signIn.endSession, { params })).code).toBe('session.unknown');
    expect((await ask({ grant_type: 'refresh_token', refresh_token: second.refresh_token })).status).toBe(400);
    expect((await ask({ grant_type: 'refresh_token', refresh_token: third.refresh_token })).status).toBe(200);
    expect((await here.call(signIn.endOtherSessions)).status).toBe(204);
    expect((await ask({ grant_type: 'refresh_token', refresh_token: third.refresh_token })).status).toBe(400);
    const { status, tokens } = await ask({ grant_type: 'refresh_token', refresh_token: first.refresh_token });
    expect(status).toBe(200);
    expect(await testClient(at.url, tokens.access_token).ok(signIn.sessions)).toHaveLength(1);
  });

  it("cannot end another person's session", async () => {
    const [victim, thief] = [await register('victim@example.com'), await register('thief@example.com')];
    const [theirs] = await testClient(at.url, victim.access_token).ok(signIn.sessions);
    const params = { id: theirs?.id ?? '' };
    const reply = await testClient(at.url, thief.access_token).call(signIn.endSession, { params });
    expect([reply.status, problem(reply).code]).toEqual([404, 'session.unknown']);
    expect((await ask({ grant_type: 'refresh_token', refresh_token: victim.refresh_token })).status).toBe(200);
  });
});
