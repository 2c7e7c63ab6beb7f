import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adProviders } from '#contract/api/ad-providers.ts';
import { audioAds, type AudioAdsRules } from '#contract/api/audio-ads.ts';
import { defaultBreakRules } from '#contract/rules/break-rules.ts';
import { campaigns } from '#contract/api/campaigns.ts';
import type { Listener } from '#contract/engine/engine.ts';
import type { AccountKey, CampaignKey, StationKey } from '#contract/rules/keys.ts';
import { dayMs } from '#contract/rules/time.ts';
import { ffmpegAudio } from '#server/engines/audio/ffmpeg.ts';
import { makeTone } from '#server/engines/audio/testing/test-audio.ts';
import { guardedOutbound } from '#server/kernel/outbound/guarded.ts';
import { renderCreative } from '../creatives/render-creative.ts';
import { adEngine } from '../plan/ad-engine.ts';
import { adsWorld, heard, type AdsWorld } from '../testing/ads-world.ts';
import { inlineVast, vastServer, type VastServer } from '../testing/vast-server.ts';
import { createAsker } from './ask-listeners.ts';
import { askingOf } from './asking.ts';
import { fetchSpot } from './fetch-spot.ts';
import { endFetching, findSpot, forgetSpots, unfetched, wantSpot } from './provider-creatives.repo.ts';
import { recordHeard } from './record-heard.ts';
import { createReporter, endBegunReports } from './send-reports.ts';
import { forgetTickets, takeReports, useTickets } from './tickets.repo.ts';

let folder: string;
let server: VastServer;
let world: AdsWorld;
let account: AccountKey;
let station: StationKey;
let campaign: CampaignKey;
let provider: string;
const audio = ffmpegAudio();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'provider-spots-'));
  makeTone(join(folder, 'spot.mp3'), { hz: 880, seconds: 3 });
  server = await vastServer();
  server.answers.set('/spot.mp3', readFileSync(join(folder, 'spot.mp3')));
  const outbound = guardedOutbound({ isAllowed: (address) => address === '127.0.0.1', isPortAllowed: () => true });
  world = await adsWorld({ outbound });
  account = await world.portal.make.account();
  station = await world.station(account);
  await world.admin.ok(campaigns.enable, { params: { id: account }, body: { enabled: true } });
  const params = { id: account };
  const tag = { name: 'Exchange', tagUrl: `${server.url}/tag`, enabled: true, consent: 'everywhere' as const };
  provider = (await world.admin.ok(adProviders.create, { params, body: tag })).id;
  const made = await world.admin.ok(campaigns.create, {
    params,
    body: {
      ...{ campaignName: 'Spots of others', impressionLimit: 1000, timezone: 'UTC', category: 'other' },
      ...{ startDate: '2026-01-01', endDate: '2098-01-31', positions: ['mid'] },
      providerRuleChains: [{ provider: { id: provider } }],
    },
  });
  expect(made.status).toBe('active');
  campaign = made.id;
});
afterAll(async () => {
  await world.close();
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  server.calls.length = 0;
  world.engine.tickets.length = 0;
});

const allow = async (providerAds: boolean): Promise<void> => {
  const rules: AudioAdsRules = {
    ...{ breaks: defaultBreakRules, networkAds: false, approval: 'each', providerAds },
    ...{ blockedCategories: [], blockedAdvertisers: [] },
  };
  await world.admin.ok(audioAds.setRules, { params: { key: station }, body: rules });
};
const listener = (over: Partial<Listener> = {}): Listener => ({
  ...{ session: randomUUID(), station, started: 0, ip: 'athens', user_agent: 'VLC/3.0', referer: 'https://a.example/' },
  output: 'stream',
  ...over,
});
/** What the portal asks for these listeners in two rounds: the second sees what the first has changed. */
const ask = async (...here: Listener[]) => {
  const deps = { ...world.deps, engine: adEngine(world.engine.url, 'engine-token'), patienceMs: 60_000 };
  const asker = createAsker(deps);
  const planned = await world.newSender().round();
  asker.use(await askingOf(deps.db, planned, undefined));
  asker.opened(here);
  await asker.round();
  return asker;
};
/** What happens between two breaks: the spot is fetched and prepared. */
const prepare = async (): Promise<void> => {
  const deps = { ...world.portal.kernel, audio };
  for (const id of await unfetched(deps.db)) await fetchSpot(deps, id);
  for (const { id } of await deps.db.selectFrom('ad_creatives').select('id').where('state', '=', 'preparing').execute())
    await renderCreative(deps, id);
};
const use = async () => (await world.admin.ok(adProviders.list, { params: { id: account } }))[0]!.use!;
const spotOf = (ticket: (typeof world.engine.tickets)[number], upTo: 0 | 4) =>
  heard(
    {
      ...{ station, account, campaign, at: world.clock.now().getTime() },
      ...{ session: ticket.session, spot: ticket.spot, ticket: ticket.id },
    },
    upTo,
  );
const reportAll = async (): Promise<void> => {
  const reporter = createReporter(world.portal.kernel);
  while (await reporter.step());
};

test('nobody is asked for on a station that does not allow ad servers', async () => {
  server.answers.set('/tag', inlineVast({ url: server.url, name: 'a', duration: '00:00:03' }));
  await ask(listener());
  expect(server.calls).toEqual([]);
  await allow(true);
});

test('a spot not seen before is reported with 407 and prepared; the next answer is a ticket of the engine', async () => {
  await ask(listener());
  await expect.poll(() => server.counts('/error')).toEqual({ '/error/a?code=407': 1 });
  expect(world.engine.tickets).toEqual([]);
  await prepare();
  const one = listener();
  await ask(one);
  const [ticket] = world.engine.tickets;
  expect(ticket).toMatchObject({ session: one.session, campaign, provider });
  await world.newSender().round();
  const plan = world.engine.disk.plan!;
  expect(plan.providers).toEqual([{ id: provider, spots: [ticket!.spot] }]);
  expect(plan.spots.map(({ id }) => id)).toContain(ticket!.spot);
  expect(plan.campaigns.find(({ key }) => key === campaign)?.attempts).toEqual([
    { rules: [], spot: provider, isProvider: true },
  ]);
});

test('bots, relays and who has only just connected are not asked for, and nobody twice', async () => {
  const here = listener();
  // Five seconds later, who has only just connected would be asked for too.
  const goOn = world.stopClock();
  const asker = await ask(
    listener({ user_agent: 'Googlebot/2.1' }),
    listener({ output: 'relay' }),
    listener({ started: world.clock.now().getTime() }),
    here,
  );
  await asker.round();
  expect(world.engine.tickets.map(({ session }) => session)).toEqual([here.session]);
  expect(server.counts('/tag')).toEqual({ '/tag': 1 });
  // Another process knows it from the database.
  await ask(here);
  expect(server.counts('/tag')).toEqual({ '/tag': 1 });
  goOn();
});

test('without consent only listeners outside Europe are named', async () => {
  const params = { id: account, providerId: provider };
  const body = { name: 'Exchange', tagUrl: `${server.url}/tag`, enabled: true };
  await world.admin.ok(adProviders.change, { params, body });
  await ask(listener(), listener({ ip: 'nowhere' }), listener({ ip: 'boston' }));
  expect(server.calls.filter(({ path }) => path === '/tag').map(({ headers }) => headers['x-device-ip'])).toEqual([
    'boston',
  ]);
  await world.admin.ok(adProviders.change, { params, body: { ...body, consent: 'everywhere' } });
});

test('what was heard is reported once for each URL, however often its batch arrives and a process dies', async () => {
  const one = listener();
  const asker = await ask(one);
  const [ticket] = world.engine.tickets;
  const record = recordHeard(world.portal.kernel);
  const events = spotOf(ticket!, 4);
  const before = await use();
  await record(events.slice(0, 3));
  await record(events.slice(0, 3));
  expect(await use()).toMatchObject({ impressions: before.impressions + 1 });
  // A process dies after it took what is due, another before it ended.
  const kernel = world.portal.kernel;
  const [taken] = await takeReports(kernel.db, world.clock.now(), { atMost: 1, perHost: 1, limited: [] });
  await endBegunReports(kernel);
  await reportAll();
  await record(events);
  await reportAll();
  const called = server.counts('/track');
  const missed = `/track/a/${taken!.event}`;
  expect(called).toEqual(
    Object.fromEntries(
      ['impression', 'start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete']
        .map((event) => `/track/a/${event}`)
        .filter((path) => path !== missed)
        .map((path) => [path, 1]),
    ),
  );
  const [report] = server.calls.filter(({ path }) => path.startsWith('/track'));
  expect(report?.headers).toMatchObject({ 'x-device-ip': 'athens', 'x-device-user-agent': 'VLC/3.0' });
  expect(await use()).toMatchObject({ reported: before.reported + 5, unreported: 0 });
  // Its answer was used: the listener is asked for again.
  world.engine.tickets.length = 0;
  await asker.round();
  expect(world.engine.tickets).toMatchObject([{ session: one.session }]);
});

test('a listener whose answer was used is asked for again once, also where that is committed after a look for it', async () => {
  const one = listener();
  const [asker, at] = [await ask(one), world.clock.now()];
  const [ticket] = world.engine.tickets.splice(0);
  await asker.round();
  await world.portal.kernel.db.transaction().execute((tx) => useTickets(tx, [ticket!.id], at));
  for (const tickets of [[{ session: one.session }], []]) {
    await asker.round();
    expect(world.engine.tickets.splice(0)).toMatchObject(tickets);
  }
});

test('a spot that was cut short reports nothing more, and one of nobody nothing at all', async () => {
  await ask(listener());
  const record = recordHeard(world.portal.kernel);
  const [first] = spotOf(world.engine.tickets[0]!, 0);
  await record([
    { ...first!, cut: true },
    { ...first!, ticket: randomUUID() },
    { ...first!, ticket: 'nonsense' },
  ]);
  await reportAll();
  expect(server.counts('/track')).toEqual({});
});

test('refusals are counted with their reasons, and an ad server that fails is left alone for a while', async () => {
  server.answers.set('/tag', 500);
  const crowd = Array.from({ length: 12 }, () => listener());
  const asker = await ask(...crowd);
  const asked = server.counts('/tag')['/tag']!;
  asker.opened([listener()]);
  await asker.round();
  expect(server.counts('/tag')['/tag']).toBe(asked);
  expect((await use()).refused).toContainEqual({ reason: 'status', count: asked });
});

test('an ad server whose spots have a new ID in each answer has 20 of them fetched at a time', async () => {
  const { db } = world.portal.kernel;
  const now = world.clock.now();
  const ids = Array.from({ length: 25 }, (_, n) => ({
    provider_id: provider,
    account_key: account,
    ad_id: `new ${String(n)}`,
  }));
  const wanted = [];
  for (const id of ids) wanted.push(await wantSpot(db, id, { mediaUrl: `${server.url}/spot.mp3`, again: now, now }));
  expect(wanted.filter(Boolean)).toHaveLength(20);
  for (const id of ids) await endFetching(db, id, { state: 'refused' });
  expect(await wantSpot(db, ids[24]!, { mediaUrl: `${server.url}/spot.mp3`, again: now, now })).toBe(true);
  await endFetching(db, ids[24]!, { state: 'refused' });
  await forgetSpots(db, new Date(now.getTime() + 31 * dayMs));
  expect(await findSpot(db, ids[0]!)).toBe(undefined);
});

test('for nobody in particular answers are asked for ahead by country, as many as listeners may need, and name nobody', async () => {
  const params = { id: account, providerId: provider };
  const body = { name: 'Exchange', tagUrl: `${server.url}/tag?in=[COUNTRY]`, enabled: true, mode: 'pool' as const };
  await world.admin.ok(adProviders.change, { params, body });
  server.answers.set('/tag', inlineVast({ url: server.url, name: 'pool', duration: '00:00:03' }));
  world.moveClock(10 * 60_000);
  const asker = await ask(listener(), listener(), listener({ ip: 'boston', started: world.clock.now().getTime() }));
  const asked = () => server.calls.filter(({ path }) => path.startsWith('/tag'));
  const three = [1, 2, 3];
  expect(
    asked()
      .map(({ path }) => path)
      .sort(),
  ).toEqual([...three.map(() => '/tag?in=GR'), ...three.map(() => '/tag?in=US')]);
  for (const { headers } of asked()) expect(Object.keys(headers).filter((name) => name.startsWith('x-'))).toEqual([]);
  const lent = world.engine.tickets.map(({ session, country }) => `${session ?? ''} ${country ?? ''}`);
  expect(lent.sort()).toEqual([...three.map(() => ' GR'), ...three.map(() => ' US')]);
  // What is open is not asked for again; what was heard is.
  world.moveClock(11_000);
  await asker.round();
  expect(asked()).toHaveLength(6);
  const [ticket] = world.engine.tickets;
  await recordHeard(world.portal.kernel)(spotOf({ ...ticket!, session: randomUUID() }, 4));
  await reportAll();
  expect(Object.values(server.counts('/track/pool'))).toEqual([1, 1, 1, 1, 1, 1]);
  const reports = server.calls.filter(({ path }) => path.startsWith('/track'));
  for (const { headers } of reports) expect(Object.keys(headers).filter((name) => name.startsWith('x-'))).toEqual([]);
  world.moveClock(11_000);
  await asker.round();
  expect(asked()).toHaveLength(7);
});

test('who was asked for is forgotten a day after the answer’s time', async () => {
  const named = () =>
    world.portal.kernel.db.selectFrom('ad_tickets').select('id').where('listener', 'is not', null).execute();
  expect(await named()).not.toEqual([]);
  await forgetTickets(world.portal.kernel.db, new Date(world.clock.now().getTime() + 26 * 3600_000));
  expect(await named()).toEqual([]);
});
