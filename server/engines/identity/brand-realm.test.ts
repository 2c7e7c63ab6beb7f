import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brand as beacon } from '#brands/beacon/brand.ts';
import { authorizeUrl, password, requestToken, testRealm, type TestRealm } from '#server/testing/realm.ts';
import { adoptUsers } from './adopt-users.ts';

let at: TestRealm;
let former: string;
beforeAll(async () => {
  at = await testRealm({}, beacon);
  former = `${at.origin}/realms/skywave`;
});
afterAll(() => at.close());

const discovered = async (realm: string): Promise<Record<string, unknown>> =>
  (await (await fetch(`${realm}/.well-known/openid-configuration`)).json()) as Record<string, unknown>;

it('names the realm after the brand, and describes it at the former address too', async () => {
  const found = await discovered(`${at.origin}/realms/beacon`);
  expect(found).toMatchObject({
    issuer: `${at.origin}/realms/beacon`,
    token_endpoint: `${at.origin}/realms/beacon/protocol/openid-connect/token`,
  });
  expect(await discovered(former)).toEqual(found);
  expect((await fetch(`${former}/protocol/openid-connect/certs`)).status).toBe(200);
});

it('signs in at pages and with cookies that name no other brand', async () => {
  await at.person('page@example.org');
  const { url, verifier } = authorizeUrl(at.origin, {}, 'beacon');
  const browser = at.browser();
  const page = await browser.open(url);
  expect(page.url).toContain('/realms/beacon/interaction/');
  expect(page.text).not.toMatch(/skywave/i);
  const { headers } = await fetch(page.url, { headers: { cookie: 'none=1' } });
  expect(headers.getSetCookie().join()).not.toMatch(/skywave/i);
  const back = await browser.submit(page, { email: 'page@example.org', password });
  const { tokens } = await requestToken(at.realm, {
    client_id: 'beacon',
    grant_type: 'authorization_code',
    code: new URL(back.url).searchParams.get('code') ?? '',
    code_verifier: verifier,
    redirect_uri: `${at.origin}/signed-in`,
  });
  expect(decodeJwt(tokens.access_token)).toMatchObject({ iss: `${at.origin}/realms/beacon`, azp: 'beacon' });
});

it.each(['beacon-cli', 'skywave-cli'])('gives scripts tokens at the former address, by the client %s', async (name) => {
  await at.person(`${name}@example.org`);
  const fields = { client_id: name, grant_type: 'password', username: `${name}@example.org`, password };
  const { tokens } = await requestToken(former, fields);
  expect(decodeJwt(tokens.access_token)).toMatchObject({ iss: `${at.origin}/realms/beacon`, azp: name });
  const refresh = { client_id: name, grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  expect((await requestToken(former, refresh)).status).toBe(200);
});

it('redirects links of earlier e-mails', async () => {
  const reply = await fetch(`${former}/reset?token=abc`, { redirect: 'manual' });
  expect([reply.status, reply.headers.get('location')]).toEqual([302, '/realms/beacon/reset?token=abc']);
});

it('keeps the users of an installation whose realm had another name', async () => {
  const { db } = at.kernel;
  const row = (issuer: string, subject: string) => ({
    ...{ issuer, subject, email: `${subject}@example.org`, email_verified: true },
    ...{ first_name: 'Ada', last_name: 'Byron' },
  });
  const own = `${at.origin}/realms/beacon`;
  const elsewhere = 'https://id.example.org/realms/skywave';
  await db
    .insertInto('users')
    .values([row(former, 'kept'), row(former, 'twice'), row(own, 'twice'), row(elsewhere, 'other')])
    .execute();
  await adoptUsers(at.kernel);
  await adoptUsers(at.kernel);
  const rows = await db
    .selectFrom('users')
    .select(['issuer', 'subject'])
    .orderBy('subject')
    .orderBy('issuer')
    .execute();
  expect(rows).toEqual([
    { issuer: own, subject: 'kept' },
    { issuer: elsewhere, subject: 'other' },
    { issuer: own, subject: 'twice' },
    { issuer: former, subject: 'twice' },
  ]);
});
