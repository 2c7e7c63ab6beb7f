import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { people } from '#contract/api/people.ts';
import { relays } from '#contract/api/relays.ts';
import { stations } from '#contract/api/stations.ts';
import type { TestClient } from '#server/testing/client.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let admin: TestClient;
let seller: TestClient;
let buyer: TestClient;
let both: TestClient;
let staff: TestClient;
let staffPerson: TestPerson;
let from: AccountKey;
let to: AccountKey;
let key: StationKey;

beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.as(await portal.make.person({ admin: true }));
});
afterAll(() => portal.close());
beforeEach(async () => {
  const { make } = portal;
  const [sellerPerson, buyerPerson, bothPerson] = [await make.person(), await make.person(), await make.person()];
  staffPerson = await make.person();
  [seller, buyer, both, staff] = [
    await portal.as(sellerPerson),
    await portal.as(buyerPerson),
    await portal.as(bothPerson),
    await portal.as(staffPerson),
  ];
  from = await make.account();
  to = await make.account({ company: 'Buyer Ltd' });
  await make.accountMember(from, sellerPerson, 'owner');
  await make.accountMember(to, buyerPerson, 'owner');
  for (const account of [from, to]) await make.accountMember(account, bothPerson, 'admin');
  key = await make.station(from);
  await make.stationMember(key, staffPerson, 'admin');
  await set({ billing_owner: sellerPerson.id, tags: ['web', 'default'] });
});

const set = (values: object, of = key) =>
  portal.kernel.db.updateTable('stations').set(values).where('key', '=', of).execute();
const move = (client = both, accountId = to, of = key) =>
  client.call(stations.transfer, { params: { key: of, accountId } });
const status = async (client: TestClient) => (await client.call(stations.get, { params: { key } })).status;
const codeOf = ({ text }: { text: string }) => (JSON.parse(text) as { error: { code: string } }).error.code;
const passwordOf = async () =>
  (await portal.kernel.db.selectFrom('stations').select('source_password').where('key', '=', key).executeTakeFirst())
    ?.source_password;

test('moves a station and removes the old account’s access', async () => {
  const track = await portal.make.track(key);
  const friend = await portal.make.person();
  await seller.ok(people.inviteToStation, {
    params: { id: key, role: 'staff' },
    query: { email: friend.email },
    body: {},
  });
  const password = await passwordOf();
  const station = (await move()).json;
  expect(station).toMatchObject({
    key,
    account_key: to,
    account_company: 'Buyer Ltd',
    billing_owner: null,
    tags: ['web'],
  });
  expect([await status(seller), await status(staff), await status(buyer), await status(both)]).toEqual([
    404, 404, 200, 200,
  ]);
  expect(await (await portal.as(friend)).ok(people.myInvites)).toEqual([]);
  expect((await buyer.ok(people.ofStation, { params: { id: key } })).people).toEqual([]);
  expect(await passwordOf()).not.toBe(password);
  const row = await portal.kernel.db.selectFrom('tracks').select('station_key').where('key', '=', track).execute();
  expect(row).toEqual([{ station_key: key }]);
});

test('requires rights in both accounts', async () => {
  const replies = [await move(seller), await move(buyer), await move(staff)];
  expect(replies.map((reply) => [reply.status, codeOf(reply)])).toEqual([
    [404, 'account.notFound'],
    [404, 'station.notFound'],
    [403, 'session.forbidden'],
  ]);
  expect((await move(admin)).status).toBe(200);
});

test('is refused for the same account, with a subscription, or linked as relay or master', async () => {
  expect(codeOf(await move(both, from))).toBe('station.sameAccount');
  const relay = await portal.make.station(from);
  await set({ master_key: key, type: 2 }, relay);
  expect(codeOf(await move())).toBe('station.transferLinked');
  expect(codeOf(await move(both, to, relay))).toBe('station.transferLinked');
  await set({ deleted_at: new Date() }, relay);
  const { db } = portal.kernel;
  const values = { account_key: from, station_key: key, plan: 'legacy', status: 'active' } as const;
  await db.insertInto('subscriptions').values(values).execute();
  expect(codeOf(await move())).toBe('station.transferSubscribed');
  expect([await status(staff), await passwordOf()]).toEqual([200, expect.any(String)]);
});

test('unlinks deleted relays, so that none is restored as the relay of another account’s station', async () => {
  const { linked, byUrl } = await deletedRelays();
  expect((await move()).status).toBe(200);
  const restore = (relay: StationKey) => seller.call(stations.restore, { params: { id: from, stationKey: relay } });
  expect(codeOf(await restore(linked))).toBe('restore.masterNotFound');
  expect((await restore(byUrl)).json).toMatchObject({ account_key: from, master: null });
  expect((await buyer.ok(relays.list, { params: { key } })).entities).toEqual([]);
  await buyer.ok(stations.remove, { params: { key } });
});

test('the database keeps a relay and its master in one account', async () => {
  const relay = await portal.make.station(from);
  const stranger = await portal.make.station(to);
  await expect(set({ master_key: stranger, type: 2 }, relay)).rejects.toThrow('another account');
  await set({ master_key: key, type: 2 }, relay);
  await expect(set({ account_key: to }, relay)).rejects.toThrow('another account');
  await expect(set({ account_key: to })).rejects.toThrow('another account');
});

/** Two deleted relays of the station: one linked to it only, the other with its own source URL. */
const deletedRelays = async () => {
  const add = async (body: object) =>
    (await seller.ok(relays.add, { params: { key }, body: { name: 'Harbour Relay', ...body } })).key;
  const added = { linked: await add({}), byUrl: await add({ relay_url: 'https://radio.example/live' }) };
  for (const relayId of Object.values(added)) await seller.ok(relays.remove, { params: { key, relayId } });
  return added;
};

test('is refused if the receiving account’s plan has no room', async () => {
  const limit = (bounds: object) =>
    portal.kernel.db
      .updateTable('accounts')
      .set({ custom_limits: JSON.stringify(bounds) })
      .where('key', '=', to)
      .execute();
  await limit({ allowedStationsCount: 0 });
  expect(codeOf(await move())).toBe('plan.stationLimit');
  await limit({ allowedBitRateLimit: 64_000 });
  expect(codeOf(await move())).toBe('plan.bitrateExceeded');
  await portal.make.track(key);
  await limit({ allowedTracksCount: 0 });
  expect(codeOf(await move())).toBe('plan.tracksExceeded');
  expect(await status(seller)).toBe(200);
});

test('is atomic: under concurrent transfers a station ends in one account, and no plan is exceeded', async () => {
  const others = await Promise.all(Array.from({ length: 6 }, () => portal.make.account()));
  const replies = await Promise.all(others.map((account) => move(admin, account)));
  const last = (await admin.ok(stations.get, { params: { key } })).account_key;
  expect(others).toContain(last);
  expect(replies.filter(({ status: code }) => code === 200).length).toBeGreaterThan(0);
  for (const reply of replies.filter(({ status: code }) => code !== 200))
    expect(['request.conflict', 'station.sameAccount']).toContain(codeOf(reply));

  const more = await Promise.all(Array.from({ length: 8 }, () => portal.make.station(from)));
  const transfers = await Promise.all(more.map((one) => move(both, to, one)));
  expect(transfers.filter(({ status: code }) => code === 200)).toHaveLength(5);
  expect(new Set(transfers.filter(({ status: code }) => code !== 200).map(codeOf))).toEqual(
    new Set(['plan.stationLimit']),
  );
});

test('does not deadlock when two stations swap accounts', async () => {
  const back = await portal.make.station(to);
  const replies = await Promise.all([move(), move(both, from, back), move(), move(both, from, back)]);
  expect(replies.map(({ status: code }) => code).filter((code) => code >= 500)).toEqual([]);
});

test('the billing owner is cleared when they leave the account', async () => {
  const person = await portal.make.person();
  await portal.make.accountMember(from, person, 'admin');
  await both.ok(stations.update, { params: { key }, body: { billing_owner: person.id } });
  const { db } = portal.kernel;
  await db.deleteFrom('account_members').where('user_id', '=', person.id).execute();
  expect((await both.ok(stations.get, { params: { key } })).billing_owner).toBeNull();
});
