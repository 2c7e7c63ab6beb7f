import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { stations } from '#contract/api/stations.ts';
import { accounts } from '#contract/api/accounts.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let admin: TestClient;
let owner: TestClient;
let staff: TestClient;
let wave: AccountKey;
let keys: Record<string, StationKey>;

beforeAll(async () => {
  portal = await testPortal();
  const { make } = portal;
  const [ownerPerson, staffPerson] = [await make.person(), await make.person()];
  admin = await portal.as(await make.person({ admin: true }));
  owner = await portal.as(ownerPerson);
  staff = await portal.as(staffPerson);
  wave = await make.account({ company: 'Wave Ltd' });
  const other = await make.account({ company: 'Another GmbH' });
  await make.accountMember(wave, ownerPerson, 'owner');
  keys = {
    alpha: await make.station(wave, { name: 'Alpha-Beta (North)' }),
    nandu: await make.station(wave, { name: 'Ñandú_Sounds 100%', suspended: true }),
    radio: await make.station(wave, { name: 'Ράδιο ΚΌΣΜΟΣ' }),
    gone: await make.station(wave, { name: 'Alpha gone', deleted: true }),
    zeta: await make.station(other, { name: 'Zeta Größe' }),
  };
  await make.stationMember(keys['zeta'] as StationKey, staffPerson, 'staff');
  await portal.kernel.db
    .updateTable('stations')
    .set({ type: 2 })
    .where('key', '=', keys['zeta'] as StationKey)
    .execute();
  await portal.kernel.db
    .updateTable('stations')
    .set({ featured: true })
    .where('key', '=', keys['radio'] as StationKey)
    .execute();
});
afterAll(() => portal.close());

const found = async (search: string, client = admin): Promise<string[]> =>
  (await client.ok(stations.search, { query: { search } })).entities.map(({ name }) => name);
const listed = async (query: object, client = admin): Promise<string[]> =>
  (await client.ok(stations.list, { query })).entities.map(({ name }) => name);

describe('visibility', () => {
  test('a portal admin sees all stations, sorted by name', async () => {
    expect(await found('')).toEqual(['Alpha-Beta (North)', 'Ñandú_Sounds 100%', 'Zeta Größe', 'Ράδιο ΚΌΣΜΟΣ']);
  });

  test('an owner sees the stations of the account, with the rights of the role', async () => {
    const list = await owner.ok(stations.list);
    expect(list).toMatchObject({ total: 3, capped: false });
    expect(list.entities.map(({ rights }) => rights)).toEqual(Array(3).fill({ owner: true, admin: true, staff: true }));
  });

  test('staff see their own station, and nothing else of its account', async () => {
    const list = await staff.ok(stations.search);
    expect(list).toMatchObject({ total: 1 });
    expect(list.entities[0]).toMatchObject({ name: 'Zeta Größe', rights: { owner: false, admin: false, staff: true } });
    expect(await found('Alpha', staff)).toEqual([]);
  });

  test('a user without memberships sees nothing', async () => {
    const stranger = await portal.as(await portal.make.person());
    expect(await stranger.ok(stations.list)).toEqual({ entities: [], total: 0, capped: false });
  });
});

describe('a search', () => {
  test('finds any part of a name, including punctuation, ignoring case', async () => {
    expect(await found('NDÚ_SOU')).toEqual(['Ñandú_Sounds 100%']);
    expect(await found('00%')).toEqual(['Ñandú_Sounds 100%']);
    expect(await found('a_b')).toEqual([]);
    expect(await found('north)')).toEqual(['Alpha-Beta (North)']);
    expect(await found('x303x261')).toEqual([]);
  });

  test('finds words in other scripts, even if the search ends in a capital sigma', async () => {
    expect(await found('ράδι')).toEqual(['Ράδιο ΚΌΣΜΟΣ']);
    expect(await found('ΚΌΣ')).toEqual(['Ράδιο ΚΌΣΜΟΣ']);
    expect(await found('größe')).toEqual(['Zeta Größe']);
  });

  test('finds letters typed as base letter plus combining accent', async () => {
    expect(await found('Grösse')).toEqual([]);
    expect(await found('Größe')).toEqual(['Zeta Größe']);
    expect(await found('Gro\u0308ße')).toEqual(['Zeta Größe']);
  });

  test('matches one or two letters at the start of a word only', async () => {
    expect(await found('so')).toEqual(['Ñandú_Sounds 100%']);
    expect(await found('n')).toEqual(['Alpha-Beta (North)']);
    expect(await found('ñ')).toEqual(['Ñandú_Sounds 100%']);
    expect(await found('κό')).toEqual(['Ράδιο ΚΌΣΜΟΣ']);
    expect(await found('ta')).toEqual([]);
    expect(await found('.')).toEqual([]);
    expect(await found('%')).toEqual(['Ñandú_Sounds 100%']);
  });

  test('finds a station by its new name after renaming', async () => {
    const key = await portal.make.station(wave, { name: 'Former Name' });
    await portal.kernel.db.updateTable('stations').set({ name: 'Present Name' }).where('key', '=', key).execute();
    expect(await found('former')).toEqual([]);
    expect(await found('present')).toEqual(['Present Name']);
    await portal.kernel.db.updateTable('stations').set({ deleted_at: new Date() }).where('key', '=', key).execute();
  });

  test("works the same way within an account's stations", async () => {
    const within = async (search: string) =>
      (await owner.ok(accounts.stations, { params: { id: wave }, query: { search } })).entities.map(({ name }) => name);
    expect(await within('κό')).toEqual(['Ράδιο ΚΌΣΜΟΣ']);
    expect(await within('zeta')).toEqual([]);
  });
});

describe('a list', () => {
  test('supports every sort order, ascending and descending', async () => {
    const byAccount = ['Zeta Größe', 'Alpha-Beta (North)', 'Ñandú_Sounds 100%', 'Ράδιο ΚΌΣΜΟΣ'];
    expect(await listed({ sortBy: 'account' })).toEqual(byAccount);
    expect(await listed({ sortBy: 'account', sortDesc: 'true' })).toEqual(byAccount.toReversed());
    await portal.kernel.db.updateTable('accounts').set({ company: 'ZZ Wave' }).where('key', '=', wave).execute();
    const another = keys['zeta'] as StationKey;
    await portal.kernel.db.updateTable('stations').set({ account_key: wave }).where('key', '=', another).execute();
    expect(await listed({ sortBy: 'account' })).toEqual([byAccount[1], byAccount[2], byAccount[0], byAccount[3]]);
    const other = (
      await portal.kernel.db
        .selectFrom('accounts')
        .select('key')
        .where('company', '=', 'Another GmbH')
        .executeTakeFirstOrThrow()
    ).key;
    await portal.kernel.db.updateTable('stations').set({ account_key: other }).where('key', '=', another).execute();
    expect(await listed({ sortBy: 'account' })).toEqual(byAccount);
    const byCreation = ['Alpha-Beta (North)', 'Ñandú_Sounds 100%', 'Ράδιο ΚΌΣΜΟΣ', 'Zeta Größe'];
    expect(await listed({ sortBy: 'created' })).toEqual(byCreation);
    expect(await listed({ sortBy: 'created', sortDesc: 'true' })).toEqual(byCreation.toReversed());
    await portal.kernel.db
      .updateTable('stations')
      .set({ updated: new Date(Date.now() + 1000) })
      .where('key', '=', keys['alpha'] as StationKey)
      .execute();
    expect((await listed({ sortBy: 'updated', sortDesc: 'true' }))[0]).toBe('Alpha-Beta (North)');
  });

  test('is paginated', async () => {
    expect(await listed({ pageSize: 3, pageNumber: 1 })).toEqual(['Ράδιο ΚΌΣΜΟΣ']);
    expect(await listed({ pageSize: 3, pageNumber: 2 })).toEqual([]);
  });

  test('can be filtered to suspended stations, featured stations or relays', async () => {
    expect(await listed({ only: 'suspended' })).toEqual(['Ñandú_Sounds 100%']);
    expect(await listed({ only: 'featured' })).toEqual(['Ράδιο ΚΌΣΜΟΣ']);
    expect(await listed({ only: 'relay' })).toEqual(['Zeta Größe']);
    expect(await listed({ only: 'relay' }, owner)).toEqual([]);
  });

  test('ends at the 10,000th row and refuses pages beyond', async () => {
    expect(await listed({ pageSize: 10, pageNumber: 1000 })).toEqual([]);
    const deep = await admin.call(stations.list, { query: { pageSize: 10, pageNumber: 1001 } });
    expect(deep.status).toBe(400);
    expect(Object.keys(deep.json.error.fields ?? {})).toEqual(['pageNumber']);
    expect((await admin.call(stations.search, { query: { offset: 10_001 } })).status).toBe(400);
  });
});
