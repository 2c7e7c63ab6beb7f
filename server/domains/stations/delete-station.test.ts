import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { people } from '#contract/api/people.ts';
import { stations } from '#contract/api/stations.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testEngine, type TestEngine } from '#server/testing/engine.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let engine: TestEngine;
let portal: TestPortal;
let admin: TestClient;
let owner: TestClient;
let ownerPerson: TestPerson;
let account: AccountKey;
let key: StationKey;

beforeAll(async () => {
  engine = await testEngine('control');
  portal = await testPortal({ config: { engineUrl: engine.url, engineToken: 'control' } });
  portal.engine.start();
  admin = await portal.as(await portal.make.person({ admin: true }));
});
afterAll(async () => {
  await portal.close();
  await engine.leave();
});
beforeEach(async () => {
  ownerPerson = await portal.make.person();
  owner = await portal.as(ownerPerson);
  account = await portal.make.account();
  await portal.make.accountMember(account, ownerPerson, 'owner');
  key = await portal.make.station(account);
});

const codeOf = ({ text }: { text: string }) => (text === '' ? '' : (JSON.parse(text) as Refused).error?.code);
type Refused = { error?: { code: string } };
const remove = (of = key, client = owner) => client.call(stations.remove, { params: { key: of } });
const at = (of = key, id = account) => ({ params: { id, stationKey: of } });
const restore = (of = key, client = owner) => client.call(stations.restore, at(of));
const checkRestore = (of = key, client = owner) => client.ok(stations.restorable, at(of));
const set = (values: object, of = key) =>
  portal.kernel.db.updateTable('stations').set(values).where('key', '=', of).execute();
const addSubscription = async (status: 'past_due' | 'incomplete' | 'canceled') =>
  await portal.kernel.db
    .insertInto('subscriptions')
    .values({ account_key: account, station_key: key, plan: 'legacy', status })
    .execute();
const limit = (bounds: object) =>
  portal.kernel.db
    .updateTable('accounts')
    .set({ custom_limits: JSON.stringify(bounds) })
    .where('key', '=', account)
    .execute();

describe('suspending', () => {
  test('takes a station off the air until it is reactivated; repeats are refused', async () => {
    await engine.until(() => engine.stations.get(key)?.running === true);
    expect((await owner.ok(stations.suspend, { params: { key } })).suspended).toBe(true);
    expect(codeOf(await owner.call(stations.suspend, { params: { key } }))).toBe('station.alreadySuspended');
    await engine.until(() => engine.stations.get(key)?.running === false);
    expect(engine.stations.get(key)?.reason).toBe('The station is not active.');
    expect((await owner.ok(stations.reactivate, { params: { key } })).suspended).toBe(false);
    expect(codeOf(await owner.call(stations.reactivate, { params: { key } }))).toBe('station.notSuspended');
    await engine.until(() => engine.stations.get(key)?.running === true);
  });

  test('by the portal can be lifted by the portal only, even if the account had suspended it first', async () => {
    await owner.ok(stations.suspend, { params: { key } });
    await admin.ok(stations.suspend, { params: { key } });
    expect(codeOf(await admin.call(stations.suspend, { params: { key } }))).toBe('station.alreadySuspended');
    expect(codeOf(await owner.call(stations.reactivate, { params: { key } }))).toBe('station.suspendedByPortal');
    await admin.ok(stations.reactivate, { params: { key } });
    await owner.ok(stations.suspend, { params: { key } });
    await owner.ok(stations.reactivate, { params: { key } });
  });
});

describe('deleting', () => {
  test('takes a station off the air and out of every list but the deleted one', async () => {
    await engine.until(() => engine.stations.has(key));
    expect((await remove()).status).toBe(204);
    await engine.until(() => !engine.stations.has(key));
    for (const client of [owner, admin]) {
      expect((await client.call(stations.get, { params: { key } })).status).toBe(404);
      const query = { deleted: 'true' as const };
      const list = await client.ok(accounts.stations, { params: { id: account }, query });
      expect(list.entities.map((one) => [one.key, one.deleted])).toEqual([[key, true]]);
      expect(Date.parse(list.entities[0]?.deleted_at ?? '')).toBeGreaterThan(Date.now() - 60_000);
    }
    expect((await owner.ok(accounts.stations, { params: { id: account } })).total).toBe(0);
    expect((await remove()).status).toBe(404);
  });

  test('is refused while relays are linked; deleted relays do not count', async () => {
    const relay = await portal.make.station(account);
    await set({ type: 2, master_key: key }, relay);
    expect(codeOf(await remove())).toBe('station.hasRelays');
    await set({ deleted_at: new Date() }, relay);
    expect((await remove()).status).toBe(204);
  });

  test('is refused while the station has an active subscription; canceled and unconfirmed ones do not count', async () => {
    await addSubscription('canceled');
    await addSubscription('incomplete');
    await addSubscription('past_due');
    expect(codeOf(await remove())).toBe('station.hasSubscription');
    await portal.kernel.db.updateTable('subscriptions').set({ status: 'canceled' }).execute();
    expect((await remove()).status).toBe(204);
  });

  test('removes its invitations from users’ inboxes', async () => {
    const friend = await portal.make.person();
    const client = await portal.as(friend);
    await owner.ok(people.inviteToStation, {
      params: { id: key, role: 'staff' },
      query: { email: friend.email },
      body: {},
    });
    expect(await client.ok(people.myInvites)).toHaveLength(1);
    await remove();
    expect(await client.ok(people.myInvites)).toEqual([]);
  });
});

describe('restoring', () => {
  test('brings a station back unchanged, with its team and on the air', async () => {
    const person = await portal.make.person();
    await portal.make.stationMember(key, person, 'staff');
    const before = await owner.ok(stations.get, { params: { key } });
    await remove();
    await engine.until(() => !engine.stations.has(key));
    const check = await checkRestore();
    expect(check).toMatchObject({ restorable: true, reason: null });
    expect(Date.parse(check.until) - Date.parse(check.deleted_at)).toBe(30 * 24 * 3_600_000);
    const after = (await restore()).json;
    expect({ ...after, updated: '', server_status: null }).toEqual({ ...before, updated: '', server_status: null });
    await engine.until(() => engine.stations.get(key)?.running === true);
    expect((await (await portal.as(person)).call(stations.get, { params: { key } })).status).toBe(200);
  });

  const expectRefusal = async (code: string, client = owner) => {
    expect(await checkRestore(key, client)).toMatchObject({ restorable: false, reason: code });
    const reply = await restore(key, client);
    expect([codeOf(reply), reply.status < 500]).toEqual([code, true]);
  };

  test('is refused if the station is not deleted', async () => {
    await expectRefusal('restore.notDeleted');
  });

  test('is refused if the account or the station does not exist', async () => {
    await remove();
    const unknown = `s-${'1'.repeat(22)}` as StationKey;
    const other = await portal.make.account();
    const elsewhere = await portal.make.station(other, { deleted: true });
    for (const place of [unknown, elsewhere]) {
      expect(codeOf(await restore(place))).toBe('restore.stationNotFound');
      expect(codeOf(await owner.call(stations.restorable, at(place)))).toBe('restore.stationNotFound');
    }
    expect(codeOf(await owner.call(stations.restore, at(key, other)))).toBe('restore.accountNotFound');
    await portal.kernel.db.updateTable('accounts').set({ deleted_at: new Date() }).where('key', '=', account).execute();
    expect(codeOf(await restore())).toBe('restore.accountNotFound');
  });

  test('is refused after 30 days', async () => {
    await remove();
    await set({ deleted_at: new Date(Date.now() - 30 * 24 * 3_600_000) });
    await expectRefusal('restore.stationNotFound');
  });

  test('is refused if its mount has become a reserved path', async () => {
    await remove();
    await set({ streamname: 'metrics' });
    await expectRefusal('restore.mountNotFound');
    await set({ streamname: `mount-${key.toLowerCase()}` });
    expect((await restore()).status).toBe(200);
  });

  test('is refused for a relay whose master was deleted or purged', async () => {
    const master = await portal.make.station(account);
    await set({ type: 2, master_key: master });
    await remove();
    await remove(master);
    await expectRefusal('restore.masterNotFound');
    await set({ master_key: `s-${'2'.repeat(22)}` });
    await expectRefusal('restore.masterNotFound');
    await set({ master_key: master });
    await restore(master);
    expect((await restore()).json.master).toMatchObject({ key: master });
  });

  test('is refused beyond the plan’s limits, except to portal admins', async () => {
    await remove();
    await portal.make.station(account);
    await limit({ allowedStationsCount: 1 });
    await expectRefusal('restore.stationLimit');
    await limit({ allowedBitRateLimit: 64_000 });
    await expectRefusal('restore.bitrateLimit');
    await portal.make.track(key);
    await portal.make.track(key);
    await limit({ allowedTracksCount: 1 });
    await expectRefusal('restore.trackLimit');
    expect((await restore(key, admin)).status).toBe(200);
  });

  test('does not count relays as stations', async () => {
    await set({ type: 2, master_key: await portal.make.station(account) });
    await remove();
    await limit({ allowedStationsCount: 0 });
    expect((await restore()).status).toBe(200);
  });

  test('never exceeds the plan under concurrent restores', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => portal.make.station(account, { deleted: true })));
    await limit({ allowedStationsCount: 4 });
    const replies = await Promise.all(all.map((one) => restore(one)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(new Set(replies.filter(({ status }) => status !== 200).map(codeOf))).toEqual(
      new Set(['restore.stationLimit']),
    );
  });

  test('does not replace the current default station', async () => {
    const other = await portal.make.station(account);
    await set({ tags: ['web', 'default'] });
    await remove();
    await set({ tags: ['default'] }, other);
    expect((await restore()).json.tags).toEqual(['web']);
    expect((await owner.ok(stations.get, { params: { key: other } })).tags).toEqual(['default']);
  });
});
