import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contract/texts/errors.ts';
import { people } from '#contract/api/people.ts';
import { portal } from '#contract/api/portal.ts';
import { session } from '#contract/api/session.ts';
import { signIn } from '#contract/api/sign-in.ts';
import { addPerson } from '#server/engines/identity/people.ts';
import { hashPassword } from '#server/engines/identity/passwords.ts';
import { testClient, type TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { requestToken, password, type Tokens } from '#server/testing/realm.ts';

/* Who may remove other users' second factors, and when a required one has to be set up. */

let at: TestPortal;
let ahead = 0;
beforeAll(async () => {
  const clock = { now: () => new Date(Date.now() + ahead) };
  at = await testPortal({ clock, config: { embeddedIdentity: true, oidcIssuer: 'http://portal.test/realms/skywave' } });
});
afterAll(() => at.close());

const ask = (fields: Record<string, string>) =>
  requestToken(`${at.url}/realms/skywave`, { client_id: 'skywave-cli', scope: 'openid', ...fields });
const problem = ({ status, text }: { status: number; text: string }) => [
  status,
  (JSON.parse(text) as ErrorReply).error.code,
];
type SignedIn = { id: string; email: string; tokens: Tokens; call: TestClient };
const enter = async (email: string, options: { admin?: true } = {}): Promise<SignedIn> => {
  const password_hash = await hashPassword(password);
  await addPerson(at.kernel.db, { email, password_hash, first_name: 'Grace', last_name: 'Hopper' });
  const { tokens } = await ask({ grant_type: 'password', username: email, password });
  const call = testClient(at.url, tokens.access_token);
  const { id } = await call.ok(session.me);
  if (options.admin) await at.kernel.db.updateTable('users').set({ portal_admin: true }).where('id', '=', id).execute();
  at.people.forget(id);
  return { id, email, tokens, call };
};
/** Sets up an authenticator app for a user who just signed in. */
const protect = async ({ call }: SignedIn): Promise<void> => {
  const { secret } = await call.ok(signIn.beginApp);
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + ahead });
  await call.ok(signIn.addApp, { body: { code, name: '' } });
};
const isStillSignedIn = async ({ call, tokens }: SignedIn): Promise<boolean> => {
  const [used, renewed] = [
    await call.call(session.me),
    await ask({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token }),
  ];
  expect(used.status === 200).toBe(renewed.status === 200);
  return used.status === 200;
};
const later = async (minutes: number, run: () => Promise<void>): Promise<void> => {
  ahead += minutes * 60_000;
  await run().finally(() => (ahead -= minutes * 60_000));
};
const require = (value: boolean) => ({ body: { admins_need_second_factor: value } });
/** Tokens are dated in whole seconds. */
const nextSecond = () => new Promise((resolve) => setTimeout(resolve, 1001 - (Date.now() % 1000)));

describe('a portal administrator whose sign-in is older than five minutes', () => {
  it('cannot remove second factors', async () => {
    const admin = await enter('old.admin@example.com', { admin: true });
    const person = await enter('lost.phone@example.com');
    await protect(person);
    const params = { userId: person.id };
    await later(4, async () => {
      const { entities } = await admin.call.ok(people.users, { query: { search: 'lost.phone' } });
      expect(entities).toMatchObject([{ secondFactor: true }]);
    });
    await later(6, async () => {
      const reply = await admin.call.call(people.removeSecondFactors, { params });
      expect(problem(reply)).toEqual([403, 'session.stale']);
    });
    expect(await admin.call.ok(people.removeSecondFactors, { params })).toMatchObject({ secondFactor: false });
  });

  it('cannot switch off the requirement, but can change any other setting', async () => {
    const admin = await enter('settings.admin@example.com', { admin: true });
    await protect(admin);
    await admin.call.ok(portal.setSettings, require(true));
    await later(6, async () => {
      expect(problem(await admin.call.call(portal.setSettings, require(false)))).toEqual([403, 'session.stale']);
      const body = { trial_days: 14, admins_need_second_factor: true };
      expect(await admin.call.ok(portal.setSettings, { body })).toMatchObject(body);
    });
    expect(await admin.call.ok(portal.setSettings, require(false))).toMatchObject({ admins_need_second_factor: false });
  });
});

describe('switching the requirement on', () => {
  it('ends only the sessions of administrators without a second factor', async () => {
    const [safe, bare] = [
      await enter('safe.admin@example.com', { admin: true }),
      await enter('bare.admin@example.com', { admin: true }),
    ];
    const member = await enter('member@example.com');
    await protect(safe);
    await nextSecond();
    await safe.call.ok(portal.setSettings, require(true));
    expect([await isStillSignedIn(safe), await isStillSignedIn(bare), await isStillSignedIn(member)]).toEqual([
      true,
      false,
      true,
    ]);
    const again = await ask({ grant_type: 'password', username: bare.email, password });
    expect(again.tokens.error_description).toContain('second factor');
    await safe.call.ok(portal.setSettings, require(false));
  });

  it('applies to users who become administrators afterwards', async () => {
    const admin = await enter('inviting.admin@example.com', { admin: true });
    await protect(admin);
    await admin.call.ok(portal.setSettings, require(true));
    const heir = await enter('heir@example.com');
    await admin.call.ok(people.inviteToPortal, { params: { role: 'admin' }, query: { email: heir.email }, body: {} });
    const [invite] = await heir.call.ok(people.myInvites);
    await nextSecond();
    await heir.call.ok(people.accept, { params: { token: invite?.token ?? '' } });
    expect(await isStillSignedIn(heir)).toBe(false);
    await admin.call.ok(portal.setSettings, require(false));
  });
});
