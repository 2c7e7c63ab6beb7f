import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { session, type ChangedUser } from '#contract/api/session.ts';
import { locales, timeZones } from '#contract/rules/locales.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let at: TestPortal;
beforeAll(async () => {
  at = await testPortal();
});
afterAll(() => at.close());

const newPerson = async () => at.as(await at.make.person());

const whole = {
  basic_info: { first_name: 'Test', last_name: 'Person', gender: 'other', birthday: '1988-05-17' },
  localization: { currency: 'EUR', country: 'GR', timezone: 'Europe/Athens', locale: 'el-GR' },
  contact_info: { telephone: '+30 210 1', address: 'Ermou 1', city: 'Αθήνα', zip: '10563', country: 'GR' },
  dj_info: {
    radio_personality: true,
    nickname: 'DJ "Ü"',
    bio: '<b>Hello</b>',
    tags: ['jazz', 'ελληνικά'],
    public: true,
  },
} satisfies ChangedUser;

describe('the profile', () => {
  it('starts empty and stores every field', async () => {
    const call = await newPerson();
    expect(await call.ok(session.me)).toMatchObject({
      basic_info: { gender: '', birthday: '' },
      localization: { currency: '', country: '', timezone: '', locale: '' },
      contact_info: { telephone: '', address: '', city: '', zip: '', country: '' },
      dj_info: { radio_personality: false, tags: [], pretty_url: '', image_url: null, profile_url: null },
      preferences: {},
    });
    const dj_info = { ...whole.dj_info, pretty_url: `dj-${at.url.slice(-4)}-whole` };
    const changed = await call.ok(session.update, { body: { ...whole, dj_info } });
    expect(changed).toMatchObject({ ...whole, dj_info });
    expect(await call.ok(session.me)).toEqual(changed);
  });

  it('accepts its own response unchanged', async () => {
    const call = await newPerson();
    await call.ok(session.update, { body: whole });
    const me = await call.ok(session.me);
    const again = await call.ok(session.update, { body: me });
    expect({ ...again, updated: '' }).toEqual({ ...me, updated: '' });
  });

  it('leaves fields that a change does not contain', async () => {
    const call = await newPerson();
    await call.ok(session.update, { body: whole });
    const changed = await call.ok(session.update, {
      body: { contact_info: { city: 'Πάτρα' }, dj_info: { tags: [] }, basic_info: { birthday: '' } },
    });
    expect(changed).toMatchObject({
      ...whole,
      basic_info: { ...whole.basic_info, birthday: '' },
      contact_info: { ...whole.contact_info, city: 'Πάτρα' },
      dj_info: { ...whole.dj_info, tags: [] },
    });
  });

  it.each([
    ['basic_info.birthday', { basic_info: { birthday: '2026-02-31' } }],
    ['basic_info.birthday', { basic_info: { birthday: '2999-01-01' } }],
    ['basic_info.birthday', { basic_info: { birthday: 'yesterday' } }],
    ['basic_info.first_name', { basic_info: { first_name: 'x'.repeat(101) } }],
    ['localization.locale', { localization: { locale: 'xx-YY' } }],
    ['localization.timezone', { localization: { timezone: 'Mars/Olympus' } }],
    ['localization.country', { localization: { country: 'Greece' } }],
    ['localization.currency', { localization: { currency: 'euro' } }],
    ['localization.currency', { localization: { currency: 'QQQ' } }],
    ['localization.country', { localization: { country: 'ZZ' } }],
    ['contact_info.country', { contact_info: { country: 'SU' } }],
    ['contact_info.city', { contact_info: { city: 'a\u0000b' } }],
    ['contact_info.city', { contact_info: { city: '\ud800' } }],
    ['dj_info.pretty_url', { dj_info: { pretty_url: 'short' } }],
    ['dj_info.pretty_url', { dj_info: { pretty_url: 'no spaces here' } }],
    ['dj_info.tags.0', { dj_info: { tags: ['x'.repeat(41)] } }],
  ])('refuses invalid values in %s', async (field, body) => {
    const reply = await (await newPerson()).call(session.update, { body });
    expect([reply.status, Object.keys(reply.json.error.fields ?? {})]).toEqual([400, [field]]);
  });

  it("refuses another person's URL, even in concurrent requests", async () => {
    const pretty_url = 'The_Night-Owl';
    const calls = await Promise.all(Array.from({ length: 8 }, newPerson));
    const replies = await Promise.all(
      calls.map((call, nth) =>
        call.call(session.update, {
          body: { dj_info: { pretty_url: nth % 2 ? pretty_url : pretty_url.toUpperCase(), nickname: 'x' } },
        }),
      ),
    );
    const refusals = replies.filter(({ status }) => status !== 200);
    expect(refusals).toHaveLength(7);
    for (const { status, json } of refusals)
      expect([status, json.error.code, Object.keys(json.error.fields ?? {})]).toEqual([
        409,
        'profile.urlInUse',
        ['dj_info.pretty_url'],
      ]);
    const names = await Promise.all(calls.map(async (call) => (await call.ok(session.me)).dj_info.nickname));
    expect(names.filter((name) => name === 'x')).toHaveLength(1);
  });

  it('reserves a URL for its owner, ignoring case, until they release it', async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const set = (call: typeof one, pretty_url: string) =>
      call.call(session.update, { body: { dj_info: { pretty_url } } });
    await set(one, 'early-bird');
    expect((await set(one, 'Early-Bird')).status).toBe(200);
    expect((await set(other, 'early-bird')).status).toBe(409);
    await set(one, '');
    expect((await set(other, 'early-bird')).status).toBe(200);
  });

  it('refuses a new name if the identity provider manages names', async () => {
    const call = await newPerson();
    const reply = await call.call(session.updateProfile, { body: { firstName: 'A', lastName: 'B' } });
    expect(reply.json.error.code).toBe('profile.providerClosed');
    const both = { basic_info: { first_name: 'Other', gender: 'female' } } as const;
    expect((await call.call(session.update, { body: both })).json.error.code).toBe('profile.providerClosed');
    expect((await call.ok(session.me)).basic_info).toMatchObject({ first_name: 'Test', gender: '' });
  });
});

describe('the preferences', () => {
  it('are stored per person and changed one by one', async () => {
    const [one, other] = [await newPerson(), await newPerson()];
    const starred = [{ path: '/accounts', title: 'Accounts' }];
    await one.ok(session.preferences, { body: { theme: 'dark' } });
    await one.ok(session.preferences, { body: { starred } });
    const me = await one.ok(session.preferences, { body: { direction: 'rtl' } });
    expect(me.preferences).toEqual({ theme: 'dark', direction: 'rtl', starred });
    expect((await one.ok(session.preferences, { body: {} })).preferences).toEqual(me.preferences);
    expect((await other.ok(session.me)).preferences).toEqual({});
  });

  it.each([
    ['theme', { theme: 'pink' }],
    ['starred.0.path', { starred: [{ path: 'https://elsewhere.example', title: 'x' }] }],
    ['starred.0.path', { starred: [{ path: '//elsewhere.example', title: 'x' }] }],
    ['starred', { starred: Array.from({ length: 101 }, () => ({ path: '/', title: 'x' })) }],
  ])('refuse invalid values in %s', async (field, body) => {
    const reply = await (await newPerson()).call(session.preferences, { body: body as never });
    expect([reply.status, Object.keys(reply.json.error.fields ?? {})]).toEqual([400, [field]]);
  });
});

describe('the lists to choose from', () => {
  it('have at least 150 locales, each with a name and formats', () => {
    expect(new Set(locales).size).toBe(locales.length);
    expect(locales.length).toBeGreaterThanOrEqual(150);
    const names = new Intl.DisplayNames('en', { type: 'language' });
    for (const locale of locales) {
      expect(Intl.getCanonicalLocales(locale)).toEqual([locale]);
      expect(Intl.DateTimeFormat.supportedLocalesOf(locale), locale).toEqual([locale]);
      expect(names.of(locale), locale).not.toBe(locale);
    }
  });

  it('have time zones that are all accepted', async () => {
    const zones = timeZones();
    expect(zones.length).toBeGreaterThan(400);
    expect(zones).toContain('UTC');
    const call = await newPerson();
    for (const timezone of [zones[0] ?? '', zones.at(-1) ?? '', 'UTC'])
      expect((await call.ok(session.update, { body: { localization: { timezone } } })).localization.timezone).toBe(
        timezone,
      );
  });
});
