import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adRequests } from '#contract/api/ad-requests.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { portal as portalCalls } from '#contract/api/portal.ts';
import { makeTone } from '#server/engines/audio/testing/test-audio.ts';
import type { TestClient } from '#server/testing/client.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { unknownId } from '#server/testing/unknown-id.ts';

let portal: TestPortal;
let admin: TestClient;
let adminPerson: TestPerson;
let owner: TestClient;
let ownerPerson: TestPerson;
let colleague: TestClient;
let account: AccountKey;
let key: StationKey;

beforeAll(async () => {
  portal = await testPortal();
  adminPerson = await portal.make.person({ admin: true });
  admin = await portal.as(adminPerson);
});
afterAll(() => portal.close());
beforeEach(async () => {
  const { make } = portal;
  const colleaguePerson = await make.person();
  ownerPerson = await make.person();
  [owner, colleague] = [await portal.as(ownerPerson), await portal.as(colleaguePerson)];
  account = await make.account({ company: 'Wave' });
  await make.accountMember(account, ownerPerson, 'owner');
  await make.accountMember(account, colleaguePerson, 'admin');
  key = await make.station(account);
  await setAvailability(true);
  await portal.drain();
  portal.mails.length = 0;
});

const setAvailability = (available: boolean, client = admin) =>
  client.call(adRequests.setAvailability, { params: { id: account }, body: { available } });
const begun = Date.now();
/** Days from the day on which the file was begun: midnight may come meanwhile. */
const day = (offset: number): string => new Date(begun + offset * 86_400_000).toISOString().slice(0, 10);
const places = (...paths: string[]) => paths.map((path) => ({ type: 'location' as const, path }));
const form = () => ({
  stationKeys: [key],
  campaignName: 'Spring sale',
  advertiser: 'Acme',
  category: 'retail' as const,
  impressionsGoal: 20_000,
  startDate: day(1),
  endDate: day(30),
  locations: places('GR/Attica/Athens', 'DE', 'AT//Sankt%20P%C3%B6lten'),
  additionalInfo: 'Mornings, please.',
});
const send = (changes: object = {}, file?: Blob, client = owner) =>
  client.call(adRequests.create, { params: { id: account }, body: { ...form(), ...changes }, ...(file && { file }) });
const sent = async (changes: object = {}, file?: Blob) => (await send(changes, file)).json.id;
const at = (requestId: string) => ({ params: { id: account, requestId } });
type Decision = Parameters<typeof admin.call<typeof adRequests.decide>>[1];
const decide = (requestId: string, body: NonNullable<Decision>['body'], client = admin) =>
  client.call(adRequests.decide, { params: { requestId }, body });
const codeOf = ({ status, text }: { status: number; text: string }) =>
  `${String(status)} ${(JSON.parse(text) as { error?: { code: string } }).error?.code ?? ''}`.trim();
const mailsOf = async () => {
  await portal.drain();
  return portal.mails.splice(0).map(({ to, subject }) => [to, subject]);
};
const campaigns = () =>
  portal.kernel.db.selectFrom('campaigns').selectAll().where('account_key', '=', account).execute();

test('an account asks only if the portal lets it', async () => {
  await setAvailability(false);
  expect(await owner.ok(adRequests.availability, { params: { id: account } })).toBe(false);
  expect(codeOf(await send())).toBe('409 adRequest.unavailable');
  expect((await setAvailability(true, owner)).status).toBe(403);
  expect((await setAvailability(true)).json).toBe(true);
  expect(await owner.ok(adRequests.availability, { params: { id: account } })).toBe(true);
  expect((await send()).status).toBe(201);
});

test('the price is that of the account, frozen when the request is sent, and the portal notified', async () => {
  const created = (await send()).json;
  expect(created).toMatchObject({
    status: 'submitted',
    cost: 800,
    currency: 'USD',
    impressionPrice: 0.0004,
    stations: [{ key }],
    account: { key: account, company: 'Wave' },
    audio: null,
    thread: [],
    campaign: null,
  });
  expect(await mailsOf()).toEqual([[adminPerson.email, 'Wave requests the campaign Spring sale']]);
  const set = { impression_price_micros: 1_500 };
  await portal.kernel.db.updateTable('accounts').set(set).where('key', '=', account).execute();
  expect((await owner.ok(adRequests.get, at(created.id))).cost).toBe(800);
  expect((await send()).json.cost).toBe(3000);
});

test('a form that makes no sense is refused by field', async () => {
  const fields = async (changes: object) => (await send(changes)).json.error.fields;
  expect(await fields({ impressionsGoal: 'many' })).toEqual({ impressionsGoal: 'Please enter a number' });
  expect(await fields({ impressionsGoal: 999 })).toEqual({ impressionsGoal: 'Please enter at least 1000.' });
  expect(await fields({ stationKeys: [] })).toEqual({ stationKeys: 'Please choose at least one station.' });
  for (const path of ['XX//Athens', 'athens', '', 'GR/Attica/Athens/Plaka', 'GR/%E0%A4%A'])
    expect(await fields({ locations: places('GR', path) })).toEqual({ 'locations.1.path': 'Please choose a country.' });
  const spaced = (await send({ locations: places('GR/%20/%20Nea%20Makri%20', 'DE/%20', 'FR//') })).json.locations;
  expect(spaced).toEqual(places('GR//Nea%20Makri', 'DE', 'FR'));
  const station = [{ type: 'station', path: key }];
  expect(await fields({ locations: station })).toHaveProperty(['locations.0.type']);
  expect(codeOf(await send({ endDate: form().startDate, startDate: form().endDate }))).toBe('422 campaign.dates');
  expect(codeOf(await send({ startDate: day(-9), endDate: day(-3) }))).toBe('422 campaign.past');
  const foreign = await portal.make.station(await portal.make.account());
  expect((await send({ stationKeys: [foreign] })).status).toBe(404);
});

describe('the portal', () => {
  test('asks for changes, which the account sends, and then approves: the campaign is theirs at the final price', async () => {
    const id = await sent();
    await mailsOf();
    expect(codeOf(await owner.call(adRequests.change, { ...at(id), body: form() }))).toBe('409 adRequest.notEditable');
    const asked = await decide(id, { decision: 'needsChanges', reason: 'Please start later.' });
    expect(asked.json).toMatchObject({
      status: 'needsChanges',
      thread: [{ portal: true, text: 'Please start later.', by: 'Test Person' }],
    });
    expect(await mailsOf()).toEqual([[ownerPerson.email, 'Please change your request for Spring sale']]);
    const body = { ...form(), impressionsGoal: 30_000, startDate: day(5) };
    const changed = (await owner.call(adRequests.change, { ...at(id), body })).json;
    expect(changed).toMatchObject({ status: 'submitted', cost: 1200, startDate: day(5) });

    const approval = { decision: 'approved', endDate: day(60), impressionPrice: 0.001, priority: 2 } as const;
    const approved = (await decide(id, approval)).json;
    const [campaign] = await campaigns();
    expect(approved).toMatchObject({ status: 'approved', cost: 3000, endDate: day(60), campaign: campaign?.key });
    expect(campaign).toMatchObject({
      ...{ network: true, name: 'Spring sale', advertiser: 'Acme', category: 'retail', priority: 2 },
      ...{ impression_limit: 30_000, price_micros: 1000, currency: 'USD', enabled: true },
    });
    const { db } = portal.kernel;
    expect(await db.selectFrom('campaign_stations').select('station_key').execute()).toEqual([{ station_key: key }]);
    const [attempt] = await db.selectFrom('campaign_attempts').select('rules').execute();
    expect(attempt?.rules).toEqual([{ targets: form().locations, isNegated: false }]);
    expect(codeOf(await decide(id, { decision: 'rejected', reason: 'No' }))).toBe('409 adRequest.decided');
    expect(codeOf(await owner.call(adRequests.withdraw, at(id)))).toBe('409 adRequest.decided');
  });

  test('creates one campaign, however often it approves at once', async () => {
    const id = await sent();
    const replies = await Promise.all([1, 2, 3].map(() => decide(id, { decision: 'approved', everyStation: true })));
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
    const [campaign, ...more] = await campaigns();
    expect(more).toEqual([]);
    const chosen = portal.kernel.db.selectFrom('campaign_stations').where('campaign_key', '=', campaign!.key);
    expect(await chosen.select('station_key').execute()).toEqual([]);
  });

  test('rejects with a reason; nobody else may decide', async () => {
    const id = await sent();
    expect((await decide(id, { decision: 'approved' }, owner)).status).toBe(403);
    await mailsOf();
    await decide(id, { decision: 'rejected', reason: 'Not for this audience.' });
    expect(await mailsOf()).toEqual([[ownerPerson.email, 'Your request for Spring sale was rejected']]);
    expect(await campaigns()).toEqual([]);
    expect((await decide(unknownId, { decision: 'rejected', reason: 'x' })).status).toBe(404);
  });

  test('lists what waits for it first, the oldest first', async () => {
    await portal.kernel.db.deleteFrom('ad_requests').execute();
    const [first, second, third] = [await sent(), await sent(), await sent()];
    await decide(first, { decision: 'rejected', reason: 'No' });
    const list = async (query: object) => {
      const { entities, total } = await admin.ok(adRequests.all, { query });
      return [total, ...entities.map(({ id }) => id)];
    };
    expect(await list({})).toEqual([3, second, third, first]);
    expect(await list({ size: 1, page: 1 })).toEqual([3, third]);
    expect(await list({ status: 'rejected' })).toEqual([1, first]);
    const own = await owner.ok(adRequests.ofAccount, { params: { id: account }, query: {} });
    expect(own.entities.map(({ id }) => id)).toEqual([third, second, first]);
  });
});

test('both sides write to each other, and each is notified by inbox and e-mail', async () => {
  const id = await sent();
  await mailsOf();
  const write = (client: TestClient, text: string) => client.ok(adRequests.reply, { ...at(id), body: { text } });
  await write(colleague, 'Is it possible in March?');
  expect(await mailsOf()).toEqual([[adminPerson.email, 'Wave wrote about the campaign Spring sale']]);
  const { thread } = await write(admin, 'Yes.');
  expect(thread.map(({ portal: isPortal, text }) => [isPortal, text])).toEqual([
    [false, 'Is it possible in March?'],
    [true, 'Yes.'],
  ]);
  expect(await mailsOf()).toEqual([[ownerPerson.email, 'A message about your campaign Spring sale']]);
  const inbox = await owner.ok(portalCalls.notifications);
  expect(inbox.filter(({ personal }) => personal)).toMatchObject([
    {
      title: 'A message about your campaign Spring sale',
      text: 'Yes.',
      link: `http://portal.test/accounts/${account}/advertising/requests/${id}`,
      seen: false,
    },
  ]);
  expect(await colleague.ok(portalCalls.notifications)).toEqual([]);
  const outsider = await portal.as(await portal.make.person());
  expect((await outsider.call(adRequests.get, at(id))).status).toBe(404);
});

test('a campaign for every station asks the owners of stations that approve each', async () => {
  const { db } = portal.kernel;
  const other = await portal.make.account();
  const [asked, alsoThere] = [await portal.make.person(), await portal.make.person()];
  await portal.make.accountMember(other, asked, 'owner');
  await portal.make.accountMember(other, alsoThere, 'admin');
  const station = await portal.make.station(other);
  await db.updateTable('stations').set({ audioads: true }).where('key', '=', station).execute();
  const rules = { station_key: station, breaks: '{}', network_ads: true, approval: 'each' as const };
  await db.insertInto('audio_ads').values(rules).execute();
  const id = await sent();
  const blocking = await sent({ category: 'gambling' });
  await db
    .updateTable('audio_ads')
    .set({ blocked_categories: ['gambling'] })
    .execute();
  await mailsOf();
  await decide(id, { decision: 'approved', everyStation: true });
  await decide(blocking, { decision: 'approved', everyStation: true });
  await portal.drain();
  expect(portal.mails.filter(({ to }) => to === asked.email)).toMatchObject([
    {
      subject: 'The campaign Spring sale waits for your approval',
      action: { url: `http://portal.test/accounts/${other}/stations/${station}/settings/audio-ads/approvals` },
    },
  ]);
  expect(portal.mails.filter(({ to }) => to === alsoThere.email)).toEqual([]);
});

test('a withdrawn request is decided, and gone with its account', async () => {
  const id = await sent();
  expect((await owner.call(adRequests.withdraw, at(id))).json).toMatchObject({ status: 'withdrawn' });
  expect(codeOf(await decide(id, { decision: 'approved' }))).toBe('409 adRequest.decided');
  await portal.kernel.hooks.run('account.purged', { account });
  expect((await owner.call(adRequests.get, at(id))).status).toBe(404);
});

test('the audio of a request is prepared at once, heard by the portal, and plays in its campaign', async () => {
  const path = join(portal.kernel.config.dataDir, 'spot.wav');
  makeTone(path, { hz: 440, seconds: 3 });
  const id = await sent({}, new File([await readFile(path)], 'Acme spring.wav', { type: 'audio/wav' }));
  expect(codeOf(await admin.call(adRequests.audio, at(id)))).toBe('404 campaign.noAudio');
  await portal.startJobs();
  expect((await send({}, new File(['words'], 'spot.wav'))).status).toBe(422);
  await portal.drain();
  await expect
    .poll(async () => (await admin.ok(adRequests.get, at(id))).audio, { timeout: 120_000 })
    .toMatchObject({ state: 'ready', duration: 3, adjusted: null, name: 'Acme spring.wav' });
  const heard = await admin.raw(adRequests.audio, at(id));
  expect([heard.status, heard.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
  await heard.arrayBuffer();
  await decide(id, { decision: 'approved' });
  const { audio } = await owner.ok(adRequests.get, at(id));
  const playing = portal.kernel.db.selectFrom('campaign_attempts').where('creative_id', '=', audio?.id ?? null);
  expect(await playing.select(['ord', 'next_creative_id']).execute()).toEqual([{ ord: 1, next_creative_id: null }]);
}, 180_000);
