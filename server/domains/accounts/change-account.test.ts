import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { people } from '#contract/api/people.ts';
import { portal as portalCalls } from '#contract/api/portal.ts';
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
const ownFields = {
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
  customer_type: 'company',
  job_description: 'Head of radio',
  doy: "A' Athinon",
};
const portalFields = {
  comments: 'Pays late.',
  vatid_valid: true,
  vat_category: 'reverse_charge',
  date_to: '2027-12-31',
  gold_brd: true,
  chat_support: false,
};

describe('a change', () => {
  test('stores every field that the account may change', async () => {
    const changed = await update(ownFields);
    expect(changed.json).toMatchObject({ ...ownFields, gold_brd: false, credit_card: false });
    expect(await owner.ok(accounts.get, { params: { key } })).toEqual(changed.json);
  });

  test('without fields changes nothing', async () => {
    const before = await owner.ok(accounts.get, { params: { key } });
    const after = await update({});
    expect(after.json).toEqual({ ...before, updated: after.json.updated });
  });

  test('of portal-only fields is made by administrators, and only they see comments', async () => {
    expect((await update(portalFields, admin)).json).toMatchObject(portalFields);
    expect((await update({})).json).toMatchObject({ ...portalFields, comments: '' });
    expect((await update({ date_to: null }, admin)).json.date_to).toBeNull();
  });

  test('of portal-only fields is refused per field, unless sent back unchanged', async () => {
    await update(portalFields, admin);
    const changes = { comments: 'Pays early.', vat_category: 'exempt', date_to: null };
    const refused = await update({ city: 'Nowhere', gold_brd: true, ...changes });
    expect([refused.status, refused.json.error.code]).toEqual([403, 'session.forbidden']);
    expect(Object.keys(refused.json.error.fields ?? {})).toEqual(['comments', 'vat_category', 'date_to']);
    const read = await owner.ok(accounts.get, { params: { key } });
    expect(read.city).toBe('');
    const saved = await update({ ...read, city: 'Graz' });
    expect(saved.json.city).toBe('Graz');
    expect((await admin.ok(accounts.get, { params: { key } })).comments).toBe('Pays late.');
  });

  test('of the VAT number resets its validation', async () => {
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
  ])('refuses %s "%s" on its field', async (field, value, text) => {
    const refused = await update({ [field]: value }, admin);
    expect([refused.status, refused.json.error.fields]).toEqual([400, { [field]: text }]);
  });

  test('refuses unknown VAT categories and customer types', async () => {
    const refused = await update({ vat_category: 'luxury', customer_type: 'alien' });
    expect(Object.keys(refused.json.error.fields ?? {})).toEqual(['customer_type', 'vat_category']);
    expect((await update({ vat_category: '', customer_type: 'non_profit' })).status).toBe(200);
    expect((await update({ vat_category: 'exempt' }, admin)).json.vat_category).toBe('exempt');
  });
});

describe('a creation', () => {
  const wave = { company: 'Wave', email: 'office@wave.test' };

  test('leaves the VAT category to portal administrators', async () => {
    const own = { ...wave, vat_category: 'reverse_charge' } as typeof wave;
    expect((await owner.ok(accounts.create, { body: own })).vat_category).toBe('');
    const body = { ...wave, owner_email: who.email, vat_category: 'exempt' } as const;
    expect((await admin.ok(accounts.createFor, { body })).vat_category).toBe('exempt');
  });

  test('uses US dollars by default', async () => {
    expect((await owner.ok(accounts.create, { body: { ...wave, currency: '' } })).currency).toBe('USD');
    expect((await owner.ok(accounts.create, { body: { ...wave, currency: 'GBP', fax: '7' } })).currency).toBe('GBP');
    expect((await owner.call(accounts.create, { body: { ...wave, country: 'ZZ' } })).status).toBe(400);
  });

  test('can be limited to portal administrators', async () => {
    await admin.ok(portalCalls.setSettings, { body: { account_creation: 'admins' } });
    const refused = await owner.call(accounts.create, { body: wave });
    expect([refused.status, refused.json.error.code]).toEqual([403, 'account.creationClosed']);
    expect((await admin.call(accounts.create, { body: wave })).status).toBe(201);
    await admin.ok(portalCalls.setSettings, { body: { account_creation: 'everyone' } });
    expect((await owner.call(accounts.create, { body: wave })).status).toBe(201);
  });

  test('for someone else assigns a plan and invites the owner', async () => {
    const body = { ...wave, owner_email: who.email, plan: 'premier' } as const;
    const created = await admin.call(accounts.createFor, { body });
    expect([created.status, created.json.plan]).toEqual([201, 'premier']);
    const params = { key: created.json.key };
    expect((await owner.call(accounts.get, { params })).status).toBe(404);
    const invitations = await owner.ok(people.myInvites);
    const token = invitations.find(({ account_key }) => account_key === created.json.key)?.token ?? '';
    await owner.ok(people.accept, { params: { token } });
    expect((await owner.ok(accounts.get, { params })).rights).toEqual({ owner: true, admin: true });
    const { people: listed } = await owner.ok(people.ofAccount, { params: { id: created.json.key } });
    expect(listed.map(({ email, roles }) => [email, roles])).toEqual([[who.email, ['owner']]]);
  });

  test('for someone else is reserved to portal admins', async () => {
    const body = { ...wave, owner_email: 'a@b.test' };
    expect((await owner.call(accounts.createFor, { body })).status).toBe(403);
    expect((await admin.ok(accounts.createFor, { body: { ...body, plan: 'none' } })).plan).toBe('none');
  });
});
