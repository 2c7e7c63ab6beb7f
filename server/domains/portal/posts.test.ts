import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { portal as calls } from '#contract/api/portal.ts';
import type { TestClient } from '#server/testing/client.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { unknownId } from '#server/testing/unknown-id.ts';
import { picture } from '#server/testing/picture.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let admin: TestClient;
let who: TestPerson;
let person: TestClient;
const noon = new Date('2026-11-21T12:00:00Z');
let now = noon;

beforeAll(async () => {
  portal = await testPortal({ clock: { now: () => now } });
  admin = await portal.as(await portal.make.person({ admin: true }));
});
beforeEach(async () => {
  now = noon;
  who = await portal.make.person();
  person = await portal.as(who);
  await portal.kernel.db.deleteFrom('posts').execute();
});
afterAll(() => portal.close());

const everyone = { isNegated: false, values: [] };
type Rules = { browserLanguage?: { isNegated: boolean; values: string[] }; plans?: { isNegated: boolean; values: [] } };
const write = (title: string, fields: Record<string, unknown> = {}, rules: Rules = {}) =>
  admin.ok(calls.addPost, {
    body: {
      title,
      contentHtml: '<p>Words</p>',
      ...fields,
      rules: { browserLanguage: everyone, plans: everyone, ...rules },
    },
  });
const shown = async (language = '') =>
  (await person.ok(calls.postsFor, { params: { id: 'me' } }, { 'accept-language': language })).map(
    ({ title }) => title,
  );

describe('a post', () => {
  test('is sanitised and has the defaults of the specification', async () => {
    const created = await admin.ok(calls.addPost, {
      body: { title: 'Hello', contentHtml: '<p onclick="x()">Words<script>alert(1)</script></p>' },
    });
    expect(created).toEqual({
      key: expect.any(String),
      title: 'Hello',
      contentHtml: '<p>Words</p>',
      format: 'large',
      image: null,
      imageTargetUrl: '',
      startSending: null,
      stopSending: null,
      publishDate: noon.toISOString(),
      rules: { browserLanguage: everyone, plans: { isNegated: false, values: ['FREE'] } },
      seenBy: 0,
    });
    expect(await admin.ok(calls.post, { params: { key: created.key } })).toEqual(created);
    expect(await admin.ok(calls.posts)).toEqual([created]);
  });

  test('deletes its image when it is replaced or removed, or the post is deleted', async () => {
    const body = { title: 'Hello', contentHtml: '' };
    const created = await admin.ok(calls.addPost, { body, file: await picture(3200, 900) });
    const first = await portal.app.inject(created.image!);
    expect(first.headers['content-type']).toBe('image/webp');
    const params = { key: created.key };
    const retitled = await admin.ok(calls.changePost, { params, body: { ...body, title: 'Hi' } });
    expect(retitled.image).toBe(created.image);
    const replaced = await admin.ok(calls.changePost, { params, body, file: await picture(40, 40) });
    expect(replaced.image).not.toBe(created.image);
    expect((await portal.app.inject(created.image!)).statusCode).toBe(404);
    expect((await admin.ok(calls.changePost, { params, body: { ...body, removeImage: true } })).image).toBeNull();
    expect((await portal.app.inject(replaced.image!)).statusCode).toBe(404);
    const readded = await admin.ok(calls.changePost, { params, body, file: await picture(40, 40) });
    await admin.ok(calls.removePost, { params });
    expect((await portal.app.inject(readded.image!)).statusCode).toBe(404);
    expect((await admin.call(calls.post, { params })).status).toBe(404);
  });

  test('shows its publish date, or else when it is first shown', async () => {
    const plain = await write('Plain', { startSending: '2026-11-21T13:00:00Z' });
    expect(plain.publishDate).toBe('2026-11-21T13:00:00.000Z');
    const dated = await write('Dated', { publishDate: '2026-11-01T08:00:00Z' });
    expect(dated.publishDate).toBe('2026-11-01T08:00:00.000Z');
    expect((await admin.ok(calls.posts)).map(({ title }) => title)).toEqual(['Plain', 'Dated']);

    const change = async ({ key, seenBy: _seen, image: _image, ...body }: typeof plain, changes: object) =>
      (await admin.ok(calls.changePost, { params: { key }, body: { ...body, ...changes } })).publishDate;
    expect(await change(plain, { startSending: '2026-11-22T00:00:00Z' })).toBe('2026-11-22T00:00:00.000Z');
    expect(await change(dated, { startSending: '2026-11-22T00:00:00Z' })).toBe('2026-11-01T08:00:00.000Z');
    expect(await change(dated, { publishDate: null })).toBe(noon.toISOString());

    const over = { publishDate: '2026-11-23T00:00:00Z', stopSending: '2026-11-22T00:00:00Z' };
    const reply = await admin.call(calls.addPost, { body: { title: 'T', contentHtml: '', ...over } });
    expect(reply.json.error.fields).toHaveProperty('stopSending');
  });

  test('names the invalid fields', async () => {
    const rules = { browserLanguage: { isNegated: false, values: ['german!'] }, plans: everyone };
    const reply = await admin.call(calls.addPost, {
      body: { title: '', contentHtml: '', imageTargetUrl: 'javascript:alert(1)', rules },
    });
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.json.error.fields ?? {}).sort()).toEqual([
      'imageTargetUrl',
      'rules.browserLanguage.values.0',
      'title',
    ]);
    const times = { startSending: '2026-11-22T00:00:00Z', stopSending: '2026-11-21T00:00:00Z' };
    const backwards = await admin.call(calls.addPost, { body: { title: 'T', contentHtml: '', ...times } });
    expect(backwards.json.error.fields).toHaveProperty('stopSending');
  });

  test('is not found if unknown', async () => {
    const body = { title: 'T', contentHtml: '' };
    const replies = await Promise.all([
      admin.call(calls.post, { params: { key: unknownId } }),
      admin.call(calls.changePost, { params: { key: unknownId }, body }),
      admin.call(calls.changePost, { params: { key: unknownId }, body, file: await picture(40, 40) }),
      admin.call(calls.removePost, { params: { key: unknownId } }),
      person.call(calls.seenPost, { params: { id: unknownId } }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });
});

describe('a user sees', () => {
  test('current posts, latest first', async () => {
    await write('Always');
    await write('Later', { startSending: '2026-11-21T13:00:00Z' });
    await write('Not published yet', { publishDate: '2026-11-21T12:30:00Z' });
    await write('Until later', { startSending: '2026-11-20T00:00:00Z', stopSending: '2026-11-21T13:00:00Z' });
    expect(await shown()).toEqual(['Always', 'Until later']);
    now = new Date('2026-11-21T13:00:00Z');
    expect(await shown()).toEqual(['Later', 'Not published yet', 'Always']);
  });

  test("posts for their browser's language", async () => {
    const german = { isNegated: false, values: ['de'] };
    await write('Nicht deutsch', {}, { browserLanguage: { ...german, isNegated: true } });
    await write('Deutsch', {}, { browserLanguage: german });
    expect(await shown('de-AT,de;q=0.9,en;q=0.8')).toEqual(['Deutsch']);
    expect(await shown('en,de;q=0.5')).toEqual(['Nicht deutsch']);
  });

  test('posts for the plans of their accounts, including through a station', async () => {
    const plans = (values: string[], isNegated = false) => ({ plans: { isNegated, values: values as [] } });
    await write('Free', {}, plans(['FREE']));
    await write('Prime', {}, plans(['prime', 'premier']));
    await write('Not free', {}, plans(['FREE'], true));
    expect(await shown()).toEqual(['Free']);

    const account = await portal.make.account();
    const station = await portal.make.station(account);
    await portal.make.stationMember(station, who, 'staff');
    await subscribe(account, 'trial');
    expect(await shown()).toEqual(['Free']);
    await subscribe(account, 'prime');
    expect((await shown()).sort()).toEqual(['Not free', 'Prime']);
    const other = await portal.make.account();
    await portal.make.accountMember(other, who, 'owner');
    expect((await shown()).sort()).toEqual(['Free', 'Prime']);
  });

  test('posts for a paid plan whose period is just over, but not for one that was not paid', async () => {
    const { db } = portal.kernel;
    const account = await portal.make.account();
    await portal.make.accountMember(account, who, 'owner');
    await write('Prime', {}, { plans: { isNegated: false, values: ['prime'] as string[] as [] } });
    await subscribe(account, 'prime');
    const set = (status: 'active' | 'unpaid') =>
      db
        .updateTable('subscriptions')
        .set({ status, provider: 'sandbox', provider_id: 'sub_post', ends: new Date('2026-11-20T00:00:00Z') })
        .where('account_key', '=', account)
        .execute();
    await set('active');
    expect(await shown()).toEqual(['Prime']);
    await set('unpaid');
    expect(await shown()).toEqual([]);
  });

  test('which posts they have seen themselves', async () => {
    const { key } = await write('Hello');
    await person.ok(calls.seenPost, { params: { id: key } });
    await person.ok(calls.seenPost, { params: { id: key } });
    const asPerson = { params: { id: 'me' as const } };
    expect(await person.ok(calls.postsFor, asPerson)).toMatchObject([{ key, seen: true }]);
    expect(await admin.ok(calls.postsFor, asPerson)).toMatchObject([{ key, seen: false }]);
    expect((await admin.ok(calls.posts))[0]?.seenBy).toBe(1);
    expect(Object.keys((await person.ok(calls.postsFor, asPerson))[0] ?? {})).not.toContain('rules');
  });

  test("no other user's posts, unless they are a portal administrator", async () => {
    const { key } = await write('Hello');
    await person.ok(calls.seenPost, { params: { id: key } });
    const own = { params: { id: who.id } };
    expect(await person.ok(calls.postsFor, own)).toHaveLength(1);
    expect(await admin.ok(calls.postsFor, own)).toMatchObject([{ key, seen: true }]);
    const stranger = await portal.as(await portal.make.person());
    expect((await stranger.call(calls.postsFor, own)).status).toBe(404);
    expect((await admin.call(calls.postsFor, { params: { id: unknownId } })).status).toBe(404);
  });
});

const subscribe = async (account: string, plan: 'trial' | 'prime') => {
  const { db } = portal.kernel;
  await db
    .deleteFrom('subscriptions')
    .where('account_key', '=', account as never)
    .execute();
  await db
    .insertInto('subscriptions')
    .values({ account_key: account as never, plan, status: plan === 'trial' ? 'trialing' : 'active' } as never)
    .execute();
};
