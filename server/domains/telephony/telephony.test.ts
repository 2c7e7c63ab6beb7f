import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { stations } from '#contract/api/stations.ts';
import { telephonyAdmin } from '#contract/api/telephony-admin.ts';
import { telephony } from '#contract/api/telephony.ts';
import { dayMs } from '#contract/rules/time.ts';
import { desiredStations } from '#server/domains/playout/desired.ts';
import type { TestClient } from '#server/testing/client.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { checkPlans } from './lost-plan.ts';
import { watchLimits } from './watch-limits.ts';

let now = new Date('2026-11-24T12:00:00Z');
let portal: TestPortal;
let admin: TestClient;
let adminPerson: TestPerson;
let owner: TestClient;
let ownerPerson: TestPerson;
let account: AccountKey;
let station: StationKey;

beforeAll(async () => {
  portal = await testPortal({ clock: { now: () => now } });
  adminPerson = await portal.make.person({ admin: true });
  admin = await portal.as(adminPerson);
  ownerPerson = await portal.make.person();
  owner = await portal.as(ownerPerson);
});
afterAll(() => portal.close());
beforeEach(async () => {
  now = new Date('2026-11-24T12:00:00Z');
  const { db } = portal.kernel;
  await db.deleteFrom('phone_requests').execute();
  await db.deleteFrom('phone_numbers').where('sandbox', '=', false).execute();
  await db.updateTable('phone_numbers').set({ station_key: null, main: false, free_from: null }).execute();
  await db.updateTable('telephony').set({ auto_assign: null }).execute();
  account = await portal.make.account({ plan: 'premier' });
  await portal.make.accountMember(account, ownerPerson, 'owner');
  station = await portal.make.station(account, { name: 'Wave Radio' });
  await portal.drain();
  portal.mails.length = 0;
});

const ask = (action: 'enable' | 'disable' = 'enable', more: { country?: string; note?: string } = {}, key = station) =>
  owner.call(telephony.setRequest, { params: { key }, body: { action, ...more } });
const numbers = async (id = station) => (await owner.ok(telephony.line, { params: { id } })).numbers;
const pool = async (query: object = {}) => (await admin.ok(telephonyAdmin.numbers, { query })).entities;
const assignByHand = async () => await portal.kernel.db.updateTable('telephony').set({ auto_assign: false }).execute();
const desired = async (key = station) =>
  (await desiredStations({ db: portal.kernel.db }, [key])).find((one) => one.key === key)?.document?.calls;
const subjects = async () => {
  await portal.drain();
  return portal.mails.map(({ subject }) => subject);
};
const decide = (body: { action: 'approve'; did?: string } | { action: 'refuse'; reason: string }) =>
  admin.call(telephonyAdmin.decide, { params: { key: station }, body });

describe('a station in the sandbox', () => {
  test('gets a number at once, which is its main one and reaches the engine', async () => {
    const before = await owner.ok(telephony.request, { params: { key: station } });
    expect(before).toMatchObject({ allowed: true, status: null, sandbox: true });
    expect(before.countries).toEqual([{ iso: 'US', name: 'United States', free: 100 }]);
    expect((await ask()).json).toMatchObject({ status: 'enabled' });
    expect(await numbers()).toEqual([
      { did: '+12025550100', main: true, display: '+1 202 555 0100', country: 'US', sandbox: true },
    ]);
    expect((await owner.ok(telephony.line, { params: { id: station } })).sip).toBe('sip:+12025550100@localhost');
    expect(await desired()).toEqual({ numbers: [{ did: '+12025550100', main: true }], prompt: null, max: 100 });
    const { entities } = await owner.ok(telephony.stations, { params: { id: account } });
    expect(entities).toEqual([
      { key: station, name: 'Wave Radio', status: 'enabled', numbers: [{ did: '+12025550100', main: true }] },
    ]);
  });

  test('asks twice and has one, gives it back and has none', async () => {
    await Promise.all([ask(), ask(), ask()]);
    expect(await numbers()).toHaveLength(1);
    expect((await ask('disable')).json).toMatchObject({ status: null });
    expect([await numbers(), await desired()]).toEqual([[], undefined]);
    expect(await pool({ state: 'given' })).toEqual([]);
  });

  test('is refused as a relay, and without a plan for it', async () => {
    const relay = await portal.make.station(account);
    await portal.kernel.db.updateTable('stations').set({ type: 2 }).where('key', '=', relay).execute();
    expect((await ask('enable', {}, relay)).json.error.code).toBe('ctl.relay');
    const given = await admin.call(telephonyAdmin.setNumbers, {
      params: { key: relay },
      body: { numbers: [{ did: '+12025550150', main: true }] },
    });
    expect(given.json.error.code).toBe('ctl.relay');
    const poor = await portal.make.account({ plan: 'starter' });
    await portal.make.accountMember(poor, ownerPerson, 'owner');
    const without = await portal.make.station(poor);
    expect((await ask('enable', {}, without)).json.error.code).toBe('plan.featureMissing');
    expect(await owner.ok(telephony.request, { params: { key: without } })).toMatchObject({ allowed: false });
  });
});

test('of fifty that ask at once for ten numbers, ten get one each, none twice', async () => {
  const { db } = portal.kernel;
  await assignByHand();
  for (let n = 0; n < 10; n++) await admin.ok(telephonyAdmin.addNumber, { body: { did: `+49301234560${String(n)}` } });
  await db.updateTable('phone_numbers').set({ sandbox: true }).where('did', 'like', '+49%').execute();
  await db.updateTable('telephony').set({ auto_assign: true }).execute();
  const keys = await Promise.all(Array.from({ length: 50 }, () => portal.make.station(account)));
  const replies = await Promise.all(
    keys.map((key) => admin.call(telephony.setRequest, { params: { key }, body: { action: 'enable', country: 'DE' } })),
  );
  const statuses = replies.map(({ json, status }) => (status === 200 ? json.status : status));
  expect(statuses.filter((status) => status === 'enabled')).toHaveLength(10);
  expect(statuses.filter((status) => status === 'request_pending')).toHaveLength(40);
  const given = await pool({ state: 'given', size: 1000 });
  expect(new Set(given.map((one) => one.station?.key)).size).toBe(10);
  expect(given.every(({ main, country }) => main && country === 'DE')).toBe(true);
  await db.deleteFrom('phone_numbers').where('did', 'like', '+49%').execute();
});

describe('a request that waits', () => {
  beforeEach(assignByHand);

  test('is approved with a number of its country, by e-mail and inbox', async () => {
    await ask('enable', { country: 'US', note: 'For our morning show' });
    await ask('enable', { country: 'DE' });
    expect(await subjects()).toEqual(['Wave Radio asks for a phone number']);
    expect(portal.mails[0]).toMatchObject({ to: adminPerson.email });
    const [waiting] = (await admin.ok(telephonyAdmin.requests)).entities;
    expect(waiting).toMatchObject({
      status: 'request_pending',
      country: 'US',
      note: 'For our morning show',
      numbers: [],
    });
    portal.mails.length = 0;
    expect((await decide({ action: 'approve' })).json).toMatchObject({ status: 'enabled', numbers: ['+12025550100'] });
    expect((await decide({ action: 'approve' })).json.error.code).toBe('ctl.noRequest');
    expect(await subjects()).toEqual(['Wave Radio has a phone number']);
    expect(portal.mails[0]).toMatchObject({ to: ownerPerson.email });
    const inbox = await portal.kernel.db
      .selectFrom('notifications')
      .selectAll()
      .where('user_id', '=', ownerPerson.id)
      .orderBy('created')
      .execute();
    expect(inbox.at(-1)).toMatchObject({ title: 'Wave Radio has a phone number', level: 'success' });
  });

  test('is refused with a reason, and may be made again', async () => {
    await ask();
    await decide({ action: 'refuse', reason: 'We have none in this city.' });
    expect(await owner.ok(telephony.request, { params: { key: station } })).toMatchObject({
      status: 'refused',
      reason: 'We have none in this city.',
    });
    expect(await subjects()).toContain('No phone number for Wave Radio');
    expect((await ask()).json).toMatchObject({ status: 'request_pending', reason: '' });
  });

  test('of a country without free numbers waits for one, or gets a chosen one', async () => {
    await ask('enable', { country: 'DE' });
    expect((await decide({ action: 'approve' })).json.error.code).toBe('ctl.noneFree');
    await portal.kernel.db
      .updateTable('phone_numbers')
      .set({ station_key: await portal.make.station(account), main: true })
      .where('did', '=', '+12025550101')
      .execute();
    expect((await decide({ action: 'approve', did: '+12025550101' })).json.error.code).toBe('ctl.numberTaken');
    expect((await decide({ action: 'approve', did: '+12025550102' })).status).toBe(200);
    expect((await numbers()).map(({ did }) => did)).toEqual(['+12025550102']);
  });
});

describe('numbers', () => {
  const give = (chosen: { did: string; main: boolean }[], key = station) =>
    admin.call(telephonyAdmin.setNumbers, { params: { key }, body: { numbers: chosen } });
  const german = '+493012345678';
  const french = '+33123456789';

  test('are set by an administrator: exactly one is the main one', async () => {
    await admin.ok(telephonyAdmin.importNumbers, { body: { csv: `${german}\n${french}` } });
    const refused = await give([
      { did: german, main: true },
      { did: french, main: true },
    ]);
    expect(refused.json.error.code).toBe('ctl.oneMain');
    const both = await give([
      { did: german, main: true },
      { did: french, main: false },
    ]);
    expect(both.json.numbers.map(({ did }) => did)).toEqual([german, french]);
    await give([
      { did: german, main: false },
      { did: french, main: true },
    ]);
    expect((await numbers()).map(({ did, main }) => [did, main])).toEqual([
      [french, true],
      [german, false],
    ]);
    await give([{ did: french, main: true }]);
    expect((await pool({ search: '30 1234' }))[0]).toMatchObject({ state: 'resting', station: null });
  });

  test('that are given back rest for 90 days, and only administrators give them before', async () => {
    await admin.ok(telephonyAdmin.addNumber, { body: { did: '+49 (30) 1234-5678', label: 'Berlin' } });
    await give([{ did: german, main: true }]);
    const removed = await admin.call(telephonyAdmin.removeNumber, { params: { did: german } });
    expect(removed.text).toContain('ctl.numberGiven');
    await ask('disable');
    const [resting] = await pool({ search: 'Berlin' });
    expect(resting).toMatchObject({ state: 'resting', country: 'DE', free_from: '2027-02-22T12:00:00.000Z' });
    now = new Date(now.getTime() + 91 * dayMs);
    expect((await pool({ search: 'Berlin' }))[0]).toMatchObject({ state: 'free', free_from: null });
    now = new Date(now.getTime() - 80 * dayMs);
    expect((await give([{ did: german, main: true }])).status).toBe(200);
  });

  test('stay with a station through its deletion and transfer, and rest once it is purged', async () => {
    await ask();
    await owner.ok(stations.remove, { params: { key: station } });
    expect(await desired()).toBeUndefined();
    await owner.ok(stations.restore, { params: { id: account, stationKey: station } });
    expect(await desired()).toBeDefined();
    const to = await portal.make.account({ plan: 'premier' });
    await admin.ok(stations.transfer, { params: { key: station, accountId: to } });
    expect((await admin.ok(telephony.stations, { params: { id: to } })).entities[0]?.numbers).toHaveLength(1);
    await portal.kernel.hooks.run('station.purged', { stations: [station], id: station });
    expect(await pool({ state: 'given' })).toEqual([]);
  });

  test('are taken 14 days after the plan lost them, unless it has them again', async () => {
    await ask();
    const plan = (to: 'starter' | 'premier') =>
      portal.kernel.db.updateTable('subscriptions').set({ plan: to }).where('account_key', '=', account).execute();
    const later = async (days: number) => {
      now = new Date(now.getTime() + days * dayMs);
      await checkPlans(portal.kernel);
    };
    await later(0);
    expect(await subjects()).toEqual([]);
    await plan('starter');
    await later(1);
    await later(1);
    expect(await subjects()).toEqual(['Wave Radio loses its phone number on 9 December 2026']);
    await plan('premier');
    await later(20);
    expect((await owner.ok(telephony.request, { params: { key: station } })).ends).toBeNull();
    expect(await numbers()).toHaveLength(1);
    await plan('starter');
    await later(0);
    await later(14);
    expect(await numbers()).toEqual([]);
    expect((await subjects()).at(-1)).toBe('Wave Radio has no phone number any more');
    await give([{ did: '+12025550150', main: true }]);
    await later(30);
    await later(30);
    expect(await numbers()).toHaveLength(1);
  });

  test('are imported all together or not at all', async () => {
    const csv = (text: string) => admin.ok(telephonyAdmin.importNumbers, { body: { csv: text } });
    const wrong = await csv(
      'did,country,label,trunk\n+49 30 1234567,,Berlin,\n030 123,DE\n+33 1 23 45 67 89,XX,,nobody\n',
    );
    expect(wrong).toMatchObject({ added: 0, changed: 0 });
    expect(wrong.problems.map(({ line }) => line)).toEqual([3, 4]);
    expect(await pool({ search: 'Berlin' })).toEqual([]);
    const good = 'did;country;label\n"+49 30 1234567";;"Berlin; Mitte"\n0033123456789;FR;Paris\n';
    expect(await csv(good)).toEqual({ added: 2, changed: 0, problems: [] });
    expect(await csv(good)).toEqual({ added: 0, changed: 2, problems: [] });
    expect((await pool({ search: 'Mitte' }))[0]).toMatchObject({ did: '+49301234567', country_name: 'Germany' });
  });
});

test('administrators are told once a day of each number and line whose limit refuses calls', async () => {
  const at = now.getTime();
  const limited = [
    { reason: 'number-limit' as const, subject: '+12025550100', at },
    { reason: 'rate' as const, subject: 'My Carrier', at },
    { reason: 'full' as const, subject: '', at: at - dayMs },
  ];
  await Promise.all([watchLimits(portal.kernel, { limited }), watchLimits(portal.kernel, { limited })]);
  const expected = ['+1 202 555 0100 has used its minutes of today', 'Too many calls a second on the line My Carrier'];
  expect((await subjects()).toSorted()).toEqual(expected);
  now = new Date(at + dayMs);
  await watchLimits(portal.kernel, { limited: [{ ...limited[1]!, at: now.getTime() }] });
  expect(await subjects()).toHaveLength(3);
});
