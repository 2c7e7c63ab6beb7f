import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import { billing } from '#contract/api/billing.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { PlanId } from '#contract/rules/plans.ts';
import { playout } from '#contract/api/playout.ts';
import { portal as portalCalls } from '#contract/api/portal.ts';
import { stations } from '#contract/api/stations.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { dayMs } from '#contract/rules/time.ts';
import { endTrials } from './life/trials.ts';

let portal: TestPortal;
let admin: TestClient;
let owner: TestClient;
let account: AccountKey;

beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.as(await portal.make.person({ admin: true }));
});
afterAll(() => portal.close());

const newAccount = async (fields: { plan?: PlanId; company?: string } = {}): Promise<void> => {
  const person = await portal.make.person();
  owner = await portal.as(person);
  account = await portal.make.account(fields);
  await portal.make.accountMember(account, person, 'owner');
};
beforeEach(() => newAccount());

const at = () => ({ params: { id: account } });
const features = () => owner.ok(billing.features, at());
const list = () => owner.ok(billing.ofAccount, at());
const assign = (body: { plan: PlanId; interval?: 'month' | 'year'; quantity?: number; legacySubscription?: boolean }) =>
  admin.call(billing.assign, { params: { key: account }, body });
const create = (name: string, fields: object = {}) =>
  owner.call(stations.create, { ...at(), body: { name, ...fields } });

describe('a new account', () => {
  test('is on trial for the number of days in the portal settings', async () => {
    await admin.ok(portalCalls.setSettings, { body: { trial_days: 14 } });
    const person = await portal.as(await portal.make.person());
    const created = await person.ok(accounts.create, { body: { company: 'Fresh', email: 'a@fresh.test' } });
    expect(created).toMatchObject({ plan: 'trial', requested_plan: null });
    const [trial, ...more] = await person.ok(billing.ofAccount, { params: { id: created.key } });
    expect(more).toEqual([]);
    expect(trial).toMatchObject({ status: 'trialing', plan: 'trial', items: [], legacySubscription: false });
    const days = (Date.parse(trial?.current_period_end ?? '') - Date.now()) / dayMs;
    expect(days).toBeCloseTo(14, 1);
  });

  test('has the features of the trial, and sees its usage', async () => {
    const station = await portal.make.station(account);
    await portal.make.station(account, { deleted: true });
    const fuller = await portal.make.station(account);
    for (const key of [station, fuller, fuller]) await portal.make.track(key);
    expect(await features()).toMatchObject({
      plan: 'trial',
      status: 'trialing',
      interval: null,
      allowedStationsCount: 5,
      allowedTracksCount: 1000,
      allowedBitRateLimit: 320_000,
      ctlLine: false,
      podcastRecording: true,
      customDomain: true,
      usage: { stations: 2, podcasts: 0, tracks: 2, bitRate: 128_000 },
      requested: null,
    });
  });
});

describe('an expired trial', () => {
  test('leaves no plan: nothing new can be created, but stations stay on the air', async () => {
    const station = await portal.make.station(account);
    const { db } = portal.kernel;
    const yesterday = new Date(Date.now() - dayMs);
    await db.updateTable('subscriptions').set({ ends: yesterday }).where('account_key', '=', account).execute();
    expect(await endTrials(portal.kernel)).toBe(1);
    expect(await endTrials(portal.kernel)).toBe(0);
    expect(await features()).toMatchObject({ plan: 'none', status: null, allowedStationsCount: 0 });
    expect((await create('Too late')).json.error.code).toBe('plan.stationLimit');
    expect((await owner.ok(playout.autoDj, { params: { key: station } })).tracks_allowed).toBe(0);
    expect((await owner.ok(stations.get, { params: { key: station } })).suspended).toBe(false);
    expect((await list())[0]).toMatchObject({ status: 'canceled' });
  });

  test('does not end early, and a paid plan does not end', async () => {
    const { db } = portal.kernel;
    await db
      .updateTable('subscriptions')
      .set({ ends: new Date(Date.now() + dayMs) })
      .where('account_key', '=', account)
      .execute();
    await endTrials(portal.kernel);
    expect((await features()).plan).toBe('trial');
    await assign({ plan: 'prime' });
    await endTrials({ ...portal.kernel, clock: { now: () => new Date(Date.now() + 400 * dayMs) } });
    expect((await features()).plan).toBe('prime');
  });
});

describe('an assigned plan', () => {
  test('replaces the previous one, with its price', async () => {
    const changed = await assign({ plan: 'prime', interval: 'year' });
    expect(changed.json).toMatchObject({ plan: 'prime', status: 'active', interval: 'year', allowedStationsCount: 3 });
    const [current, previous, ...more] = await list();
    expect(more).toEqual([]);
    expect(current).toMatchObject({
      status: 'active',
      plan: 'prime',
      current_period_end: null,
      items: [
        {
          product: 'product_prime',
          price: { id: 'price_prime_year', active: true, unit_amount: 29_000, recurring: { interval: 'year' } },
        },
      ],
    });
    expect(previous).toMatchObject({ status: 'canceled', plan: 'trial' });
    const params = { id: account, subId: current?.id ?? '' };
    expect(await owner.ok(billing.oneOfAccount, { params })).toEqual(current);
  });

  test('has a quantity only if it is priced per station', async () => {
    expect((await assign({ plan: 'custom', quantity: 7 })).json.allowedStationsCount).toBe(7);
    expect((await assign({ plan: 'prime', quantity: 2 })).json.error.code).toBe('plan.invalidQuantity');
    expect((await features()).plan).toBe('custom');
  });

  test('may be one that is no longer offered', async () => {
    expect((await assign({ plan: 'legacy' })).json).toMatchObject({ plan: 'legacy', legacySubscription: true });
    expect((await list())[0]?.items[0]?.price).toMatchObject({ active: false, unit_amount: 7490 });
    expect((await assign({ plan: 'premier', legacySubscription: true })).json.legacySubscription).toBe(true);
  });

  test.each([
    ['stations', 'plan.stationsCountExceeded', async () => void (await portal.make.station(account))],
    [
      'tracks',
      'plan.maxTracksExceeded',
      async (key: Parameters<TestPortal['make']['track']>[0]) => {
        await admin.ok(accounts.setCustomLimits, {
          params: { key: account },
          body: { ...noLimits, allowedTracksCount: 1 },
        });
        for (let i = 0; i < 2; i++) await portal.make.track(key);
      },
    ],
    [
      'bit rate',
      'plan.maxBitRateExceeded',
      async (key: Parameters<TestPortal['make']['track']>[0]) => {
        await portal.kernel.db.updateTable('stations').set({ bitrate: 320_000 }).where('key', '=', key).execute();
      },
    ],
  ] as const)('is refused if the account exceeds its limit: %s', async (_what, code, prepare) => {
    const key = await portal.make.station(account);
    await prepare(key);
    const refused = await assign({ plan: 'starter' });
    expect([refused.status, refused.json.error.code]).toEqual([409, code]);
    expect((await features()).plan).toBe('trial');
    // Its plan can still be ended.
    expect((await assign({ plan: 'none' })).json).toMatchObject({ plan: 'none', status: null });
    expect((await list()).every(({ status }) => status === 'canceled')).toBe(true);
  });

  test('is unique under concurrent assignments', async () => {
    const assignments = (['prime', 'premier', 'custom', 'trial'] as const).flatMap((plan) =>
      Array.from({ length: 13 }, () => plan),
    );
    const replies = await Promise.all(assignments.slice(0, 50).map((plan) => assign({ plan })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const all = await list();
    expect(all).toHaveLength(51);
    expect(all.filter(({ status }) => status !== 'canceled')).toHaveLength(1);
  });
});

const noLimits = {
  allowedStationsCount: null,
  allowedPodcastsCount: null,
  allowedTracksCount: null,
  allowedBitRateLimit: null,
};

describe('the plan’s limits', () => {
  test('allow exactly one of 50 concurrent stations if there is room for one', async () => {
    await assign({ plan: 'prime' });
    for (const name of ['First of three', 'Second of three']) expect((await create(name)).status).toBe(201);
    const replies = await Promise.all(Array.from({ length: 50 }, (_, i) => create(`Crowd ${String(i)}`)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await features()).usage.stations).toBe(3);
  });

  test('hold when a smaller plan and a station arrive concurrently', async () => {
    await assign({ plan: 'prime' });
    await create('Only station');
    const [creation, assignment] = await Promise.all([create('Second station'), assign({ plan: 'starter' })]);
    expect([creation.status === 201, assignment.status === 200].filter(Boolean)).toHaveLength(1);
  });

  test('apply to the bit rate of a new station, and lower its default', async () => {
    const limits = (allowedBitRateLimit: number) =>
      admin.ok(accounts.setCustomLimits, { params: { key: account }, body: { ...noLimits, allowedBitRateLimit } });
    await limits(100_000);
    const refused = await create('Too loud', { bitrate: 112_000 });
    expect([refused.status, Object.keys(refused.json.error.fields ?? {})]).toEqual([400, ['bitrate']]);
    expect((await create('By default')).json.radio_server_settings.bitrate).toBe(96_000);
    await limits(8000);
    expect((await create('Nothing fits')).status).toBe(400);
  });

  test('are overridden by custom limits', async () => {
    const body = { ...noLimits, allowedStationsCount: 6, allowedTracksCount: 7 };
    const key = await portal.make.station(account);
    expect(await admin.ok(accounts.setCustomLimits, { params: { key: account }, body })).toEqual({
      ...body,
      showsCount: 0,
    });
    expect(await features()).toMatchObject({ plan: 'trial', allowedStationsCount: 6, allowedPodcastsCount: 5 });
    expect((await owner.ok(playout.autoDj, { params: { key } })).tracks_allowed).toBe(7);
    expect((await owner.ok(accounts.customLimits, { params: { key: account } })).allowedStationsCount).toBe(6);
    const own = await owner.call(accounts.setCustomLimits, { params: { key: account }, body });
    expect(own.status).toBe(403);
  });
});

describe('a subscription', () => {
  test('can be canceled once, by its own account only', async () => {
    const [trial] = await list();
    const subId = trial?.id ?? '';
    const other = await portal.make.account();
    expect((await admin.call(billing.cancelOfAccount, { params: { id: other, subId } })).json.error.code).toBe(
      'subscription.notFound',
    );
    const canceled = await owner.ok(billing.cancelOfAccount, { params: { id: account, subId } });
    expect(canceled).toMatchObject({ id: subId, status: 'canceled' });
    expect(canceled.canceled_at).not.toBeNull();
    const repeated = await owner.call(billing.cancelOfAccount, { params: { id: account, subId } });
    expect([repeated.status, repeated.json.error.code]).toEqual([409, 'subscription.ended']);
    expect((await features()).plan).toBe('none');
  });

  test('of a station is separate from the account’s', async () => {
    const station = await portal.make.station(account);
    const other = await portal.make.station(account);
    const { id: subId } = await portal.kernel.db
      .insertInto('subscriptions')
      .values({
        account_key: account,
        station_key: station,
        plan: 'legacy',
        price_id: 'price_legacy_ctl_month',
        status: 'active',
        legacy: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await owner.ok(billing.ofStation, { params: { id: station } })).toHaveLength(1);
    expect(await owner.ok(billing.ofStation, { params: { id: other } })).toEqual([]);
    expect((await list()).map(({ plan }) => plan)).toEqual(['trial']);
    expect((await owner.ok(billing.oneOfStation, { params: { id: station, subId } })).legacySubscription).toBe(true);
    expect((await owner.call(billing.oneOfStation, { params: { id: other, subId } })).status).toBe(404);
    expect((await owner.call(billing.oneOfAccount, { params: { id: account, subId } })).status).toBe(404);
    expect((await owner.call(billing.cancelOfAccount, { params: { id: account, subId } })).status).toBe(404);
    expect((await owner.ok(billing.cancelOfStation, { params: { id: station, subId } })).status).toBe('canceled');
  });
});

test('filters accounts that are on trial or suspended', async () => {
  await newAccount({ company: 'On trial' });
  const keys = async (only: 'trial' | 'suspended') =>
    (await owner.ok(accounts.list, { query: { only } })).entities.map(({ key }) => key);
  expect(await keys('trial')).toEqual([account]);
  expect(await keys('suspended')).toEqual([]);
  await assign({ plan: 'prime' });
  await admin.ok(accounts.suspend, at());
  expect(await keys('trial')).toEqual([]);
  expect(await keys('suspended')).toEqual([account]);
});
