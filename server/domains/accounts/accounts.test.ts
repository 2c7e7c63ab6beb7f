import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import type { AccountKey } from '#contract/keys.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let owner: TestClient;

let admin: TestClient;

beforeAll(async () => {
  portal = await testPortal();
  owner = await portal.as(await portal.make.person());
  admin = await portal.as(await portal.make.person({ admin: true }));
});
afterAll(() => portal.close());

const wave = { company: 'Wave Radio', email: 'office@wave.test', country: 'GR' };

test("makes its creator the account's owner", async () => {
  const person = await portal.as(await portal.make.person());
  const made = await person.call(accounts.create, { body: wave });
  expect(made.status).toBe(201);
  expect(made.json).toMatchObject({
    company: 'Wave Radio',
    currency: 'USD',
    balance: 0,
    active: true,
    suspended: false,
    rights: { owner: true, admin: true },
    stations_count: 0,
  });
  expect(await person.ok(accounts.get, { params: { key: made.json.key } })).toEqual(made.json);
});

test('creates one account for a creation that is sent twice', async () => {
  const person = await portal.as(await portal.make.person());
  const again = { 'idempotency-key': 'first-try' };
  const first = await person.call(accounts.create, { body: wave }, again);
  const second = await person.call(accounts.create, { body: wave }, again);
  expect(second.json).toEqual(first.json);
  expect((await person.ok(accounts.list)).total).toBe(1);
});

test('names the fields that are wrong', async () => {
  const reply = await owner.call(accounts.create, { body: { company: ' ', email: 'nobody', country: 'Greece' } });
  expect(reply.status).toBe(400);
  expect(reply.json.error.fields).toEqual({
    company: 'This field is required',
    email: 'Please enter a valid e-mail address.',
    country: 'Please choose a country.',
  });
});

test('changes what is named and leaves the rest', async () => {
  const made = await owner.ok(accounts.create, { body: { ...wave, city: 'Athens' } });
  const changed = await owner.ok(accounts.update, { params: { key: made.key }, body: { company: 'Wave FM' } });
  expect(changed).toMatchObject({ company: 'Wave FM', city: 'Athens', email: wave.email });
  expect(Date.parse(changed.updated)).toBeGreaterThan(Date.parse(made.updated));
});

test("answers 404 for somebody else's account, and for a deleted one", async () => {
  const foreign = await portal.make.account();
  expect((await owner.call(accounts.get, { params: { key: foreign } })).status).toBe(404);
  const gone = await portal.make.account({ deleted: true });
  expect((await admin.call(accounts.get, { params: { key: gone } })).status).toBe(404);
});

describe('lists', () => {
  let person: TestClient;
  let mine: AccountKey[];
  beforeEach(async () => {
    const who = await portal.make.person();
    person = await portal.as(who);
    mine = [];
    for (const company of ['Ñandú Sounds', 'beta_one', 'Alpha-Beta (North)', 'Zeta 100%']) {
      const key = await portal.make.account({ company });
      await portal.make.accountMember(key, who, 'admin');
      mine.push(key);
    }
    const deleted = await portal.make.account({ company: 'Alpha gone', deleted: true });
    await portal.make.accountMember(deleted, who, 'owner');
    await portal.make.account({ company: 'Alpha of another' });
  });
  const names = async (search: string) =>
    (await person.ok(accounts.search, { query: { search } })).entities.map((account) => account.company);

  test('only the accounts a person belongs to, by name and without regard to case', async () => {
    const list = await person.ok(accounts.list);
    expect(list.entities.map((account) => account.company)).toEqual([
      'Alpha-Beta (North)',
      'beta_one',
      'Ñandú Sounds',
      'Zeta 100%',
    ]);
    expect(list).toMatchObject({ total: 4, capped: false });
    expect(list.entities[0]?.rights).toEqual({ owner: false, admin: true });
  });

  test('page by page, either way round', async () => {
    const page = await person.ok(accounts.list, { query: { pageNumber: 1, pageSize: 3, sortDesc: 'true' } });
    expect(page.entities.map((account) => account.company)).toEqual(['Alpha-Beta (North)']);
    expect(page.total).toBe(4);
  });

  test('everything to a portal administrator', async () => {
    const found = await admin.ok(accounts.search, { query: { search: 'of another' } });
    expect(found.entities[0]).toMatchObject({ company: 'Alpha of another', rights: { owner: true, admin: true } });
  });

  test('by any part of the name, with its signs taken as they are', async () => {
    expect(await names('NDÚ SOU')).toEqual(['Ñandú Sounds']);
    expect(await names('a_o')).toEqual(['beta_one']);
    expect(await names('00%')).toEqual(['Zeta 100%']);
    expect(await names('north)')).toEqual(['Alpha-Beta (North)']);
  });

  test('by the beginnings of words where one or two letters are given', async () => {
    expect(await names('be')).toEqual(['Alpha-Beta (North)', 'beta_one']);
    expect(await names('n')).toEqual(['Alpha-Beta (North)']);
    expect(await names('ñ')).toEqual(['Ñandú Sounds']);
    expect(await names('ta')).toEqual([]);
    expect(await names('.')).toEqual([]);
  });

  test('with the number of stations that are not deleted', async () => {
    await portal.make.station(mine[0] as AccountKey);
    await portal.make.station(mine[0] as AccountKey, { deleted: true });
    expect((await person.ok(accounts.get, { params: { key: mine[0] as AccountKey } })).stations_count).toBe(1);
  });
});

test('stops counting at 10,000', async () => {
  await sql`insert into accounts (key, company, email)
    select 'a-' || translate(lpad(n::text, 22, 'z'), '0', 'A'), 'Crowd ' || n, 'crowd@example.com'
    from generate_series(1, 10001) as n`.execute(portal.kernel.db);
  const found = await admin.ok(accounts.search, { query: { search: 'crowd' } });
  expect(found).toMatchObject({ total: 10_000, capped: true });
  expect(found.entities).toHaveLength(24);
});
