import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
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

test('makes the creator the owner of the account', async () => {
  const person = await portal.as(await portal.make.person());
  const created = await person.call(accounts.create, { body: wave });
  expect(created.status).toBe(201);
  expect(created.json).toMatchObject({
    company: 'Wave Radio',
    currency: 'USD',
    balance: 0,
    active: true,
    suspended: false,
    rights: { owner: true, admin: true },
    stations_count: 0,
  });
  expect(await person.ok(accounts.get, { params: { key: created.json.key } })).toEqual(created.json);
});

test('creates one account for a request that is sent twice', async () => {
  const person = await portal.as(await portal.make.person());
  const headers = { 'idempotency-key': 'first-try' };
  const first = await person.call(accounts.create, { body: wave }, headers);
  const second = await person.call(accounts.create, { body: wave }, headers);
  expect(second.json).toEqual(first.json);
  expect((await person.ok(accounts.list)).total).toBe(1);
});

test('returns errors per field', async () => {
  const reply = await owner.call(accounts.create, { body: { company: ' ', email: 'nobody', country: 'Greece' } });
  expect(reply.status).toBe(400);
  expect(reply.json.error.fields).toEqual({
    company: 'This field is required',
    email: 'Please enter a valid e-mail address.',
    country: 'Please choose a country.',
  });
});

test('changes the given fields and leaves the rest', async () => {
  const created = await owner.ok(accounts.create, { body: { ...wave, city: 'Athens' } });
  const changed = await owner.ok(accounts.update, { params: { key: created.key }, body: { company: 'Wave FM' } });
  expect(changed).toMatchObject({ company: 'Wave FM', city: 'Athens', email: wave.email });
  expect(Date.parse(changed.updated)).toBeGreaterThan(Date.parse(created.updated));
});

test("returns 404 for someone else's account, and for a deleted one", async () => {
  const foreign = await portal.make.account();
  expect((await owner.call(accounts.get, { params: { key: foreign } })).status).toBe(404);
  const deleted = await portal.make.account({ deleted: true });
  expect((await admin.call(accounts.get, { params: { key: deleted } })).status).toBe(404);
});

describe('lists', () => {
  let person: TestClient;
  let ownAccounts: AccountKey[];
  beforeEach(async () => {
    const who = await portal.make.person();
    person = await portal.as(who);
    ownAccounts = [];
    for (const company of ['Ñandú Sounds', 'beta_one', 'Alpha-Beta (North)', 'Zeta 100%']) {
      const key = await portal.make.account({ company });
      await portal.make.accountMember(key, who, 'admin');
      ownAccounts.push(key);
    }
    const deleted = await portal.make.account({ company: 'Alpha gone', deleted: true });
    await portal.make.accountMember(deleted, who, 'owner');
    await portal.make.account({ company: 'Alpha of another' });
  });
  const names = async (search: string) =>
    (await person.ok(accounts.search, { query: { search } })).entities.map((account) => account.company);

  test('contain only the accounts a user belongs to, sorted by name ignoring case', async () => {
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

  test('are paginated, ascending or descending', async () => {
    const page = await person.ok(accounts.list, { query: { pageNumber: 1, pageSize: 3, sortDesc: 'true' } });
    expect(page.entities.map((account) => account.company)).toEqual(['Alpha-Beta (North)']);
    expect(page.total).toBe(4);
  });

  test('contain all accounts for a portal administrator', async () => {
    const found = await admin.ok(accounts.search, { query: { search: 'of another' } });
    expect(found.entities[0]).toMatchObject({ company: 'Alpha of another', rights: { owner: true, admin: true } });
  });

  test('can be searched by any part of the name, including punctuation', async () => {
    expect(await names('NDÚ SOU')).toEqual(['Ñandú Sounds']);
    expect(await names('a_o')).toEqual(['beta_one']);
    expect(await names('00%')).toEqual(['Zeta 100%']);
    expect(await names('north)')).toEqual(['Alpha-Beta (North)']);
  });

  test('match one or two letters at the start of words only', async () => {
    expect(await names('be')).toEqual(['Alpha-Beta (North)', 'beta_one']);
    expect(await names('n')).toEqual(['Alpha-Beta (North)']);
    expect(await names('ñ')).toEqual(['Ñandú Sounds']);
    expect(await names('ta')).toEqual([]);
    expect(await names('.')).toEqual([]);
  });

  test('name the plan that is active: a purchase nobody confirmed or an unpaid one is none', async () => {
    const [key] = ownAccounts as [AccountKey];
    const { db } = portal.kernel;
    const planNow = async () => (await person.ok(accounts.get, { params: { key } })).plan;
    const add = (status: 'past_due' | 'unpaid' | 'incomplete' | 'paused', plan: 'prime' | 'premier') =>
      db
        .insertInto('subscriptions')
        .values({ account_key: key, plan, status, provider: 'sandbox', provider_id: `sub_${status}` })
        .execute();
    await db.deleteFrom('subscriptions').where('account_key', '=', key).execute();
    for (const status of ['unpaid', 'incomplete', 'paused'] as const) await add(status, 'premier');
    expect(await planNow()).toBe('none');
    await add('past_due', 'prime');
    expect(await planNow()).toBe('prime');
  });

  test('include the number of stations without deleted ones', async () => {
    await portal.make.station(ownAccounts[0] as AccountKey);
    await portal.make.station(ownAccounts[0] as AccountKey, { deleted: true });
    expect((await person.ok(accounts.get, { params: { key: ownAccounts[0] as AccountKey } })).stations_count).toBe(1);
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
