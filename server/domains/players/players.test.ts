import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountKey, PlayerKey, StationKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { PlayerDomain } from '#contract/rules/player-domain.ts';
import type { NewPlayer, Player } from '#contract/api/player.ts';
import { players } from '#contract/api/players.ts';
import { stations } from '#contract/api/stations.ts';
import { newKey } from '#server/kernel/keys.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { findPublicPlayer } from './public-player.service.ts';
import { purgePlayers } from './players.service.ts';

let portal: TestPortal;
let now = new Date('2026-11-20T12:00:00Z');
let owner: TestClient;
let admin: TestClient;
let account: AccountKey;
let harbour: StationKey;
let hill: StationKey;

beforeAll(async () => {
  portal = await testPortal({ clock: { now: () => now } });
  admin = await portal.as(await portal.make.person({ admin: true }));
});
afterAll(() => portal.close());
beforeEach(async () => {
  now = new Date('2026-11-20T12:00:00Z');
  const { make } = portal;
  account = await make.account({ plan: 'premier' });
  harbour = await make.station(account, { name: 'Harbour Lights Radio' });
  hill = await make.station(account, { name: 'Hill Station' });
  const person = await make.person();
  await make.accountMember(account, person, 'owner');
  owner = await portal.as(person);
});

const create = (body: Partial<NewPlayer> = {}): Promise<Player> =>
  owner.ok(players.create, { params: { id: account }, body: { stations: [harbour, hill], ...body } });
const at = (player: Player) => ({ id: account, playerKey: player.key });
const refusal = (reply: { status: number; json: unknown }) => {
  const { error } = reply.json as { error?: { code: string; fields?: Record<string, string> } };
  return [reply.status, error?.code, ...(error?.fields ? [error.fields] : [])];
};
const names = async (query: Record<string, unknown> = {}) =>
  (await owner.ok(players.list, { params: { id: account }, query })).entities.map(({ name }) => name);
const shown = (key: PlayerKey) => findPublicPlayer(portal.kernel.db, key);

describe('a new player', () => {
  test('has the defaults, the first station’s name, and its code', async () => {
    const player = await create();
    expect(player).toMatchObject({
      ...{ name: 'Harbour Lights Radio', account_key: account, station_key: null, active: true, revision: 1 },
      ...{ theme: 'auto', variant: 'inline', size: 'responsive', start: 'click', domains: [] },
      contrast: { passes: true },
    });
    expect(player.stations.map(({ key, name }) => [key, name])).toEqual([
      [harbour, 'Harbour Lights Radio'],
      [hill, 'Hill Station'],
    ]);
    const base = portal.kernel.config.deliveryUrl;
    expect(player.code.script).toBe(
      `<script async src="${base}/embed/v1.js" data-player="${player.key}" data-height="120" style="display:block;height:120px"></script>`,
    );
    expect(player.code.iframe).toContain(`<iframe src="${base}/embed/${player.key}" title="Harbour Lights Radio"`);
    expect(player.code.element).toContain(
      `<radio-player key="${player.key}" height="120" style="display:block;height:120px"></radio-player>`,
    );
    const over = await create({ variant: 'floating' });
    expect(over.code.script).toBe(`<script async src="${base}/embed/v1.js" data-player="${over.key}"></script>`);
    expect(player.code.link).toBe(player.urls.page);
  });

  test('has the size it was given in its code, and a name that cannot leave its attribute', async () => {
    const { code } = await create({ name: '"><script>x</script>', size: 'fixed', width: 400, height: 300 });
    expect(code.iframe).toContain('width="400" height="300"');
    expect(code.iframe).not.toContain('<script>');
  });

  test('is refused without a station, with one of another account, or one that is deleted', async () => {
    const given = (stationKeys: StationKey[]) =>
      owner.call(players.create, { params: { id: account }, body: { stations: stationKeys } });
    expect(refusal(await given([]))).toEqual([400, 'request.invalid', { stations: 'Please choose a station.' }]);
    const foreign = await portal.make.station(await portal.make.account());
    expect(refusal(await given([harbour, foreign]))).toEqual([404, 'station.notFound']);
    const deleted = await portal.make.station(account, { deleted: true });
    expect(refusal(await given([deleted]))).toEqual([404, 'station.notFound']);
    const ofAdmin = { params: { id: account }, body: { stations: [foreign] } };
    expect(refusal(await admin.call(players.create, ofAdmin))).toEqual([404, 'station.notFound']);
  });

  test('names each wrong field', async () => {
    const body = {
      ...{ stations: [harbour], name: ' ', language: 'tlh', radius: 99, width: 10 },
      ...{ colours: { accent: 'red' }, domains: ['not a domain'] },
    };
    const [status, , fields] = refusal(await owner.call(players.create, { params: { id: account }, body }));
    expect(status).toBe(400);
    expect(fields).toEqual({
      name: 'This field is required',
      language: 'Please choose a language.',
      radius: 'Please enter 0 to 32 pixels.',
      width: 'Please enter 200 to 2000 pixels.',
      'colours.accent': 'Please enter a colour like #1a2b3c.',
      'domains.0': 'Please enter a domain like example.com or *.example.com.',
    });
  });

  test('is refused beyond the limit, also when a deleted one is restored', async () => {
    const removed = await create();
    await owner.ok(players.remove, { params: at(removed) });
    const keys = Array.from({ length: limits.playersOfAccount }, () => newKey('player'));
    const rows = keys.map((key) => ({ key, account_key: account, station_key: null, name: 'One of many' }));
    await portal.kernel.db.insertInto('players').values(rows).execute();
    const body = { stations: [harbour] };
    expect(refusal(await owner.call(players.create, { params: { id: account }, body }))).toEqual([
      409,
      'player.tooMany',
    ]);
    const params = { id: account, playerKey: keys[0]! };
    expect(refusal(await owner.call(players.duplicate, { params }))).toEqual([409, 'player.tooMany']);
    expect(refusal(await owner.call(players.restore, { params: at(removed) }))).toEqual([409, 'player.tooMany']);
  });
});

test('the domains of websites are stored as hosts', () => {
  const host = (written: string) => PlayerDomain.safeParse(written).data;
  expect(host(' Example.COM ')).toBe('example.com');
  expect(host('https://www.example.com/listen?now#x')).toBe('www.example.com');
  expect(host('*.Example.com')).toBe('*.example.com');
  expect(host('bücher.example')).toBe('xn--bcher-kva.example');
  expect(host('localhost:3000')).toBe('localhost');
  for (const wrong of ['*', '*.com.', 'a b.com', 'example', '*.*.example.com', '127.0.0.1', "x.com'", '']) {
    expect(host(wrong), wrong).toBeUndefined();
  }
});

describe('a list of players', () => {
  test('is searched, sorted and paged, without those that stations have by themselves', async () => {
    for (const name of ['Front page', 'app', 'Blog']) await create({ name });
    expect(await names()).toEqual(['app', 'Blog', 'Front page']);
    expect(await names({ sortDesc: 'true' })).toEqual(['Front page', 'Blog', 'app']);
    expect(await names({ search: 'PAGE' })).toEqual(['Front page']);
    expect(await names({ limit: '1', offset: '1' })).toEqual(['Blog']);
    const { total, capped } = await owner.ok(players.list, { params: { id: account }, query: { limit: 1 } });
    expect([total, capped]).toEqual([3, false]);
  });
});

describe('a change', () => {
  test('keeps what it does not name, down to each colour and part', async () => {
    const player = await create({ colours: { accent: '#9A2B92' }, show: { history: false } });
    const changed = await owner.ok(players.update, {
      params: at(player),
      body: {
        revision: 1,
        colours: { background: '#101010' },
        show: { share: false },
        domains: ['a.example', 'a.example'],
      },
    });
    expect(changed).toMatchObject({
      colours: { accent: '#9a2b92', background: '#101010', text: '' },
      show: { history: false, share: false, artwork: true },
      ...{ domains: ['a.example'], revision: 2, contrast: { passes: false } },
    });
  });

  test('of another revision is refused', async () => {
    const player = await create();
    const body = { name: 'Mine', revision: 1 };
    await owner.ok(players.update, { params: at(player), body });
    expect(refusal(await owner.call(players.update, { params: at(player), body }))).toEqual([409, 'player.changed']);
  });

  test('puts the stations into the given order', async () => {
    const player = await create();
    const body = { stations: [hill, harbour], revision: 1 };
    const changed = await owner.ok(players.update, { params: at(player), body });
    expect(changed.stations.map(({ key }) => key)).toEqual([hill, harbour]);
  });

  test('is recorded in the audit log by the names of its fields', async () => {
    const player = await create();
    await owner.ok(players.update, { params: at(player), body: { theme: 'dark', revision: 1 } });
    const entries = await portal.kernel.db
      .selectFrom('audit')
      .selectAll()
      .where('action', 'like', 'players.%')
      .execute();
    expect(entries.at(-1)).toMatchObject({ action: 'players.update', fields: ['theme', 'revision'] });
    expect(entries.at(-1)?.keys).toEqual(expect.arrayContaining([account, player.key]));
  });
});

test('a copy has everything but key and name', async () => {
  const player = await create({ name: 'Front page', theme: 'dark', domains: ['a.example'] });
  const copy = await owner.ok(players.duplicate, { params: at(player) });
  expect(copy).toMatchObject({ name: 'Front page copy', theme: 'dark', domains: ['a.example'], revision: 1 });
  expect(copy.key).not.toBe(player.key);
  expect(copy.stations).toEqual(player.stations);
});

describe('a deleted player', () => {
  test('is gone for everyone, and can be restored with its code', async () => {
    const player = await create();
    await owner.ok(players.remove, { params: at(player) });
    expect(refusal(await owner.call(players.get, { params: at(player) }))).toEqual([404, 'player.notFound']);
    expect(await shown(player.key)).toBeUndefined();
    const restored = await owner.ok(players.restore, { params: at(player) });
    expect(restored.code).toEqual(player.code);
    expect((await owner.ok(players.restore, { params: at(player) })).revision).toBe(restored.revision);
  });

  test('is removed for good after 30 days', async () => {
    const [player, other] = [await create(), await create()];
    await owner.ok(players.remove, { params: at(player) });
    now = new Date(now.getTime() + (limits.deletedPlayerDays + 1) * 86_400_000);
    await owner.ok(players.remove, { params: at(other) });
    await purgePlayers({ ...portal.kernel, clock: { now: () => now } });
    expect(refusal(await owner.call(players.restore, { params: at(player) }))).toEqual([404, 'player.notFound']);
    await owner.ok(players.restore, { params: at(other) });
  });

  test('can be one of several, all of them or none', async () => {
    const [one, two, kept] = [await create(), await create(), await create({ name: 'Kept' })];
    const foreign = await portal.make.account();
    const stranger = await portal.make.player(foreign, [await portal.make.station(foreign)]);
    const remove = (keys: PlayerKey[]) => owner.call(players.removeAll, { params: { id: account }, body: { keys } });
    expect(refusal(await remove([one.key, stranger]))).toEqual([404, 'player.notFound']);
    expect((await remove([one.key, two.key, one.key])).json).toEqual({ removed: 2 });
    expect(await names()).toEqual([kept.name]);
  });
});

describe("a station's own player", () => {
  const of = (key: StationKey) => owner.ok(players.ofStation, { params: { id: key } });

  test('exists from its creation, is named like it, and plays nothing else', async () => {
    const { key } = await owner.ok(stations.create, { params: { id: account }, body: { name: 'New Waves' } });
    const player = await of(key);
    expect(player).toMatchObject({ station_key: key, account_key: account, name: 'New Waves', revision: 1 });
    expect(player.stations.map((station) => station.key)).toEqual([key]);
    await owner.ok(stations.update, { params: { key }, body: { name: 'Newer Waves' } });
    expect((await of(key)).name).toBe('Newer Waves');
  });

  test('is changed under its revision, and cannot be deleted', async () => {
    const player = await of(harbour);
    const body = { name: 'On air', theme: 'light', revision: 1 } as const;
    const changed = await owner.ok(players.updateOfStation, { params: { id: harbour }, body });
    expect(changed).toMatchObject({ key: player.key, name: 'On air', theme: 'light', revision: 2 });
    const again = await owner.call(players.updateOfStation, { params: { id: harbour }, body });
    expect(refusal(again)).toEqual([409, 'player.changed']);
    expect(refusal(await owner.call(players.remove, { params: at(player) }))).toEqual([404, 'player.notFound']);
  });

  test('moves to another account with its station, which leaves the players of the former one', async () => {
    const [player, many] = [await of(harbour), await create()];
    const other = await portal.make.account({ plan: 'premier' });
    await admin.ok(stations.transfer, { params: { key: harbour, accountId: other } });
    const moved = await admin.ok(players.ofStation, { params: { id: harbour } });
    expect(moved).toMatchObject({ key: player.key, account_key: other });
    expect((await owner.ok(players.get, { params: at(many) })).stations.map(({ key }) => key)).toEqual([hill]);
    expect((await shown(many.key))?.stations.map(({ key }) => key)).toEqual([hill]);
  });
});

describe('the public page', () => {
  test('has the settings and stations, without deleted ones', async () => {
    const player = await create({ theme: 'dark', domains: ['a.example'] });
    await owner.ok(stations.remove, { params: { key: harbour } });
    expect(await shown(player.key)).toMatchObject({
      ...{ key: player.key, name: 'Harbour Lights Radio', domains: ['a.example'], active: true, suspended: false },
      settings: { theme: 'dark', variant: 'inline' },
      stations: [{ key: hill }],
    });
  });

  test('knows whether the account is suspended, and has nothing of deleted accounts and stations', async () => {
    const [player, own] = [await create(), await owner.ok(players.ofStation, { params: { id: harbour } })];
    const { db } = portal.kernel;
    await db.updateTable('accounts').set({ suspended_at: now }).where('key', '=', account).execute();
    expect(await shown(player.key)).toMatchObject({ suspended: true });
    await db.updateTable('stations').set({ deleted_at: now }).where('key', '=', harbour).execute();
    expect(await shown(own.key)).toBeUndefined();
    await portal.make.deleteAccount(account);
    expect(await shown(player.key)).toBeUndefined();
    expect(await shown(newKey('player'))).toBeUndefined();
  });
});
