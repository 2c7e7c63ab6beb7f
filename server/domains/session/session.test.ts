import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { session, type StationLive } from '#contract/session.ts';
import type { StationKey } from '#contract/keys.ts';
import { ensureAdmin } from '#server/engines/identity/ensure-admin.ts';
import { testClient } from '#server/testing/client.ts';
import { askToken, password } from '#server/testing/realm.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let at: TestPortal;
beforeAll(async () => {
  at = await testPortal();
});
afterAll(() => at.close());

it('tells anybody where to sign in', async () => {
  const config = await (await at.as(undefined)).ok(session.config);
  expect(config).toMatchObject({ issuer: at.kernel.config.oidcIssuer, client_id: 'skywave', brand: 'skywave' });
  expect(config.version).toMatch(/^\d+\.\d+\.\d+/);
});

describe('the signed-in person', () => {
  it('has the rights they were given, and no others', async () => {
    const account = await at.make.account({ company: 'beta' });
    const other = await at.make.account({ company: 'Alpha', suspended: true });
    const gone = await at.make.account({ deleted: true });
    const station = await at.make.station(account, { name: 'zulu station' });
    const worksAt = await at.make.station(await at.make.account(), { name: 'Alfa station' });
    await at.make.station(await at.make.account());
    const person = await at.make.person();
    await at.make.accountMember(account, person, 'owner');
    await at.make.accountMember(other, person, 'admin');
    await at.make.accountMember(gone, person, 'owner');
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
      { key: other, company: 'Alpha', suspended: true },
      { key: account, company: 'beta', suspended: false },
    ]);
    expect((await call.ok(session.stations)).map(({ key, name }) => [key, name])).toEqual([
      [worksAt, 'Alfa station'],
      [station, 'zulu station'],
    ]);
  });

  it('is asked to sign in when nobody is', async () => {
    const reply = await (await at.as(undefined)).call(session.me);
    expect([reply.status, reply.json.error.code]).toEqual([401, 'session.required']);
  });

  it('cannot change their name where the identity provider does not let us', async () => {
    const call = await at.as(await at.make.person());
    const reply = await call.call(session.updateProfile, { body: { firstName: 'A', lastName: 'B' } });
    expect(reply.json.error.code).toBe('profile.updateFailed');
  });
});

describe('with the embedded identity provider', () => {
  it('takes its tokens, and a changed name holds in the portal and in the next token', async () => {
    const oidcIssuer = 'http://portal.test/realms/skywave';
    const own = await testPortal({ config: { embeddedIdentity: true, oidcIssuer, adminPassword: password } });
    await ensureAdmin(own.kernel);
    const signedIn = async () => {
      const fields = { client_id: 'skywave-cli', grant_type: 'password', username: 'admin@localhost', password };
      const { tokens } = await askToken(`${own.url}/realms/skywave`, fields);
      return testClient(own.url, tokens.access_token);
    };
    const call = await signedIn();
    expect((await call.ok(session.me)).portal_rights).toEqual(['admin']);
    await call.ok(session.updateProfile, { body: { firstName: ' Ada ', lastName: 'Byron' } });
    expect(await call.ok(session.profile)).toEqual({ firstName: 'Ada', lastName: 'Byron' });
    expect((await (await signedIn()).ok(session.me)).basic_info).toEqual({ first_name: 'Ada', last_name: 'Byron' });
    await own.close();
  });
});

describe('the event stream', () => {
  it('begins with a ping, then tells what is known of each station and every change', async () => {
    const account = await at.make.account();
    const station = await at.make.station(account);
    const person = await at.make.person();
    await at.make.accountMember(account, person, 'admin');
    at.live.publish(live(station, 'first'));
    const call = await at.as(person);
    const { events, end } = await follow(call, [station]);
    expect((await events.next()).value).toMatchObject({ event: 'ping' });
    expect((await events.next()).value).toMatchObject({ event: 'station', data: { key: station, title: 'first' } });
    at.live.publish(live(station, 'second'));
    expect((await events.next()).value).toMatchObject({ event: 'station', data: { title: 'second' } });
    end();
  });

  it('refuses a station of somebody else', async () => {
    const station = await at.make.station(await at.make.account());
    const call = await at.as(await at.make.person());
    expect((await call.call(session.events, { query: { stations: [station] } })).status).toBe(404);
  });
});

const live = (key: StationKey, title: string): StationLive => ({
  key,
  status: 'active',
  source: 'autodj',
  encoder: null,
  title,
  track: null,
  track_started: null,
  listeners: 0,
});

type Caller = Awaited<ReturnType<TestPortal['as']>>;
const follow = async (call: Caller, stations: StationKey[]) => {
  const query = stations.map((key) => `stations=${key}`).join('&');
  const reply = await call.send('GET', `/v1/events?${query}`);
  expect(reply.headers.get('content-type')).toContain('text/event-stream');
  const body = reply.body ?? new ReadableStream<Uint8Array>();
  const reader = body.pipeThrough(new TextDecoderStream() as never).getReader() as ReadableStreamDefaultReader<string>;
  return { events: eventsOf(reader), end: () => void reader.cancel() };
};

const eventsOf = async function* (reader: ReadableStreamDefaultReader<string>) {
  let text = '';
  for (;;) {
    for (let at = text.indexOf('\n\n'); at >= 0; at = text.indexOf('\n\n')) {
      const [, event, data] = /event: (.*)\ndata: (.*)/.exec(text.slice(0, at)) ?? [];
      text = text.slice(at + 2);
      if (event && data) yield { event, data: JSON.parse(data) as unknown };
    }
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
  }
};
