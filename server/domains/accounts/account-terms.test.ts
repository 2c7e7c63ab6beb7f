import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import { billing } from '#contract/api/billing.ts';
import type { SourceEvent } from '#contract/engine/engine.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let clickhouse: TestClickHouse;
let portal: TestPortal;
let admin: TestClient;
let owner: TestClient;
let key: AccountKey;

beforeAll(async () => {
  clickhouse = await testClickHouse({ withTables: true });
  portal = await testPortal({ config: { clickhouseUrl: clickhouse.url } });
  admin = await portal.as(await portal.make.person({ admin: true }));
});
afterAll(async () => {
  await portal.close();
  await clickhouse.drop();
});
beforeEach(async () => {
  const person = await portal.make.person();
  owner = await portal.as(person);
  key = await portal.make.account({ company: 'Wave' });
  await portal.make.accountMember(key, person, 'owner');
});

describe('invoice settings', () => {
  const get = () => owner.ok(accounts.invoiceSettings, { params: { id: key } });

  test('default to the name of the account and the price of the specification', async () => {
    expect(await get()).toEqual({
      accountKey: key,
      accountName: 'Wave',
      referenceNumber: '',
      mount: '',
      cpmRate: 40,
      brdEmail: '',
    });
  });

  test('can be changed by the portal only', async () => {
    const body = {
      accountKey: key,
      accountName: 'Wave Holding',
      referenceNumber: 'R-7',
      mount: '/wave',
      cpmRate: 125,
      brdEmail: 'brd@wave.test',
    };
    expect((await owner.call(accounts.setInvoiceSettings, { body })).status).toBe(403);
    expect(await admin.ok(accounts.setInvoiceSettings, { body })).toEqual(body);
    expect(await get()).toEqual(body);
    const invalid = await admin.call(accounts.setInvoiceSettings, { body: { ...body, cpmRate: -1, brdEmail: 'x' } });
    expect([invalid.status, Object.keys(invalid.json.error.fields ?? {})]).toEqual([400, ['cpmRate', 'brdEmail']]);
  });
});

describe('applications', () => {
  const list = () => owner.ok(accounts.applications, { params: { id: key } });
  const add = (name: string) =>
    owner.ok(accounts.addApplication, { params: { id: key }, body: { name, platform: 'ios' } });

  test('are listed by name, each with a unique key', async () => {
    expect(await list()).toEqual([]);
    const [zeta, alpha] = [await add('zeta'), await add('Alpha')];
    expect(await list()).toEqual([alpha, zeta]);
    expect(alpha.applicationKey).toMatch(/^[1-9A-Za-z]{32}$/);
    expect(alpha.applicationKey).not.toBe(zeta.applicationKey);
  });

  test('can be removed once, by their own account only', async () => {
    const { id: applicationId } = await add('App');
    const other = await portal.make.account();
    const foreign = await admin.call(accounts.removeApplication, { params: { id: other, applicationId } });
    expect([foreign.status, foreign.text]).toEqual([404, expect.stringContaining('application.notFound')]);
    const remove = () => owner.call(accounts.removeApplication, { params: { id: key, applicationId } });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
    expect(await list()).toEqual([]);
  });
});

describe('custom limits', () => {
  test('change only the given fields', async () => {
    const params = { key };
    await admin.ok(accounts.setCustomLimits, { params, body: { allowedStationsCount: 7, allowedTracksCount: 9 } });
    const changed = await admin.ok(accounts.setCustomLimits, { params, body: { allowedTracksCount: null } });
    expect(changed).toMatchObject({ allowedStationsCount: 7, allowedTracksCount: null });
    await admin.ok(accounts.setCustomLimits, { params, body: { allowedStationsCount: null } });
  });

  test('are refused if invalid', async () => {
    const body = {
      allowedStationsCount: -1,
      allowedPodcastsCount: 1.5,
      allowedTracksCount: null,
      allowedBitRateLimit: 320_001,
    };
    const wrong = await admin.call(accounts.setCustomLimits, { params: { key }, body });
    expect([wrong.status, Object.keys(wrong.json.error.fields ?? {})]).toEqual([
      400,
      ['allowedStationsCount', 'allowedPodcastsCount', 'allowedBitRateLimit'],
    ]);
  });
});

describe('the checklist', () => {
  const done = async () => {
    const { steps } = await owner.ok(accounts.checklist, { params: { key } });
    return steps.filter((step) => step.done).map(({ id }) => id);
  };
  const addSourceEvent = async (station: StationKey, event: SourceEvent['event']) => {
    const values = [{ station, account: key, at: '2026-11-20 10:00:00.000', event }];
    await clickhouse.client.insert({ table: 'sources', values, format: 'JSONEachRow' });
  };

  test('starts with no step done', async () => {
    const { steps } = await owner.ok(accounts.checklist, { params: { key } });
    expect(steps.map(({ id }) => id)).toEqual(['station', 'onAir', 'plan']);
    expect(await done()).toEqual([]);
  });

  test('counts a plan only while it is active', async () => {
    const { db } = portal.kernel;
    const paid = { account_key: key, plan: 'prime', provider: 'sandbox', provider_id: 'sub_checklist' } as const;
    await db.deleteFrom('subscriptions').where('account_key', '=', key).execute();
    await db
      .insertInto('subscriptions')
      .values({ ...paid, status: 'unpaid' })
      .execute();
    expect(await done()).toEqual([]);
    await db.updateTable('subscriptions').set({ status: 'past_due' }).where('account_key', '=', key).execute();
    expect(await done()).toEqual(['plan']);
  });

  test('marks completed steps in any order', async () => {
    await owner.ok(billing.request, { params: { id: key }, body: { plan: 'prime', interval: 'month' } });
    expect(await done()).toEqual(['plan']);
    await portal.make.station(key, { deleted: true });
    const station = await portal.make.station(key);
    const track = await portal.make.track(station);
    expect(await done()).toEqual(['station', 'plan']);
    const { db } = portal.kernel;
    await db.insertInto('playlist_tracks').values({ station_key: station, track_key: track, position: 1 }).execute();
    expect(await done()).toEqual(['station', 'onAir', 'plan']);
    await db.updateTable('stations').set({ running: false }).where('key', '=', station).execute();
    expect(await done()).not.toContain('onAir');
    await addSourceEvent(station, 'refused');
    expect(await done()).not.toContain('onAir');
    await addSourceEvent(station, 'taken');
    expect(await done()).toContain('onAir');
  });

  test('counts an encoder that is connected now', async () => {
    const station = await portal.make.station(key);
    portal.live.publish({
      ...{ key: station, status: 'active', source: 'live', encoder: null, title: '', track: null },
      ...{ track_started: null, listeners: 0 },
    });
    expect(await done()).toEqual(['station', 'onAir']);
  });
});
