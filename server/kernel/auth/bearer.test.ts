import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UnsecuredJWT } from 'jose';
import { session } from '#contract/api/session.ts';
import { testClient } from '#server/testing/client.ts';
import { testIssuer } from '#server/testing/issuer.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { databasePeople } from './people.ts';

let portal: TestPortal;
let now = new Date();
beforeAll(async () => {
  portal = await testPortal({ config: { adminEmail: 'Chief@Example.com' } });
});
afterAll(() => portal.close());

const me = async (token: string) => testClient(portal.url, token).call(session.me);
const claims = { sub: 'u1', email: 'u1@example.com', given_name: 'Ada', family_name: 'Byron' };

describe('a bearer token', () => {
  it('is accepted from our issuer, for our audience, while it is valid', async () => {
    expect((await me(await portal.issuer.token(claims))).status).toBe(200);
  });

  it('is accepted with a nonce if its type is access token', async () => {
    expect((await me(await portal.issuer.token({ ...claims, typ: 'Bearer', nonce: 'n' }))).status).toBe(200);
  });

  it.each([
    ['expired', () => portal.issuer.token(claims, -60)],
    ['for another audience', () => testIssuer(portal.kernel.config.oidcIssuer, 'http://other').token(claims)],
    ['for nobody', () => testIssuer(portal.kernel.config.oidcIssuer, undefined).token(claims)],
    ['from another issuer', () => testIssuer('http://other', 'http://portal.test').token(claims)],
    ['a logout token', () => portal.issuer.token({ ...claims, typ: 'Logout' })],
    ['Keycloak’s ID token', () => portal.issuer.token({ ...claims, typ: 'ID' })],
    ['an ID token', () => portal.issuer.token({ ...claims, nonce: 'n' })],
    ['unsigned', () => Promise.resolve(new UnsecuredJWT(claims).setIssuer(portal.kernel.config.oidcIssuer).encode())],
    ['not a token', () => Promise.resolve('nonsense')],
  ])('%s is refused', async (_which, make) => {
    const reply = await me(await make());
    expect([reply.status, reply.json.error.code]).toEqual([401, 'session.required']);
  });
});

describe('a user', () => {
  const identity = (given: Partial<Parameters<ReturnType<typeof databasePeople>['ofIdentity']>[0]> = {}) => ({
    issuer: 'i',
    subject: 'p1',
    email: 'p1@example.com',
    emailVerified: true,
    firstName: 'Old',
    lastName: 'Name',
    issuedAt: now,
    expires: new Date(now.getTime() + 60_000),
    signIn: { at: now, session: undefined },
    ...given,
  });
  const people = (adminEmail?: string) => databasePeople({ ...portal.kernel, clock: { now: () => now }, adminEmail });

  it('is the same at every call, and updated only by newer tokens', async () => {
    const first = await people().ofIdentity(identity());
    await portal.kernel.db
      .updateTable('users')
      .set({ first_name: 'New', updated: new Date() })
      .where('id', '=', first.id)
      .execute();
    const older = identity({ issuedAt: new Date(Date.now() - 60_000), firstName: 'Older' });
    expect(await people().ofIdentity(older)).toMatchObject({ id: first.id, first_name: 'New' });
    const newer = identity({ issuedAt: new Date(Date.now() + 60_000), firstName: 'Newest' });
    expect(await people().ofIdentity(newer)).toMatchObject({ id: first.id, first_name: 'Newest' });
  });

  it('becomes portal administrator by the verified address in ADMIN_EMAIL, not by an unverified one', async () => {
    const chief = { email: 'chief@example.com', subject: 'chief' };
    expect(await people('Chief@Example.com').ofIdentity(identity({ ...chief, emailVerified: false }))).toMatchObject({
      isPortalAdmin: false,
    });
    expect(await people('Chief@Example.com').ofIdentity(identity(chief))).toMatchObject({ isPortalAdmin: true });
  });

  it('is refused within 30 s after removal', async () => {
    const known = people();
    const person = await known.ofIdentity(identity({ subject: 'p2' }));
    await portal.kernel.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', person.id).execute();
    now = new Date(now.getTime() + 31_000);
    await expect(known.ofIdentity(identity({ subject: 'p2' }))).rejects.toMatchObject({ code: 'session.required' });
    await expect(known.byId(person.id)).rejects.toMatchObject({ code: 'session.required' });
  });

  it('is refused within 30 s after removal, even with frequent calls', async () => {
    const known = people();
    const person = await known.ofIdentity(identity({ subject: 'p3' }));
    await known.byId(person.id);
    await portal.kernel.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', person.id).execute();
    for (const seconds of [10, 10]) {
      now = new Date(now.getTime() + seconds * 1000);
      await known.byId(person.id);
    }
    await expect(known.readCurrent(person.id)).rejects.toMatchObject({ code: 'session.required' });
    now = new Date(now.getTime() + 11_000);
    await expect(known.byId(person.id)).rejects.toMatchObject({ code: 'session.required' });
  });

  it('is read again if the cache entry is dropped during the query', async () => {
    const known = people();
    const { id } = await known.ofIdentity(identity({ subject: 'p4' }));
    const forgotten: string[] = [];
    const stop = known.onForget((one) => forgotten.push(one));
    const before = known.byId(id);
    known.forget(id);
    stop();
    known.forget(id);
    await portal.kernel.db.updateTable('users').set({ first_name: 'Changed' }).where('id', '=', id).execute();
    await before;
    expect(await known.byId(id)).toMatchObject({ first_name: 'Changed' });
    expect(forgotten).toEqual([id]);
  });
});
