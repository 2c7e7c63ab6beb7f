import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#contract/accounts.ts';
import type { AccountKey } from '#contract/keys.ts';
import { people } from '#contract/people.ts';
import { portal as portalCalls } from '#contract/portal.ts';
import type { TestClient } from '#server/testing/client.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let admin: TestClient;
let owner: TestClient;
let who: TestPerson;
let key: AccountKey;

beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.as(await portal.make.person({ admin: true }));
});
afterAll(() => portal.close());
beforeEach(async () => {
  who = await portal.make.person();
  owner = await portal.as(who);
  key = await portal.make.account();
  await portal.make.accountMember(key, who, 'owner');
});

const update = (body: object, client = owner) => client.call(accounts.update, { params: { key }, body });
const everything = {
  email: 'accounts@wave.test',
  company: 'Wave GmbH',
  address: 'Hauptstr. 1',
  telephone: '+49 30 1',
  fax: '+49 30 2',
  city: 'Berlin',
  zip: '10115',
  area: 'Mitte',
  country: 'DE',
  currency: 'EUR',
  vatid: 'DE123456789',
  vat_category: 'reverse_charge',
  customer_type: 'company',
  job_description: 'Head of radio',
  doy: "A' Athinon",
};
const ofThePortal = {
  comments: 'Pays late.',
  vatid_valid: true,
  date_to: '2027-12-31',
  gold_brd: true,
  chat_support: false,
};

describe('a change', () => {
  test('takes every field that is the account’s own', async () => {
    const changed = await update(everything);
    expect(changed.json).toMatchObject({ ...everything, gold_brd: false, credit_card: false });
    expect(await owner.ok(accounts.get, { params: { key } })).toEqual(changed.json);
  });

  test('of nothing is none', async () => {
    const before = await owner.ok(accounts.get, { params: { key } });
    const after = await update({});
    expect(after.json).toEqual({ ...before, updated: after.json.updated });
  });

  test('of what is the portal’s is made by its administrators; their notes are theirs to read', async () => {
    expect((await update(ofThePortal, admin)).json).toMatchObject(ofThePortal);
    expect((await update({})).json).toMatchObject({ ...ofThePortal, comments: '' });
    expect((await update({ date_to: null }, admin)).json.date_to).toBeNull();
  });

  test('of what is the portal’s is refused by name, but not sending it as it was read', async () => {
    await update(ofThePortal, admin);
    const refused = await update({ city: 'Nowhere', comments: 'Pays early.', date_to: null, gold_brd: true });
    expect([refused.status, refused.json.error.code]).toEqual([403, 'session.forbidden']);
    expect(Object.keys(refused.json.error.fields ?? {})).toEqual(['comments', 'date_to']);
    const read = await owner.ok(accounts.get, { params: { key } });
    expect(read.city).toBe('');
    const saved = await update({ ...read, city: 'Graz' });
    expect(saved.json.city).toBe('Graz');
    expect((await admin.ok(accounts.get, { params: { key } })).comments).toBe('Pays late.');
  });

  test('of the VAT number leaves it to be checked again', async () => {
    await update({ vatid: 'DE1', vatid_valid: true }, admin);
    expect((await update({ vatid: 'DE1' })).json.vatid_valid).toBe(true);
    expect((await update({ vatid: 'DE2' })).json.vatid_valid).toBe(false);
    expect((await update({ vatid: 'DE3', vatid_valid: true }, admin)).json.vatid_valid).toBe(true);
  });

  test.each([
    ['country', 'XX', 'Please choose a country.'],
    ['country', 'YU', 'Please choose a country.'],
    ['country', 'de', 'Please choose a country.'],
    ['currency', 'XYZ', 'Please choose a currency.'],
    ['currency', '', 'Please choose a currency.'],
    ['email', 'nobody', 'Please enter a valid e-mail address.'],
    ['company', '  ', 'This field is required'],
    ['date_to', '2027-02-30', 'This day does not exist.'],
  ])('names %s where it is "%s"', async (field, value, text) => {
    const refused = await update({ [field]: value }, admin);
    expect([refused.status, refused.json.error.fields]).toEqual([400, { [field]: text }]);
  });

  test('knows every vat category and kind of customer, and no other', async () => {
    const refused = await update({ vat_category: 'luxury', customer_type: 'alien' });
    expect(Object.keys(refused.json.error.fields ?? {})).toEqual(['vat_category', 'customer_type']);
    expect((await update({ vat_category: '', customer_type: 'non_profit' })).status).toBe(200);
  });
});

describe('a creation', () => {
  const wave = { company: 'Wave', email: 'office@wave.test' };

  test('is in dollars unless it says otherwise', async () => {
    expect((await owner.ok(accounts.create, { body: { ...wave, currency: '' } })).currency).toBe('USD');
    expect((await owner.ok(accounts.create, { body: { ...wave, currency: 'GBP', fax: '7' } })).currency).toBe('GBP');
    expect((await owner.call(accounts.create, { body: { ...wave, country: 'ZZ' } })).status).toBe(400);
  });

  test('is the portal’s alone where it says so', async () => {
    await admin.ok(portalCalls.setSettings, { body: { account_creation: 'admins' } });
    const refused = await owner.call(accounts.create, { body: wave });
    expect([refused.status, refused.json.error.code]).toEqual([403, 'account.creationClosed']);
    expect((await admin.call(accounts.create, { body: wave })).status).toBe(201);
    await admin.ok(portalCalls.setSettings, { body: { account_creation: 'everyone' } });
    expect((await owner.call(accounts.create, { body: wave })).status).toBe(201);
  });

  test('for somebody is on the plan given, and invites its owner', async () => {
    const body = { ...wave, owner_email: who.email, plan: 'premier' } as const;
    const made = await admin.call(accounts.createFor, { body });
    expect([made.status, made.json.plan]).toEqual([201, 'premier']);
    const place = { params: { key: made.json.key } };
    expect((await owner.call(accounts.get, place)).status).toBe(404);
    const invitations = await owner.ok(people.myInvites);
    const token = invitations.find(({ account_key }) => account_key === made.json.key)?.token ?? '';
    await owner.ok(people.accept, { params: { token } });
    expect((await owner.ok(accounts.get, place)).rights).toEqual({ owner: true, admin: true });
    const { people: listed } = await owner.ok(people.ofAccount, { params: { id: made.json.key } });
    expect(listed.map(({ email, roles }) => [email, roles])).toEqual([[who.email, ['owner']]]);
  });

  test('for somebody is not for anybody to make', async () => {
    const body = { ...wave, owner_email: 'a@b.test' };
    expect((await owner.call(accounts.createFor, { body })).status).toBe(403);
    expect((await admin.ok(accounts.createFor, { body: { ...body, plan: 'none' } })).plan).toBe('none');
  });
});
