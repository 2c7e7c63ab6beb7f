import { afterAll, beforeAll, expect, test } from 'vitest';
import { portal as calls } from '#contract/api/portal.ts';
import type { TestClient } from '#server/testing/client.ts';
import { unknownId } from '#server/testing/unknown-id.ts';
import { picture } from '#server/testing/picture.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let admin: TestClient;

beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.as(await portal.make.person({ admin: true }));
});
afterAll(() => portal.close());

test('lists partners by name, and changes only the given fields', async () => {
  await admin.ok(calls.addPartner, { body: { slug: 'zeta', name: 'Zeta', website: 'https://zeta.test' } });
  await admin.ok(calls.addPartner, { body: { slug: 'alpha', name: 'alpha Sound' } });
  expect((await admin.ok(calls.partners)).map(({ slug }) => slug)).toEqual(['alpha', 'zeta']);
  const params = { slug: 'zeta' };
  const changed = await admin.ok(calls.changePartner, { params, body: { name: 'Zeta Audio', active: false } });
  expect(changed).toMatchObject({ slug: 'zeta', website: 'https://zeta.test', active: false });
  await admin.ok(calls.changePartner, { params, body: { slug: 'zeta-audio' } });
  expect((await admin.call(calls.partner, { params })).status).toBe(404);
  expect(await admin.ok(calls.partner, { params: { slug: 'zeta-audio' } })).toMatchObject({ name: 'Zeta Audio' });
});

test('refuses a slug that is already in use', async () => {
  await admin.ok(calls.addPartner, { body: { slug: 'taken', name: 'First' } });
  await admin.ok(calls.addPartner, { body: { slug: 'other', name: 'Second' } });
  const again = await admin.call(calls.addPartner, { body: { slug: 'taken', name: 'Second' } });
  expect(again).toMatchObject({ status: 409, json: { error: { code: 'partner.slugInUse' } } });
  expect(again.json.error.fields).toHaveProperty('slug');
  const renamed = await admin.call(calls.changePartner, { params: { slug: 'other' }, body: { slug: 'taken' } });
  expect(renamed.status).toBe(409);
});

test('serves a logo until its partner is removed', async () => {
  const params = { slug: 'logo' };
  await admin.ok(calls.addPartner, { body: { slug: 'logo', name: 'Logo' } });
  const first = await admin.ok(calls.setPartnerLogo, { params, file: await picture(900, 300) });
  const second = await admin.ok(calls.setPartnerLogo, { params, file: await picture(90, 90) });
  expect((await portal.app.inject(first.logo!)).statusCode).toBe(404);
  expect((await portal.app.inject(second.logo!)).statusCode).toBe(200);
  await admin.ok(calls.removePartner, { params });
  expect((await portal.app.inject(second.logo!)).statusCode).toBe(404);
  expect((await admin.call(calls.setPartnerLogo, { params, file: await picture(90, 90) })).status).toBe(404);
  expect((await admin.call(calls.removePartner, { params })).status).toBe(404);
});

test('counts the people who came by the links of a partner, whose code no other partner has', async () => {
  const params = { slug: 'linked' };
  const body = { slug: 'linked', name: 'Linked', ref_code: 'Linked-1' };
  expect(await admin.ok(calls.addPartner, { body })).toMatchObject({
    ref_url: 'http://portal.test/?ref=Linked-1',
    customers: 0,
  });
  for (const code of ['linked-1', 'LINKED-1', 'of-nobody']) {
    const client = await portal.as(await portal.make.person());
    await client.ok(calls.referralCustomer, { body: { code } });
  }
  expect(await admin.ok(calls.partner, { params })).toMatchObject({ customers: 2 });
  const other = await admin.call(calls.addPartner, { body: { ...body, slug: 'other-code', ref_code: 'LINKED-1' } });
  expect(other).toMatchObject({ status: 409, json: { error: { code: 'partner.codeInUse' } } });
  expect(other.json.error.fields).toHaveProperty('ref_code');
});

test('offers the lines of active partners to stations, to who may read their settings', async () => {
  const account = await portal.make.account();
  const [owner, person] = [await portal.make.person(), await portal.make.person()];
  await portal.make.accountMember(account, owner, 'owner');
  const params = { id: await portal.make.station(account) };
  const ads_txt = 'seller.example, 12, RESELLER';
  await admin.ok(calls.addPartner, { body: { slug: 'seller', name: 'Seller', ads_txt } });
  await admin.ok(calls.addPartner, { body: { slug: 'gone', name: 'Gone', ads_txt, active: false } });
  const client = await portal.as(owner);
  expect(await client.ok(calls.partnerLines, { params })).toEqual([{ slug: 'seller', name: 'Seller', ads_txt }]);
  expect((await (await portal.as(person)).call(calls.partnerLines, { params })).status).toBe(404);
});

test('shows partners to everyone once they are public', async () => {
  const page = async () => await portal.app.inject('/partners');
  expect((await page()).statusCode).toBe(404);
  const name = '<script>__hit(1)</script>';
  await admin.ok(calls.addPartner, { body: { slug: 'shown', name, website: 'https://shown.test', public: true } });
  await admin.ok(calls.addPartner, { body: { slug: 'rests', name: 'Rests', public: true, active: false } });
  const { statusCode, body } = await page();
  expect(statusCode).toBe(200);
  expect(body).toContain('https://shown.test');
  expect(body).not.toContain(name);
  expect(body).not.toContain('Rests');
});

test('lists the changelog latest first, with sanitised HTML', async () => {
  const add = (title: string, date: string) =>
    admin.ok(calls.addChangelog, {
      body: { title, date, contentHtml: '<p>It <b>can</b></p><img src=x onerror=y>', version: '1.2', kind: 'changed' },
    });
  const old = await add('Old', '2026-10-01');
  await add('New', '2026-11-20');
  const person = await portal.as(await portal.make.person());
  const { items } = await person.ok(calls.changelog);
  expect(items.map(({ title }) => title)).toEqual(['New', 'Old']);
  expect(items[1]).toEqual({ ...old, contentHtml: '<p>It <strong>can</strong></p>', date: '2026-10-01' });
  const body = { id: old.id, title: 'Newer', contentHtml: '', date: '2026-11-21' };
  expect(await admin.ok(calls.changeChangelog, { body })).toMatchObject({ title: 'Newer', kind: 'added', version: '' });
  await admin.ok(calls.removeChangelog, { params: { id: old.id } });
  expect((await admin.call(calls.removeChangelog, { params: { id: old.id } })).status).toBe(404);
  expect((await admin.call(calls.changeChangelog, { body: { ...body, id: unknownId } })).status).toBe(404);
  const invalid = await admin.call(calls.addChangelog, { body: { title: 'T', contentHtml: '', date: '2026-02-31' } });
  expect(invalid.json.error.fields).toEqual({ date: 'This day does not exist.' });
});
