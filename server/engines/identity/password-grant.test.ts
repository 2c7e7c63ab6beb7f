import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { requestToken, password, testRealm, type TestRealm } from '#server/testing/realm.ts';
import { embeddedAccountAdmin } from './account-admin.ts';
import { ensureAdmin } from './ensure-admin.ts';
import { changePersonEmail } from './people.ts';

let at: TestRealm;
let off: TestRealm;
beforeAll(async () => {
  [at, off] = await Promise.all([testRealm(), testRealm({ passwordGrant: false })]);
});
afterAll(async () => {
  await Promise.all([at.close(), off.close()]);
});

const grant = (email: string, secret = password, realm = at.realm) =>
  requestToken(realm, { client_id: 'skywave-cli', grant_type: 'password', username: email, password: secret });

it('gives scripts a token for the API, and a refresh token for an hour', async () => {
  const person = await at.person('cli@example.org');
  const { tokens } = await grant('cli@example.org');
  expect(decodeJwt(tokens.access_token)).toMatchObject({
    sub: person?.id,
    aud: `${at.origin}/v1`,
    azp: 'skywave-cli',
    email: 'cli@example.org',
    email_verified: true,
  });
  expect(tokens).toMatchObject({ token_type: 'Bearer', expires_in: 300 });
  const refresh = { client_id: 'skywave-cli', grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  const again = await requestToken(at.realm, refresh);
  expect(decodeJwt(again.tokens.access_token)).toMatchObject({ sub: person?.id, aud: `${at.origin}/v1` });
  // An hour from sign-in, however often it is refreshed.
  at.pass(3601);
  const late = await requestToken(at.realm, { ...refresh, refresh_token: again.tokens.refresh_token });
  expect(late.tokens.error).toBe('invalid_grant');
});

it('is not available to the portal itself, nor if the operator disabled it', async () => {
  await off.person('cli@example.org');
  expect((await grant('cli@example.org', password, off.realm)).tokens.error).toBe('unsupported_grant_type');
  const byPortal = await requestToken(at.realm, { grant_type: 'password', username: 'cli@example.org', password });
  expect(byPortal.status).toBe(400);
});

it('locks an e-mail after five failures for a growing time, whether or not it has an account', async () => {
  onTestFinished(at.stopClock());
  await at.person('locked@example.org');
  for (const email of ['locked@example.org', 'nobody@example.org']) {
    const fail = async () => (await grant(email, 'wrong wrong wrong')).tokens.error_description;
    for (let i = 0; i < 5; i += 1) expect(await fail()).toBe('invalid user credentials');
    expect(await fail()).toMatch(/wait (2\d|30) seconds/);
    expect((await grant(email)).tokens.error_description).toMatch(/wait/);
    at.pass(31);
    expect(await fail()).toBe('invalid user credentials');
    expect(await fail()).toMatch(/wait ([45]\d|60) seconds/);
    at.pass(61);
  }
  expect((await grant('locked@example.org')).status).toBe(200);
  expect((await grant('locked@example.org', 'wrong wrong wrong')).tokens.error_description).toMatch(/invalid user/);
});

it('allows no more guesses when they are concurrent', async () => {
  onTestFinished(at.stopClock());
  const replies = await Promise.all(Array.from({ length: 20 }, () => grant('burst@example.org', 'guess guess guess')));
  const checked = replies.filter(({ tokens }) => tokens.error_description === 'invalid user credentials');
  expect(checked).toHaveLength(5);
});

it('takes the same time for an unknown e-mail', async () => {
  await at.person('timed@example.org');
  const known: number[] = [];
  const unknown: number[] = [];
  // CPU time of this process, alternating, so that other programs on the machine don't count.
  const cpuTime = async (email: string): Promise<number> => {
    const before = process.cpuUsage();
    await grant(email, 'wrong wrong wrong');
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  for (let i = 0; i < 4; i += 1) {
    known.push(await cpuTime('timed@example.org'));
    unknown.push(await cpuTime('untimed@example.org'));
  }
  // Without the decoy hash the unknown e-mail would be several times faster.
  const ratio = Math.min(...known) / Math.min(...unknown);
  expect(Math.max(ratio, 1 / ratio)).toBeLessThan(3);
});

it('creates the administrator once and never resets the password', async () => {
  const created = await ensureAdmin(at.kernel);
  expect(created.email).toBe('admin@localhost');
  expect((await grant('admin@localhost', created.password ?? '')).status).toBe(200);
  const config = { ...at.kernel.config, adminPassword: 'a different password' };
  expect(await ensureAdmin({ ...at.kernel, config })).toEqual({ email: 'admin@localhost', password: undefined });
  expect((await grant('admin@localhost', 'a different password')).status).toBe(400);
  const named = { ...at.kernel.config, adminEmail: 'Boss@Example.org', adminPassword: 'chosen by operator' };
  expect(await ensureAdmin({ ...at.kernel, config: named })).toEqual({
    email: 'boss@example.org',
    password: undefined,
  });
  expect((await grant('boss@example.org', 'chosen by operator')).status).toBe(200);
});

it('refuses an administrator with a weak password', async () => {
  const config = { ...at.kernel.config, adminEmail: 'weak@example.org', adminPassword: 'skywave123' };
  await expect(ensureAdmin({ ...at.kernel, config })).rejects.toThrow(/^ADMIN_PASSWORD: Use more than/);
  expect((await grant('weak@example.org', 'skywave123')).status).toBe(400);
});

it('does not recreate an administrator who changed their e-mail or was removed', async () => {
  const config = { ...at.kernel.config, adminEmail: 'first@example.org', adminPassword: 'chosen by operator' };
  await ensureAdmin({ ...at.kernel, config });
  const subject = decodeJwt((await grant('first@example.org', 'chosen by operator')).tokens.access_token).sub ?? '';
  await changePersonEmail(at.kernel.db, at.kernel.clock, subject, 'moved@example.org');
  await ensureAdmin({ ...at.kernel, config });
  expect((await grant('first@example.org', 'chosen by operator')).status).toBe(400);
  expect((await grant('moved@example.org', 'chosen by operator')).status).toBe(200);
  await embeddedAccountAdmin(at.kernel).removeUser(subject);
  await ensureAdmin({ ...at.kernel, config });
  expect((await grant('first@example.org', 'chosen by operator')).status).toBe(400);
});
