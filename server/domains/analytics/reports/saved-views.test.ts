import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { reportViews as api } from '#contract/api/report-views.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let account: AccountKey;
let station: StationKey;
let owner: TestClient;
let admin: TestClient;
let ofStation: TestClient;

beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  const { make } = portal;
  account = await make.account();
  station = await make.station(account);
  const [one, other, third] = [await make.person(), await make.person(), await make.person()];
  await make.accountMember(account, one, 'owner');
  await make.accountMember(account, other, 'admin');
  await make.stationMember(station, third, 'admin');
  [owner, admin, ofStation] = await Promise.all([portal.as(one), portal.as(other), portal.as(third)]);
});

const weeks = { page: 'streaming' as const, name: 'Weeks', search: { period: 'thisWeek', compare: true, page: 2 } };
const save = async (client: TestClient, more: object = {}) =>
  await client.ok(api.saveOfAccount, { params: { id: account }, body: { ...weeks, ...more } });
const list = async (client: TestClient) => await client.ok(api.viewsOfAccount, { params: { id: account } });
const at = (viewId: string) => ({ params: { id: account, viewId } });

describe('a saved view', () => {
  it('stores the page’s state, for its creator alone', async () => {
    const created = await save(owner);
    expect(created).toMatchObject({ ...weeks, shared: false, is_default: false, own: true });
    expect(await list(owner)).toEqual([created]);
    expect(await list(admin)).toEqual([]);
    expect((await admin.call(api.changeViewOfAccount, { ...at(created.id), body: { name: 'Mine' } })).status).toBe(404);
    expect((await admin.call(api.removeViewOfAccount, at(created.id))).status).toBe(404);
  });

  it('is visible to everyone with access to the page once shared, and editable by its creator alone', async () => {
    const created = await save(owner, { shared: true });
    expect(await list(admin)).toMatchObject([{ id: created.id, own: false, name: 'Weeks' }]);
    const refused = await admin.call(api.changeViewOfAccount, { ...at(created.id), body: { name: 'Mine' } });
    expect([refused.status, refused.json.error.code]).toEqual([403, 'view.notYours']);
    expect((await ofStation.call(api.viewsOfAccount, { params: { id: account } })).status).toBe(403);
    expect(await ofStation.ok(api.viewsOfStation, { params: { key: station } })).toEqual([]);
    await admin.ok(api.removeViewOfAccount, at(created.id));
    expect(await list(owner)).toEqual([]);
  });

  it('can be each user’s default, one per page', async () => {
    const [first, second] = [await save(owner, { is_default: true }), await save(owner, { name: 'B', shared: true })];
    await owner.ok(api.changeViewOfAccount, { ...at(second.id), body: { is_default: true } });
    await admin.ok(api.changeViewOfAccount, { ...at(second.id), body: { is_default: true } });
    const defaults = async (client: TestClient) =>
      (await list(client)).filter(({ is_default }) => is_default).map(({ id }) => id);
    expect(await defaults(owner)).toEqual([second.id]);
    expect(await defaults(admin)).toEqual([second.id]);
    await owner.ok(api.changeViewOfAccount, { ...at(second.id), body: { shared: false } });
    await owner.ok(api.changeViewOfAccount, { ...at(second.id), body: { shared: true } });
    expect(await defaults(admin)).toEqual([]);
    await owner.ok(api.changeViewOfAccount, { ...at(first.id), body: { is_default: true } });
    expect(await defaults(owner)).toEqual([first.id]);
    await owner.ok(api.changeViewOfAccount, { ...at(first.id), body: { is_default: false } });
    expect(await defaults(owner)).toEqual([]);
  });

  it('has a unique name per creator and page', async () => {
    await save(owner);
    const duplicate = await owner.call(api.saveOfAccount, {
      params: { id: account },
      body: { ...weeks, name: 'WEEKS' },
    });
    expect([duplicate.status, duplicate.json.error.code]).toEqual([409, 'view.nameTaken']);
    await save(owner, { page: 'live' });
    const other = await save(admin);
    const renamed = await admin.ok(api.changeViewOfAccount, { ...at(other.id), body: { name: 'Later', search: {} } });
    expect(renamed).toMatchObject({ name: 'Later', search: {} });
    const third = await save(owner, { name: 'Third' });
    const conflict = await owner.call(api.changeViewOfAccount, { ...at(third.id), body: { name: 'weeks' } });
    expect(conflict.json.error.code).toBe('view.nameTaken');
  });

  it('refers to nothing that the user may not see', async () => {
    const foreign = await portal.make.station(await portal.make.account());
    const sibling = await portal.make.station(account);
    const naming = (search: object) =>
      owner.call(api.saveOfAccount, { params: { id: account }, body: { ...weeks, search: search as never } });
    expect((await naming({ station: foreign })).json.error.code).toBe('station.notFound');
    expect((await naming({ stations: [station, foreign] })).status).toBe(404);
    expect((await naming({ stations: [station, sibling] })).status).toBe(201);
    const body = { ...weeks, search: { station: sibling } };
    expect((await ofStation.call(api.saveOfStation, { params: { key: station }, body })).status).toBe(404);
    expect((await naming({ 'a b': 1 })).status).toBe(400);
    expect((await naming({ long: Array(100).fill('x'.repeat(100)) })).status).toBe(400);
  });

  it(`is one of at most ${String(limits.savedViews)} per user in an account with its stations, also with concurrent requests`, async () => {
    const own = await portal.make.person();
    await portal.make.accountMember(account, own, 'admin');
    const client = await portal.as(own);
    await client.ok(api.saveOfStation, { params: { key: station }, body: weeks });
    const replies = await Promise.all(
      Array.from({ length: limits.savedViews + 5 }, (_, n) =>
        client.call(api.saveOfAccount, { params: { id: account }, body: { ...weeks, name: `View ${String(n)}` } }),
      ),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(limits.savedViews - 1);
    expect(replies.find(({ status }) => status !== 201)?.json.error.code).toBe('view.limit');
  });

  it('disappears with its creator’s role, while other users’ views stay', async () => {
    const own = await portal.make.person();
    await portal.make.accountMember(account, own, 'admin');
    const client = await portal.as(own);
    const created = await save(client);
    await save(owner, { name: 'Shared', shared: true });
    const { db } = portal.kernel;
    await db.deleteFrom('account_members').where('user_id', '=', own.id).execute();
    expect((await client.call(api.viewsOfAccount, { params: { id: account } })).status).toBe(404);
    expect((await client.call(api.changeViewOfAccount, { ...at(created.id), body: { name: 'x' } })).status).toBe(404);
    expect(await list(admin)).toMatchObject([{ name: 'Shared' }]);
  });

  it('of the portal is for its administrators', async () => {
    const one = await portal.as(await portal.make.person({ admin: true }));
    const view = { page: 'streaming' as const, name: 'Everything', search: { period: 'thisMonth' }, shared: true };
    const created = await one.ok(api.saveOfPortal, { body: view });
    const other = await portal.as(await portal.make.person({ admin: true }));
    expect(await other.ok(api.viewsOfPortal)).toMatchObject([{ id: created.id, own: false }]);
    expect((await owner.call(api.viewsOfPortal)).status).toBe(403);
  });
});
