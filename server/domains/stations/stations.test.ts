import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import { billing } from '#contract/api/billing.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { stations } from '#contract/api/stations.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let owner: TestClient;
let account: AccountKey;
let admin: TestClient;

beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.as(await portal.make.person({ admin: true }));
});
afterAll(() => portal.close());

const newOwner = async (company?: string): Promise<void> => {
  const person = await portal.make.person();
  owner = await portal.as(person);
  account = await portal.make.account({ company });
  await portal.make.accountMember(account, person, 'owner');
};

const create = (name: string, fields: object = {}, client = owner) =>
  client.call(stations.create, { params: { id: account }, body: { name, ...fields } });

test('creates a station with the defaults of the specification', async () => {
  await newOwner('Wave Ltd');
  const created = await create('First Wave');
  expect(created.status).toBe(201);
  expect(created.json).toMatchObject({
    account_key: account,
    account_company: 'Wave Ltd',
    name: 'First Wave',
    streamname: 'first-wave',
    pretty_url: 'first-wave',
    streambase: 'http://stream.test:8000',
    type: 1,
    station_service_type: 72,
    activation_status: 4,
    activated: true,
    show_tracks_playing: true,
    suspended: false,
    deleted: false,
    tags: [],
    default_timezone: 'UTC',
    language: 'en',
    rights: { owner: true, admin: true, staff: true },
    radio_server_settings: {
      bitrate: 128_000,
      sample_rate: 44_100,
      channels: 2,
      burst: 5000,
      media_type: 'MP3',
      mix_offset: 550,
      mix_speed: 300,
      project_type: 2,
      mp4: false,
      failover_settings: [],
    },
    server_status: { status: 0, live: false, radio_server_status: 'starting' },
    library_status: 'activated',
    audioads: 'disabled',
    agreement: null,
    master_link: {
      encoding: 'MP3',
      linkURI: 'stream.test:8000',
      masterLinkMountPoint: '/first-wave',
      streamId: 1,
      relaySourceURI: '',
      failover_settings: [],
    },
  });
  expect(created.json.master_link).not.toHaveProperty('masterLinkPassword');
  expect(await owner.ok(stations.get, { params: { key: created.json.key } })).toEqual(created.json);
});

test('reports whether the media library is available (spec §2 "Library status")', async () => {
  await newOwner();
  const { key } = (await create('Library Wave')).json;
  const status = async () => (await owner.ok(stations.get, { params: { key } })).library_status;
  expect(await status()).toBe('activated');
  await owner.ok(stations.suspend, { params: { key } });
  expect(await status()).toBe('unavailable');
  await owner.ok(stations.reactivate, { params: { key } });
  await admin.ok(billing.assign, { params: { key: account }, body: { plan: 'none' } });
  expect(await status()).toBe('unavailable');
});

test('gives every station its own mount and URL', async () => {
  await newOwner();
  const created = await Promise.all(Array.from({ length: 4 }, () => create('Same Name')));
  expect(created.map((reply) => reply.status)).toEqual([201, 201, 201, 201]);
  const mounts = created.map((reply) => reply.json.streamname).toSorted();
  expect(mounts).toEqual(['same-name', 'same-name-2', 'same-name-3', 'same-name-4']);
  expect(new Set(created.map((reply) => reply.json.pretty_url)).size).toBe(4);
});

test("enforces the plan's limit under 50 concurrent creations", async () => {
  await newOwner();
  const created = await Promise.all(Array.from({ length: 50 }, (_, i) => create(`Crowded ${String(i)}`)));
  expect(created.filter((reply) => reply.status === 201)).toHaveLength(5);
  const refused = created.filter((reply) => reply.status !== 201);
  expect(new Set(refused.map((reply) => reply.json.error.code))).toEqual(new Set(['plan.stationLimit']));
  const list = await owner.ok(accounts.stations, { params: { id: account } });
  expect(list.total).toBe(5);
});

test('lets a portal administrator create beyond the plan', async () => {
  await newOwner();
  for (const number of [1, 2, 3, 4, 5]) await portal.make.station(account, { name: `Full ${String(number)}` });
  expect((await create('One too many')).json.error.code).toBe('plan.stationLimit');
  expect((await create('One more', {}, admin)).status).toBe(201);
});

test('does not count deleted stations', async () => {
  await newOwner();
  for (const number of [1, 2, 3, 4, 5])
    await portal.make.station(account, { name: `Gone ${String(number)}`, deleted: true });
  expect((await create('Room again')).status).toBe(201);
});

test.each([
  ['name', { name: 'Wave' }, 'The name should be at least 6 characters.'],
  [
    'name',
    { name: 'Wave <b>FM</b>' },
    'Only letters, digits, spaces, dots, dashes, underscores and parentheses are allowed.',
  ],
  ['website', { name: 'Good name', website: 'javascript:alert(1)' }, 'The website field must be a valid URL'],
  ['default_timezone', { name: 'Good name', default_timezone: 'Mars/Base' }, 'Please choose a time zone.'],
  ['category', { name: 'Good name', category: 1 }, 'Please choose a category.'],
  ['bitrate', { name: 'Good name', bitrate: 129_000 }, 'Please choose a bit rate.'],
])('refuses a station with an invalid %s', async (field, body, message) => {
  await newOwner();
  const reply = await owner.call(stations.create, { params: { id: account }, body: body as { name: string } });
  expect(reply.status).toBe(400);
  expect(reply.json.error.fields).toEqual({ [field]: message });
});

test('lists the stations of an account by name, deleted ones separately', async () => {
  await newOwner();
  for (const name of ['bravo radio', 'Alpha radio', 'Charlie 50%']) await portal.make.station(account, { name });
  await portal.make.station(account, { name: 'Delta gone', deleted: true });
  const names = async (query: object) => {
    const list = await owner.ok(accounts.stations, { params: { id: account }, query });
    return [list.total, ...list.entities.map((station) => station.name)];
  };
  expect(await names({})).toEqual([3, 'Alpha radio', 'bravo radio', 'Charlie 50%']);
  expect(await names({ deleted: 'true' })).toEqual([1, 'Delta gone']);
  expect(await names({ search: 'RADIO', limit: 1, offset: 1 })).toEqual([2, 'bravo radio']);
  expect(await names({ search: '%', offset: 5 })).toEqual([1]);
});

test('returns the rights of each role in a station', async () => {
  await newOwner();
  const key = await portal.make.station(account);
  const rights = async (role: 'owner' | 'admin' | 'staff') => {
    const person = await portal.make.person();
    await portal.make.stationMember(key, person, role);
    return (await (await portal.as(person)).ok(stations.get, { params: { key } })).rights;
  };
  expect(await rights('staff')).toEqual({ owner: false, admin: false, staff: true });
  expect(await rights('admin')).toEqual({ owner: false, admin: true, staff: true });
  expect(await rights('owner')).toEqual({ owner: true, admin: true, staff: true });
});

test('returns where an encoder connects', async () => {
  await newOwner();
  const { key } = (await create('Encoder Wave')).json;
  expect(await owner.ok(stations.encoder, { params: { key } })).toEqual({
    icecast: {
      host: 'stream.test',
      port: 8000,
      mount: '/encoder-wave',
      user: 'source',
      url: 'icecast://source@stream.test:8000/encoder-wave',
    },
    shoutcast: { host: 'stream.test', port: 8000, direct_port: 8001, stream_id: 1 },
    format: { media_type: 'MP3', bitrate: 128_000, sample_rate: 44_100, channels: 2 },
  });
});

test('reveals the password only on request, and replaces it', async () => {
  await newOwner();
  const created = await create('Secret Wave');
  const { key } = created.json;
  const revealed = await owner.ok(stations.revealPassword, { params: { key } });
  expect(revealed.password).toMatch(/^[1-9A-HJ-NP-Za-km-z]{16}$/);
  expect(revealed.shoutcast_password).toBe(`secret-wave:${revealed.password}`);
  expect(created.text).not.toContain(revealed.password);

  const other = await owner.ok(stations.resetPassword, { params: { key } });
  expect(other.password).not.toBe(revealed.password);
  expect(await owner.ok(stations.revealPassword, { params: { key } })).toEqual(other);
});

test('derives the live status of a station that the engine has not reported yet', async () => {
  await newOwner();
  const status = async (values: object) => {
    const key = await portal.make.station(account, values);
    const live = await owner.ok(stations.live, { params: { key } });
    return [live.status, live.source, live.listeners];
  };
  expect(await status({})).toEqual(['starting', 'none', 0]);
  expect(await status({ running: false })).toEqual(['inactive', 'none', 0]);
  expect(await status({ suspended: true })).toEqual(['inactive', 'none', 0]);
});
