import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { session } from '#contract/api/session.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let at: TestPortal;
beforeAll(async () => {
  at = await testPortal();
});
afterAll(() => at.close());

it('tells anonymous visitors where to sign in', async () => {
  const config = await (await at.as(undefined)).ok(session.config);
  expect(config).toMatchObject({ issuer: at.kernel.config.oidcIssuer, client_id: 'skywave', brand: 'skywave' });
  expect(config.version).toMatch(/^\d+\.\d+\.\d+/);
});

describe('the signed-in person', () => {
  it('has exactly the rights of their roles', async () => {
    const account = await at.make.account({ company: 'beta' });
    const other = await at.make.account({ company: 'Alpha', suspended: true });
    const deleted = await at.make.account({ deleted: true });
    const station = await at.make.station(account, { name: 'zulu station' });
    const worksAt = await at.make.station(await at.make.account(), { name: 'Alfa station' });
    await at.make.station(await at.make.account());
    const person = await at.make.person();
    await at.make.accountMember(account, person, 'owner');
    await at.make.accountMember(other, person, 'admin');
    await at.make.accountMember(deleted, person, 'owner');
    await at.make.stationMember(worksAt, person, 'staff');
    const call = await at.as(person);

    expect(await call.ok(session.me)).toMatchObject({
      id: person.id,
      email: person.email,
      basic_info: { first_name: 'Test', last_name: 'Person' },
      rights: {
        accounts: [
          { key: other, role: 'admin' },
          { key: account, role: 'owner' },
        ],
        stations: [{ key: worksAt, role: 'staff' }],
      },
      portal_rights: [],
    });
    expect(await call.ok(session.accounts)).toEqual([
      { key: other, company: 'Alpha', suspended: true, logo: null, chat_support: true },
      { key: account, company: 'beta', suspended: false, logo: null, chat_support: true },
    ]);
    expect((await call.ok(session.stations)).map(({ key, name }) => [key, name])).toEqual([
      [worksAt, 'Alfa station'],
      [station, 'zulu station'],
    ]);
  });

  it('is required for personal data', async () => {
    const reply = await (await at.as(undefined)).call(session.me);
    expect([reply.status, reply.json.error.code]).toEqual([401, 'session.required']);
  });

  it('sees only their own accounts and stations in their lists, even as a portal administrator', async () => {
    await at.make.station(await at.make.account());
    const mine = await at.make.account({ company: 'Mine' });
    const admin = await at.make.person({ admin: true });
    await at.make.accountMember(mine, admin, 'admin');
    const call = await at.as(admin);
    expect((await call.ok(session.accounts)).map(({ key }) => key)).toEqual([mine]);
    expect(await call.ok(session.stations)).toEqual([]);
  });

  it('is located by the IP address from a trusted proxy only', async () => {
    const locate = async (portal: TestPortal, address: string) => {
      const call = await portal.as(await portal.make.person());
      return call.ok(session.location, {}, { 'x-forwarded-for': address });
    };
    expect(await locate(at, '8.8.8.8')).toEqual({ country: '', region: '', city: '' });
    const behindProxy = await testPortal({ config: { trustedProxies: ['127.0.0.1'] } });
    expect((await locate(behindProxy, '8.8.8.8')).country).toBe('US');
    expect(await locate(behindProxy, '10.0.0.1')).toEqual({ country: '', region: '', city: '' });
    await behindProxy.close();
  });
});
