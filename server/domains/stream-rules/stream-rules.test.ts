import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { streamRules, type ChangedStreamRules } from '#contract/api/stream-rules.ts';
import { desiredStations } from '#server/domains/playout/desired.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let account: AccountKey;
let key: StationKey;
let owner: TestClient;
let admin: TestClient;

beforeAll(async () => {
  portal = await testPortal();
  account = await portal.make.account({ plan: 'premier' });
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  owner = await portal.as(person);
  admin = await portal.as(await portal.make.person({ admin: true }));
});
afterAll(() => portal.close());
beforeEach(async () => {
  key = await portal.make.station(account);
  await portal.kernel.db.updateTable('subscriptions').set({ plan: 'premier' }).execute();
});

const read = () => owner.ok(streamRules.get, { params: { key } });
const set = (body: ChangedStreamRules, client = owner) => client.call(streamRules.set, { params: { key }, body });
const decide = (address: string, rules?: ChangedStreamRules) =>
  owner.ok(streamRules.decide, { params: { key }, body: { address, rules } });
const defaultRules = {
  country_mode: 'all',
  countries: [],
  allowed_networks: [],
  blocked_networks: [],
  only_allowed: false,
  max_listeners: null,
  max_per_address: null,
  show_listeners: false,
};

test('admits everyone by default', async () => {
  expect(await read()).toEqual(defaultRules);
});

test('stores the given rules normalized and without duplicates, and leaves the rest unchanged', async () => {
  const saved = await owner.ok(streamRules.set, {
    params: { key },
    body: {
      country_mode: 'only',
      countries: ['GR', 'CY', 'GR'],
      blocked_networks: ['10.1.2.3/8', '2001:DB8::1', '10.0.0.0/8'],
    },
  });
  expect(saved).toEqual({
    ...defaultRules,
    country_mode: 'only',
    countries: ['CY', 'GR'],
    blocked_networks: ['10.0.0.0/8', '2001:db8::1'],
  });
  await set({ max_listeners: 50 });
  expect(await read()).toEqual({ ...saved, max_listeners: 50 });
});

test('sends every change to the engine', async () => {
  const limits = async () => {
    const [desired] = await desiredStations({ db: portal.kernel.db }, [key]);
    return { revision: desired?.revision ?? 0, ...desired?.document?.limits };
  };
  const before = await limits();
  expect(before).toMatchObject({ listeners: null, per_address: null });
  expect(before.rules).toBeUndefined();
  await set({ max_listeners: 9, max_per_address: 2, only_allowed: true, allowed_networks: ['192.0.2.0/24'] });
  const after = await limits();
  expect(after.revision).toBeGreaterThan(before.revision);
  expect(after).toMatchObject({
    listeners: 9,
    per_address: 2,
    rules: {
      country_mode: 'all',
      countries: [],
      allowed_networks: ['192.0.2.0/24'],
      blocked_networks: [],
      only_allowed: true,
    },
  });
});

test('refuses invalid values on their fields', async () => {
  const fields = async (body: ChangedStreamRules) => {
    const { status, json } = await set(body);
    return { status, fields: Object.keys(json.error?.fields ?? {}) };
  };
  expect(await fields({ blocked_networks: ['10.0.0.0/8', '10.0.0.999'] })).toEqual({
    status: 400,
    fields: ['blocked_networks.1'],
  });
  expect(await fields({ country_mode: 'only' })).toEqual({ status: 400, fields: ['countries'] });
  expect(await fields({ countries: ['GR', 'XX'] })).toEqual({ status: 400, fields: ['countries.1'] });
  expect(await fields({ only_allowed: true })).toEqual({ status: 400, fields: ['allowed_networks'] });
  expect(await fields({ max_listeners: 0 })).toEqual({ status: 400, fields: ['max_listeners'] });
  expect(
    await fields({ blocked_networks: Array.from({ length: 1001 }, (_, n) => `10.${n >> 8}.${n & 255}.1`) }),
  ).toEqual({
    status: 400,
    fields: ['blocked_networks'],
  });
  expect(await read()).toEqual(defaultRules);
});

test('requires a plan with these features, except for existing rules and portal admins', async () => {
  await set({ country_mode: 'except', countries: ['DE', 'FR'], blocked_networks: ['10.0.0.0/8', '192.0.2.1'] });
  await portal.kernel.db.updateTable('subscriptions').set({ plan: 'starter' }).execute();
  const codes = async (body: ChangedStreamRules) => (await set(body)).json.error?.code;
  expect(await codes({ countries: ['DE', 'FR', 'IT'] })).toBe('plan.featureMissing');
  expect(await codes({ country_mode: 'only' })).toBe('plan.featureMissing');
  expect(await codes({ blocked_networks: ['10.0.0.0/7'] })).toBe('plan.featureMissing');
  expect(await codes({ allowed_networks: ['10.0.0.0/7'] })).toBe('plan.featureMissing');
  expect((await set({ countries: ['DE'], blocked_networks: ['10.0.0.0/8'], max_listeners: 5 })).status).toBe(200);
  expect((await set({ country_mode: 'all', countries: [], blocked_networks: [] })).status).toBe(200);
  expect(await codes({ country_mode: 'only', countries: ['DE'] })).toBe('plan.featureMissing');
  expect((await set({ country_mode: 'only', countries: ['DE'], blocked_networks: ['10.0.0.0/8'] }, admin)).status).toBe(
    200,
  );
});

test('tests whether an address is admitted, by the stored rules or by unsaved ones', async () => {
  await set({ country_mode: 'only', countries: ['DE'] });
  expect(await decide('8.8.8.8')).toEqual({ admitted: false, because: 'country', country: 'US' });
  expect(await decide('85.214.132.117')).toEqual({ admitted: true, because: 'country', country: 'DE' });
  expect(await decide('::ffff:8.8.8.8', { countries: ['US'] })).toMatchObject({ admitted: true, country: 'US' });
  expect(await decide('8.8.8.8', { allowed_networks: ['8.0.0.0/8'] })).toMatchObject({
    admitted: true,
    because: 'network',
  });
  expect(await decide('10.0.0.1')).toEqual({ admitted: false, because: 'country', country: '' });
  const refused = await owner.call(streamRules.decide, { params: { key }, body: { address: 'somewhere' } });
  expect(refused.json.error?.fields).toHaveProperty('address');
  expect((await read()).countries).toEqual(['DE']);
});

test('loses none of several concurrent changes', async () => {
  await Promise.all([set({ max_listeners: 7 }), set({ max_per_address: 3 }), set({ show_listeners: true })]);
  expect(await read()).toMatchObject({ max_listeners: 7, max_per_address: 3, show_listeners: true });
});
