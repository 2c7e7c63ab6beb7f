import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { relays } from '#contract/api/relays.ts';
import { stations } from '#contract/api/stations.ts';
import type { TestClient } from '#server/testing/client.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let admin: TestClient;
let owner: TestClient;
let ownerPerson: TestPerson;
let manager: TestClient;
let staff: TestClient;
let account: AccountKey;
let key: StationKey;

beforeAll(async () => {
  portal = await testPortal();
  const { make } = portal;
  const people = await Promise.all([make.person(), make.person(), make.person()]);
  ownerPerson = people[0];
  [owner, manager, staff] = (await Promise.all(people.map((one) => portal.as(one)))) as [
    TestClient,
    TestClient,
    TestClient,
  ];
  admin = await portal.as(await make.person({ admin: true }));
  account = await make.account({ company: 'Wave Ltd', plan: 'prime' });
  await make.accountMember(account, people[0], 'owner');
  key = await make.station(account, { name: 'Wave Radio' });
  await make.stationMember(key, people[1], 'admin');
  await make.stationMember(key, people[2], 'staff');
});
afterAll(() => portal.close());

const get = (client = owner, of = key) => client.ok(stations.get, { params: { key: of } });
const put = (body: object, client = owner, of = key) => client.call(stations.update, { params: { key: of }, body });
const fieldsOf = (reply: { json: unknown }) =>
  (reply.json as { error: { code: string; fields?: Record<string, string> } }).error;
const revision = async (of = key) =>
  (await portal.kernel.db.selectFrom('stations').select('revision').where('key', '=', of).executeTakeFirstOrThrow())
    .revision;

test('the stream ID can be set in the settings or the master link, and appears in the encoder settings', async () => {
  const params = { params: { key } };
  expect((await get()).radio_server_settings.stream_id).toBe(1);
  expect((await owner.ok(relays.setMasterLink, { ...params, body: { streamId: 7 } })).streamId).toBe(7);
  expect((await owner.ok(stations.encoder, params)).shoutcast.stream_id).toBe(7);
  await put({ radio_server_settings: { stream_id: 1 } });
  expect((await get()).master_link.streamId).toBe(1);
  const refused = await owner.call(relays.setMasterLink, { ...params, body: { streamId: 0 } });
  expect(refused.json.error.fields).toHaveProperty('streamId');
});

describe('a change of a station', () => {
  const fields = {
    name: 'Wave Radio (Berlin)',
    description: 'Everything that swims.',
    about: 'Since 1999',
    website: 'https://wave.example/fm',
    phone: '+49 30 123-456',
    category: 31,
    country: 'DE',
    default_timezone: 'Europe/Berlin',
    language: 'de-at',
    public: false,
    searchable: false,
    show_tracks_playing: false,
    tags: ['web', 'tunein'],
    organization_type: 3,
    organization_size: 2,
    default_type: 47,
    monitoring_settings: { link: true, emails: ['a@wave.test'], phones: ['+49301234567'] },
    reports_settings: { emails: ['r@wave.test'] },
  };

  test('stores every field and raises the revision for the engine', async () => {
    const before = await revision();
    const reply = await put(fields);
    expect([reply.status, reply.json.listeners_dropped]).toEqual([200, false]);
    expect(reply.json).toMatchObject(fields);
    expect(await get()).toMatchObject(fields);
    expect(await revision()).toBeGreaterThan(before);
  });

  test('leaves all other fields alone', async () => {
    await put(fields);
    const before = await get();
    await put({ about: 'Only this', monitoring_settings: { link: false }, radio_server_settings: { burst: 2000 } });
    const after = await get();
    expect(after).toEqual({
      ...before,
      about: 'Only this',
      updated: after.updated,
      monitoring_settings: { ...before.monitoring_settings, link: false },
      radio_server_settings: { ...before.radio_server_settings, burst: 2000 },
    });
  });

  test('accepts the station unchanged from everyone who may change it', async () => {
    await admin.ok(stations.update, {
      params: { key },
      body: { zosa: true, environment: 'production', exclusive: true, radio_server_settings: { project_type: 7 } },
    });
    await put({ billing_owner: ownerPerson.id });
    for (const client of [owner, manager, admin]) {
      const read = await get(client);
      expect((await client.ok(stations.update, { params: { key }, body: read })).key).toBe(key);
      expect({ ...(await get(client)), updated: '' }).toEqual({ ...read, updated: '' });
    }
    expect((await get()).billing_owner).toBe(ownerPerson.id);
  });

  test('is refused per field where only the portal may change it', async () => {
    const reply = await put({
      station_service_type: 1,
      activation_status: 2,
      exclusive: false,
      featured: true,
      environment: 'test',
      zosa: false,
      radio_server_settings: { studio_allowed: true, burst: 1000 },
    });
    expect([reply.status, Object.keys(fieldsOf(reply).fields ?? {}).toSorted()]).toEqual([
      403,
      [
        'activation_status',
        'environment',
        'exclusive',
        'featured',
        'radio_server_settings.studio_allowed',
        'station_service_type',
        'zosa',
      ],
    ]);
    expect((await get()).radio_server_settings.burst).not.toBe(1000);
    await admin.ok(stations.update, { params: { key }, body: { activation_status: 2 } });
    expect(await get()).toMatchObject({ activation_status: 2, activated: false });
  });

  test('is refused to the station’s team where only the account may change it', async () => {
    const reply = await put({ tags: ['default'], billing_owner: null }, manager);
    expect([reply.status, Object.keys(fieldsOf(reply).fields ?? {})]).toEqual([403, ['tags']]);
    expect((await put({ tags: ['app'] }, manager)).status).toBe(200);
    expect((await get(manager)).billing_owner).toBeNull();
    expect((await put({ name: 'By their staff' }, staff)).status).toBe(403);
  });

  test.each([
    ['name', { name: 'Wave' }],
    ['streamname', { streamname: 'admin' }],
    ['streamname', { streamname: '../x' }],
    ['pretty_url', { pretty_url: 'short' }],
    ['pretty_url', { pretty_url: 'with blank s' }],
    ['phone', { phone: 'call me' }],
    ['country', { country: 'XX' }],
    ['default_timezone', { default_timezone: 'Moon/Base' }],
    ['language', { language: 'German' }],
    ['tags.0', { tags: ['radio'] }],
    ['organization_type', { organization_type: 11 }],
    ['organization_size', { organization_size: 5 }],
    ['category', { category: 1 }],
    ['default_type', { default_type: 72 }],
    ['billing_owner', { billing_owner: '00000000-0000-4000-8000-000000000000' }],
    ['monitoring_settings.emails.0', { monitoring_settings: { emails: ['nobody'] } }],
    ['monitoring_settings.phones.0', { monitoring_settings: { phones: ['030 1234567'] } }],
    ['reports_settings.emails.0', { reports_settings: { emails: ['x'] } }],
    ['radio_server_settings.burst', { radio_server_settings: { burst: 60_000 } }],
    ['radio_server_settings.bitrate', { radio_server_settings: { bitrate: 256_000 } }],
    ['radio_server_settings.bitrate', { radio_server_settings: { bitrate: 129_000 } }],
    [
      'radio_server_settings.failover_settings.0.url',
      { radio_server_settings: { failover_settings: [{ url: 'ftp://x' }] } },
    ],
  ])('is refused if %s is invalid', async (field, body) => {
    const reply = await put(body);
    expect([reply.status, Object.keys(fieldsOf(reply).fields ?? {})]).toEqual([400, [field]]);
  });

  test('normalizes phone numbers and removes duplicate recipients', async () => {
    const monitoring_settings = {
      phones: ['+49 (30) 123-4567', '+49301234567'],
      emails: ['A@wave.test', 'a@wave.test'],
    };
    await put({ monitoring_settings });
    expect((await get()).monitoring_settings).toMatchObject({ phones: ['+49301234567'], emails: ['a@wave.test'] });
  });

  test('hides recipients and billing owner from staff', async () => {
    await put({ ...fields, billing_owner: ownerPerson.id });
    expect(await get(staff)).toMatchObject({
      billing_owner: null,
      monitoring_settings: { link: true, emails: [], phones: [] },
      reports_settings: { emails: [] },
    });
  });
});

describe('the stream', () => {
  beforeEach(async () => {
    await put({ radio_server_settings: { media_type: 'MP3', sample_rate: 44_100, channels: 2, bitrate: 128_000 } });
  });

  test('disconnects listeners only if codec, sample rate or channels change', async () => {
    const dropped = async (settings: object) => (await put({ radio_server_settings: settings })).json.listeners_dropped;
    expect(await dropped({ bitrate: 192_000, burst: 3000, mix_offset: 10, mp4: true, metadata: 'x' })).toBe(false);
    expect(await dropped({ failover_settings: [{ url: 'https://backup.example/live' }], allow_secure: true })).toBe(
      false,
    );
    expect(await dropped({ channels: 1 })).toBe(true);
    expect(await dropped({ channels: 1 })).toBe(false);
    expect(await dropped({ sample_rate: 48_000 })).toBe(true);
    expect(await dropped({ media_type: 'AAC' })).toBe(true);
    expect((await get()).radio_server_settings).toMatchObject({ media_type: 'AAC', sample_rate: 48_000, channels: 1 });
    expect((await owner.ok(stations.encoder, { params: { key } })).format.media_type).toBe('AAC');
  });

  test('offers HLS if the plan includes it, and leaves it on under a lower plan', async () => {
    expect((await put({ radio_server_settings: { hls: true } })).json.radio_server_settings.hls).toBe(true);
    const starter = await portal.make.account({ plan: 'starter' });
    await portal.make.accountMember(starter, ownerPerson, 'owner');
    const other = await portal.make.station(starter);
    const refused = await put({ radio_server_settings: { hls: true } }, owner, other);
    expect([refused.status, fieldsOf(refused).code]).toEqual([409, 'plan.featureMissing']);
    expect((await put({ radio_server_settings: { hls: true } }, admin, other)).status).toBe(200);
    expect((await put({ radio_server_settings: { hls: true } }, owner, other)).status).toBe(200);
  });

  test('can move to another mount if no station uses it', async () => {
    const other = await portal.make.station(account);
    const { streamname } = await get(owner, other);
    const refused = await put({ streamname });
    expect([refused.status, fieldsOf(refused)]).toMatchObject([
      409,
      { code: 'station.mountInUse', fields: { streamname: 'This mount is in use.' } },
    ]);
    expect((await put({ streamname: 'wave-new' })).json.streamname).toBe('wave-new');
    expect((await owner.ok(stations.encoder, { params: { key } })).icecast.mount).toBe('/wave-new');
  });
});

describe('the default station', () => {
  test('stays unique within an account under concurrent changes', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => portal.make.station(account)));
    const replies = await Promise.all(all.map((one) => put({ tags: ['web', 'default'] }, owner, one)));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const tags = await Promise.all([...all, key].map(async (one) => (await get(owner, one)).tags));
    expect(tags.filter((one) => one.includes('default'))).toHaveLength(1);
    expect(tags.filter((one) => one.includes('web')).length).toBeGreaterThanOrEqual(8);
  });
});

test('returns a station’s statistics next to its plan’s limits', async () => {
  const person = await portal.make.person();
  await portal.make.stationMember(key, person, 'staff');
  await portal.kernel.db
    .updateTable('users')
    .set({ dj_info: JSON.stringify({ radio_personality: true }) })
    .where('id', '=', person.id)
    .execute();
  const { account_key: account } = await get();
  await portal.make.podcast(account);
  await portal.make.podcast(account, { station: key });
  expect((await get()).statistics).toEqual({
    station_people: 3,
    plan_people: -1,
    djs_count: 1,
    shows_count: 2,
    plan_shows: 5,
    station_shows_count: 1,
    followed_score: 0,
  });
});
