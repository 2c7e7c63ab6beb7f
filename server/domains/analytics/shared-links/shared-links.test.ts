import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SliceEvent } from '#contract/engine/engine.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { sharedLinks as api } from '#contract/api/shared-links.ts';
import { dayMs } from '#contract/rules/time.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { createTables } from '../clickhouse-tables.ts';
import { slicesOf } from '../testing/listening.ts';
import { store } from '../spool-consumer.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const phone = 'AppleCoreMedia/1.0 (iPhone; CPU OS 17_5 like Mac OS X)';
let now = noon;

let clickhouse: TestClickHouse;
let portal: TestPortal;
let account: AccountKey;
let station: StationKey;
let owner: TestClient;
let ofStation: TestClient;
let anyone: TestClient;

beforeAll(async () => {
  clickhouse = await testClickHouse();
  portal = await testPortal({ config: { clickhouseUrl: clickhouse.url }, clock: { now: () => new Date(now) } });
  await createTables(clickhouse.client);
  anyone = await portal.as(undefined);
});
afterAll(async () => {
  await portal.close();
  await clickhouse.drop();
});
beforeEach(async () => {
  now = noon;
  const { make } = portal;
  account = await make.account({ company: 'Harbour Media' });
  station = await make.station(account, { name: 'Radio Harbour' });
  const [one, other] = [await make.person(), await make.person()];
  await make.accountMember(account, one, 'owner');
  await make.stationMember(station, other, 'admin');
  [owner, ofStation] = await Promise.all([portal.as(one), portal.as(other)]);
});

let batches = 0;
const record = async (...slices: SliceEvent[][]): Promise<void> => {
  const parts = { clickhouse: clickhouse.client, geo: mmdbGeo(packagedDatabases()), agents: userAgents() };
  await store({ ...parts, secrets: portal.kernel.secrets }, { engine: 'e', batch: ++batches, events: slices.flat() });
};
const listen = (of: StationKey, days: number, more: object = {}) =>
  slicesOf({ station: of, account, from: noon - days * dayMs, to: noon - days * dayMs + 600_000, ...more });

const create = async (view: object = {}, days = 30) =>
  await owner.ok(api.createOfAccount, { params: { id: account }, body: { name: 'For the board', days, view } });
const tokenOf = ({ path }: { path: string | null }): string => path!.replace('/shared/', '');
const view = (token: string) => anyone.call(api.view, { params: { token } });
const gone = [404, 'link.gone'];
const refusal = async (token: string) => {
  const { status, json } = await view(token);
  return [status, json.error.code];
};

describe('a shared link', () => {
  it('shows its view without signing in, and counts how often', async () => {
    const other = await portal.make.station(account, { name: 'Radio Quay' });
    await record(listen(station, 1), listen(station, 2, { user_agent: phone }), listen(other, 1), listen(station, 20));
    const link = await create({ player: 'VLC' });
    const report = await anyone.ok(api.view, { params: { token: tokenOf(link) } });
    expect(report).toMatchObject({ title: 'Harbour Media', name: 'For the board', expires: link.expires });
    expect(report.stats).toMatchObject({ from_date: '2026-11-15', to_date: '2026-11-21' });
    expect(report.stats.period_stats.stats.connections).toBe(2);
    expect(report.stats.station_stats.map(({ name }) => name).sort()).toEqual(['Radio Harbour', 'Radio Quay']);
    expect(report.hours?.hour_stats).toHaveLength(7 * 24);
    expect((await owner.ok(api.listOfAccount, { params: { id: account } }))[0]).toMatchObject({
      opened: 1,
      last_opened: new Date(noon).toISOString(),
    });
  });

  it('moves on with time where its period does, and not where it is custom', async () => {
    const [moving, fixed] = [
      await create(),
      await create({ period: 'custom', from: '2026-11-10', to: '2026-11-12', compare: false }),
    ];
    now += 3 * dayMs;
    const days = async (link: { path: string | null }) => {
      const { stats } = await anyone.ok(api.view, { params: { token: tokenOf(link) } });
      return [stats.from_date, stats.to_date, stats.previous?.from_date];
    };
    expect(await days(moving)).toEqual(['2026-11-18', '2026-11-24', '2026-11-11']);
    expect(await days(fixed)).toEqual(['2026-11-10', '2026-11-12', undefined]);
  });

  it('of one station shows no other', async () => {
    const other = await portal.make.station(account, { name: 'Radio Quay' });
    await record(listen(other, 1));
    const body = { name: 'One', days: 7, view: {}, stationKey: station };
    const link = await owner.ok(api.createOfAccount, { params: { id: account }, body });
    const report = await anyone.ok(api.view, { params: { token: tokenOf(link) } });
    expect([report.title, report.stats.period_stats.stats.connections]).toEqual(['Radio Harbour', 0]);
    expect(report.stats.station_stats).toEqual([]);
    expect(await ofStation.ok(api.listOfStation, { params: { key: station } })).toMatchObject([{ id: link.id }]);
    const foreign = await portal.make.station(await portal.make.account());
    const refused = await owner.call(api.createOfAccount, {
      params: { id: account },
      body: { ...body, stationKey: foreign },
    });
    expect(refused.status).toBe(404);
  });

  it('is gone once revoked or expired, with its account or station, and where it is not exactly ours', async () => {
    const link = await create({}, 7);
    const token = tokenOf(link);
    expect((await view(token)).status).toBe(200);
    const [id = '', signature = ''] = token.split('.');
    const otherId = (await create()).id;
    for (const wrong of [id, `${otherId}.${signature}`, `${id}.${signature}x`, `${token}.${signature}`, 'x'])
      expect(await refusal(wrong), wrong).toEqual(gone);

    const { db } = portal.kernel;
    const suspended = (suspended_at: Date | null) =>
      db.updateTable('accounts').set({ suspended_at }).where('key', '=', account).execute();
    await suspended(new Date());
    expect(await refusal(token)).toEqual(gone);
    await suspended(null);
    expect((await view(token)).status).toBe(200);

    now += 7 * dayMs;
    expect(await refusal(token)).toEqual(gone);
    const listed = await owner.ok(api.listOfAccount, { params: { id: account } });
    // Both links were created at the same time.
    expect(listed.find((one) => one.id === link.id)).toMatchObject({ state: 'expired', path: null });

    const later = await create();
    await owner.ok(api.revokeOfAccount, { params: { id: account, linkId: later.id } });
    expect(await refusal(tokenOf(later))).toEqual(gone);
    const [revoked] = await owner.ok(api.listOfAccount, { params: { id: account } });
    expect(revoked).toMatchObject({ id: later.id, state: 'revoked', path: null });
  });

  it('of a station is managed by its admins too, one of the account is not', async () => {
    const own = await ofStation.ok(api.createOfStation, {
      params: { key: station },
      body: { name: 'Ours', days: 1, view: {} },
    });
    const whole = await create();
    expect((await owner.ok(api.listOfAccount, { params: { id: account } })).map(({ id }) => id).sort()).toEqual(
      [own.id, whole.id].sort(),
    );
    const at = { key: station, linkId: whole.id };
    expect((await ofStation.call(api.revokeOfStation, { params: at })).status).toBe(404);
    expect((await view(tokenOf(whole))).status).toBe(200);
  });

  it('refuses days that are no period, durations that are not offered, and keeps no more than a view', async () => {
    const refused = async (body: object) =>
      (await owner.call(api.createOfAccount, { params: { id: account }, body: body as never })).status;
    const link = { name: 'Link', days: 7, view: {} };
    expect(await refused({ ...link, view: { period: 'custom', from: '2026-11-12', to: '2026-11-10' } })).toBe(400);
    expect(await refused({ ...link, view: { period: 'custom' } })).toBe(400);
    expect(await refused({ ...link, days: 1000 })).toBe(400);
    expect((await create({ stationKeys: [station], include: ['previous'] })).view).toEqual({
      period: 'last7days',
      compare: true,
    });
  });

  it('can be opened so often a minute, and an account has so many valid ones', async () => {
    const token = tokenOf(await create());
    const statuses = await Promise.all(Array.from({ length: 62 }, async () => (await view(token)).status));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2);
    const link = { account_key: account, station_key: null, name: 'Link', view: '{}', created_by: null };
    await portal.kernel.db
      .insertInto('shared_links')
      .values(Array.from({ length: limits.sharedLinks - 1 }, () => ({ ...link, expires: new Date(now + dayMs) })))
      .execute();
    const refused = await owner.call(api.createOfAccount, {
      params: { id: account },
      body: { name: 'One more', days: 7, view: {} },
    });
    expect([refused.status, refused.json.error.code]).toEqual([409, 'link.limit']);
  });
});
