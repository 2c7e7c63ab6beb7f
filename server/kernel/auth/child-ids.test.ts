import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountKey, PodcastKey, Resource, StationKey } from '#contract/rules/keys.ts';
import { resourcesIn } from '#contract/api/http.ts';
import { analyticsChildren } from '#server/testing/analytics-children.ts';
import type { TestClient } from '#server/testing/client.ts';
import { domainChild } from '#server/testing/domain-child.ts';
import { billingChildren } from '#server/testing/billing-children.ts';
import { financeChildren } from '#server/testing/finance-children.ts';
import { inputWith } from '#server/testing/input-with.ts';
import { fixtureOf } from '#server/testing/fixtures.ts';
import { bySession, type Listed } from '#server/testing/outcome.ts';
import { placesOf } from '#server/testing/places.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { presenterChildren, presenterEngine } from '#server/testing/presenter-engine.ts';
import { songRequestChildren } from '#server/testing/song-request-fixtures.ts';
import { proofChild } from '#server/testing/proof-child.ts';
import { makeWorld, type Keys, type World } from '#server/testing/world.ts';
import { newKey, randomLetters } from '#server/kernel/keys.ts';

/*
 * Calls whose path contains an ID that isn't one of our keys (`accounts/{id}/getSubscription/{subId}`): the child must
 * belong to the parent. A user with access to both parents who requests one's child under the other gets 404.
 */

const engine = await presenterEngine(Buffer.from('sound'));
let portal: TestPortal;
let world: World;
let root: TestClient;
let owner: TestClient;
beforeAll(async () => {
  portal = await testPortal({ config: { engineUrl: engine.url } });
  world = await makeWorld(portal);
  root = await portal.as(world.people.portalAdmin);
  owner = await portal.as(world.people.accountOwner);
  const advertises = { campaigns_enabled: true, ad_requests_available: true };
  await portal.kernel.db.updateTable('accounts').set(advertises).execute();
});
afterAll(async () => {
  await portal.close();
  engine.close();
});

/** Creates the child that an endpoint's path names, and returns its ID. */
type MakeChild = (keys: Keys) => Promise<string>;

const { subscription, invoice } = billingChildren(() => portal.kernel.db);

const application: MakeChild = async (keys) => {
  const values = { account_key: keys.account as AccountKey, name: 'App', platform: 'ios' } as const;
  const { id } = await portal.kernel.db
    .insertInto('applications')
    .values({ ...values, application_key: randomLetters(32) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const invitation =
  (scope: 'account' | 'station'): MakeChild =>
  async (keys) => {
    const id = randomLetters(22);
    const values = {
      id,
      token_hash: newKey('account'),
      scope,
      account_key: scope === 'account' ? (keys.account as AccountKey) : null,
      station_key: scope === 'station' ? (keys.station as StationKey) : null,
      email: `${id.toLowerCase()}@example.com`,
      role: 'admin',
      expires_at: new Date(Date.now() + 3_600_000),
    } as const;
    await portal.kernel.db.insertInto('invitations').values(values).execute();
    return id;
  };

const member =
  (of: 'account' | 'station'): MakeChild =>
  async (keys) => {
    const person = await portal.make.person();
    if (of === 'account') await portal.make.accountMember(keys.account as AccountKey, person, 'admin');
    else await portal.make.stationMember(keys.station as StationKey, person, 'admin');
    return person.id;
  };

const playlist: MakeChild = async (keys) => {
  const values = { station_key: keys.station as StationKey, name: 'Morning' };
  const { db } = portal.kernel;
  return (await db.insertInto('playlists').values(values).returning('id').executeTakeFirstOrThrow()).id;
};

const schedule: MakeChild = async ({ podcast, station }) => {
  const { db } = portal.kernel;
  const values = {
    podcast_key: podcast as PodcastKey,
    station_key: station as StationKey,
    name: 'Morning show',
    first_day: '2030-01-07',
    last_day: null,
    timezone: 'UTC',
    slots: JSON.stringify([{ duration: 60, daysOfWeek: [1], start: '07:00' }]),
    every_weeks: 1,
    publish: 'draft' as const,
    title: '{name}',
  };
  return (await db.insertInto('recording_schedules').values(values).returning('id').executeTakeFirstOrThrow()).id;
};

const view =
  (of: 'account' | 'station'): MakeChild =>
  async (keys) => {
    const values = {
      ...placed(of, keys),
      user_id: world.people.portalAdmin.id,
      page: 'streaming' as const,
      name: randomLetters(10),
      search: '{}',
      shared: false,
    };
    const { db } = portal.kernel;
    return (await db.insertInto('saved_views').values(values).returning('id').executeTakeFirstOrThrow()).id;
  };

const report =
  (of: 'account' | 'station'): MakeChild =>
  async (keys) => {
    const { db } = portal.kernel;
    const plan = { every: 'week' as const, weekday: 1, hour: 7, zone: 'UTC', next: new Date('2040-01-02T07:00:00Z') };
    const values = { ...placed(of, keys), ...plan, created_by: null };
    const { id } = await db.insertInto('report_schedules').values(values).returning('id').executeTakeFirstOrThrow();
    const confirmed = { state: 'confirmed' as const, confirmed_by_email: true, secret_hash: null };
    await db
      .insertInto('report_recipients')
      .values({ schedule_id: id, email: 'reports@example.com', ...confirmed })
      .execute();
    return id;
  };

/** A raw data file belongs to the user who requested it. */
const rawReport: MakeChild = async ({ station }) => {
  const days = { from_date: '2026-11-01', to_date: '2026-11-02', timezone: 'UTC' };
  const values = { ...days, station_key: station as StationKey, user_id: world.people.portalAdmin.id };
  const result = { kind: 'sessions' as const, state: 'ready' as const, rows: 1, bytes: 1 };
  const { db } = portal.kernel;
  const row = { ...values, ...result };
  return (await db.insertInto('raw_reports').values(row).returning('id').executeTakeFirstOrThrow()).id;
};

const ruleChain: MakeChild = async ({ account }) => {
  const id = randomUUID();
  const values = { id, account_key: account as AccountKey, name: randomLetters(10), rules: '[]' };
  await portal.kernel.db.insertInto('rule_chains').values(values).execute();
  return id;
};

/** Asked to change it, as then its account may do everything with it. */
const adRequest: MakeChild = async ({ account, station }) => {
  const { db } = portal.kernel;
  const [id, creative] = [randomUUID(), randomUUID()];
  const owned = { account_key: account as AccountKey };
  const sound = { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 } as const;
  const path = `spots/${creative}/preview.mp3`;
  await portal.kernel.storage.put(path, Buffer.from('sound'), 'audio/mpeg');
  await db
    .insertInto('ad_creatives')
    .values({ id: creative, ...owned, filename: 'spot.mp3', original: null, state: 'ready' })
    .execute();
  await db
    .insertInto('ad_renditions')
    .values({ creative_id: creative, ...sound, path, bytes: 5, frames: 1, duration_us: 26_122, sha256: 'x'.repeat(64) })
    .execute();
  const days = { startDate: '2098-01-01', endDate: '2098-01-31' };
  const form = { stationKeys: [station as StationKey], campaignName: 'Spring sale', impressionsGoal: 10_000, ...days };
  const rest = { advertiser: '', category: 'other' as const, locations: [], additionalInfo: '' };
  const price = { cost_minor: 400, price_micros: 400, currency: 'USD' };
  const row = { id, ...owned, requested_by: world.people.portalAdmin.id, status: 'needsChanges' as const, ...price };
  await db
    .insertInto('ad_requests')
    .values({ ...row, form: JSON.stringify({ ...form, ...rest }), creative_id: creative })
    .execute();
  return id;
};

const adProvider: MakeChild = ({ account }) => portal.make.adProvider(account as AccountKey);
const placed = (of: 'account' | 'station', { account, station }: Keys) => ({
  account_key: of === 'account' ? (account as AccountKey) : null,
  station_key: of === 'station' ? (station as StationKey) : null,
});

const children: Record<string, MakeChild> = {
  'accounts.removeApplication': application,
  'adProviders.change': adProvider,
  'adProviders.remove': adProvider,
  'adProviders.try': adProvider,
  'adRequests.audio': adRequest,
  'adRequests.change': adRequest,
  'adRequests.get': adRequest,
  'adRequests.reply': adRequest,
  'adRequests.withdraw': adRequest,
  'campaigns.changeRuleChain': ruleChain,
  'campaigns.proofAudio': proofChild(() => portal.kernel),
  'campaigns.removeRuleChain': ruleChain,
  'billing.oneOfAccount': subscription('account'),
  'billing.oneOfStation': subscription('station'),
  'billing.cancelOfAccount': subscription('account'),
  'billing.cancelOfStation': subscription('station'),
  'billing.promoCode': subscription('account'),
  'billing.update': subscription('account'),
  'billing.resume': subscription('account'),
  'billing.resumeOfStation': subscription('station'),
  'billing.pay': invoice,
  'billing.link': invoice,
  ...financeChildren(() => portal.kernel.db),
  'people.withdrawFromAccount': invitation('account'),
  'people.withdrawFromStation': invitation('station'),
  'people.removeFromAccount': member('account'),
  'people.removeFromStation': member('station'),
  'playout.playlist': playlist,
  'playout.changePlaylist': playlist,
  'playout.removePlaylist': playlist,
  ...songRequestChildren(() => portal.kernel.db),
  ...presenterChildren(() => ({ db: portal.kernel.db, engine })),
  'rawData.reportLink': rawReport,
  'recordingSchedules.update': schedule,
  'recordingSchedules.remove': schedule,
  'sites.checkDomain': domainChild(() => portal.kernel.db),
  'sites.removeDomain': domainChild(() => portal.kernel.db),
  'reportViews.changeViewOfAccount': view('account'),
  'reportViews.removeViewOfAccount': view('account'),
  'reportViews.changeReportOfAccount': report('account'),
  'reportViews.removeReportOfAccount': report('account'),
  'reportViews.sendReportOfAccount': report('account'),
  'reportViews.changeViewOfStation': view('station'),
  'reportViews.removeViewOfStation': view('station'),
  'reportViews.changeReportOfStation': report('station'),
  'reportViews.removeReportOfStation': report('station'),
  'reportViews.sendReportOfStation': report('station'),
  ...analyticsChildren(() => portal.kernel.db),
};

/** Calls that refuse these children for what they are, since nobody pays for them: with 409, so they were found. */
const unpaid = new Set([
  'billing.promoCode',
  'billing.update',
  'billing.resume',
  'billing.resumeOfStation',
  'billing.pay',
]);

/** Path parameters that identify a thing, but aren't our keys; days don't count. */
const childParams = ({ endpoint }: Listed): string[] =>
  Object.entries(endpoint.params)
    .filter(([, schema]) => resourcesIn(schema).length === 0)
    .filter(([, schema]) => (schema._zod.def as { type: string }).type === 'string')
    .map(([name]) => name)
    .filter((name) => name !== 'date');

const mixed = bySession.filter((one) => placesOf(one.endpoint).length > 0 && childParams(one).length > 0);

it('can create a child for every such call', () => {
  expect(mixed.map(({ title }) => title).sort()).toEqual(Object.keys(children).sort());
});

describe.each(mixed)('$title', (one) => {
  const [child = ''] = childParams(one);
  const call = async (client: TestClient, keys: Keys, id: string): Promise<number> => {
    const input = inputWith(one.endpoint, fixtureOf(one.title), () => keys);
    const reply = await client.raw(one.endpoint, { ...input, params: { ...input.params, [child]: id } });
    await reply.body?.cancel();
    return reply.status;
  };
  const parentOf = (): Resource => placesOf(one.endpoint)[0]?.resource ?? 'account';

  it('only finds the child under its own parent', async () => {
    const { own, foreign, sibling } = world.keys;
    const others = parentOf() !== 'account' ? [foreign, { ...sibling, account: own.account }] : [foreign];
    for (const other of others) {
      const id = await children[one.title]!(other as Keys);
      for (const client of [root, owner]) expect(await call(client, own, id), 'under another parent').toBe(404);
      const found = await call(root, other as Keys, id);
      if (unpaid.has(one.title)) expect(found, 'under its own').toBe(409);
      else expect(found, 'under its own').toBeLessThan(300);
    }
  });
});
