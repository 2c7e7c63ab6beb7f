import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contract/texts/errors.ts';
import { presenters, type NewPresenter } from '#contract/api/presenters.ts';
import { session } from '#contract/api/session.ts';
import { markupTexts } from '#contract/testing/hostile-texts.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

/* Friday, in the afternoon in Berlin. */
const now = new Date('2026-11-27T14:30:00Z');
let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal({ clock: { now: () => now } });
});
afterAll(() => portal.close());

const get = async (path: string) => {
  const reply = await fetch(`${portal.url}${path}`, { redirect: 'manual' });
  return { status: reply.status, headers: reply.headers, text: await reply.text() };
};
let asked = 0;
/** Written for this request: others get one of up to ten minutes ago. */
const sitemap = async (): Promise<string> => (await get(`/sitemaps/people.xml?n=${String(++asked)}`)).text;
const dj = { radio_personality: true, public: true, nickname: 'DJ Nova', bio: 'Plays the sea.', tags: ['Dub'] };
let number = 0;
/** A station with a person on its team, who sets this profile. */
const personWith = async (profile: Partial<typeof dj> = {}) => {
  const person = await portal.make.person();
  const station = await portal.make.station(await portal.make.account(), { name: 'Wave Radio' });
  await portal.make.stationMember(station, person, 'staff');
  const client = await portal.as(person);
  const pretty_url = `dj-nova-${String(++number)}`;
  const me = await client.ok(session.update, { body: { dj_info: { ...dj, pretty_url, ...profile } } });
  const row = await portal.kernel.db
    .selectFrom('stations')
    .select('pretty_url')
    .where('key', '=', station)
    .executeTakeFirstOrThrow();
  return { client, me, station, radio: `/radio/${row.pretty_url}`, path: `/people/${pretty_url}` };
};

test('shows a public radio personality with their stations, and links to it from the profile and the station', async () => {
  const { me, path, radio } = await personWith();
  expect(me.dj_info.profile_url).toBe(`http://portal.test${path}`);
  const { status, headers, text } = await get(path);
  expect(status).toBe(200);
  for (const part of ['<h1>DJ Nova</h1>', 'Plays the sea.', 'Dub', `href="${radio}"`, '"ProfilePage"'])
    expect(text).toContain(part);
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(text).not.toContain(me.email);
  expect((await get(radio)).text).toContain(`<a href="${path}">`);
  expect(await sitemap()).toContain(`<loc>http://portal.test${path}</loc>`);
  const moved = await get(path.replace('dj-nova', 'DJ-Nova'));
  expect([moved.status, moved.headers.get('location')]).toEqual([301, path]);
});

test.each([{ public: false }, { radio_personality: false }])(
  'shows nobody who has not asked for it: %j',
  async (off) => {
    const { me, path, radio } = await personWith(off);
    expect(me.dj_info.profile_url).toBeNull();
    expect((await get(path)).status).toBe(404);
    expect((await get(radio)).text).not.toContain('DJ Nova');
    expect(await sitemap()).not.toContain(`${path}<`);
  },
);

test('names only stations that are public', async () => {
  const { path, station } = await personWith();
  await portal.kernel.db.updateTable('stations').set({ public: false }).where('key', '=', station).execute();
  expect((await get(path)).text).not.toContain('Wave Radio');
});

test('escapes hostile texts', async () => {
  const { client, path } = await personWith();
  for (const text of markupTexts) {
    const words = { nickname: text.slice(0, 100), bio: text, tags: [text.slice(0, 40)] };
    await client.ok(session.update, { body: { dj_info: words } });
    const page = (await get(path)).text.replace(/<script type="application\/ld\+json">.*?<\/script>/s, '');
    expect(page).not.toMatch(/<script>|<img src=x|<iframe|<svg\/|<details|<base/);
  }
});

describe('when a presenter is next on the air', () => {
  const nova: NewPresenter = {
    ...{ name: 'Nova at night', user: 'nova', windows: [{ days: [5, 6], from: 15 * 60, to: 17 * 60 }] },
    ...{ at_end: 'finish', grace_minutes: 0, record: false, disabled: false },
  };
  const presenting = async (body: Partial<NewPresenter> = {}) => {
    const one = await personWith();
    const owner = await portal.make.person();
    await portal.make.stationMember(one.station, owner, 'owner');
    const { db } = portal.kernel;
    await db
      .updateTable('stations')
      .set({ default_timezone: 'Europe/Berlin' })
      .where('key', '=', one.station)
      .execute();
    const call = await portal.as(owner);
    const add = { params: { key: one.station }, body: { ...nova, user_id: one.me.id, ...body } };
    return { ...one, owner, add: () => call.call(presenters.create, add) };
  };
  const nextOf = async (path: string): Promise<string> =>
    /<section[^>]*aria-labelledby="next".*?<\/section>/s.exec((await get(path)).text)?.[0] ?? '';

  test('is said on their page and that of the station, in its zone, also without scripts', async () => {
    const { path, radio, add } = await presenting();
    expect((await add()).status).toBe(201);
    const [ofPerson, ofStation] = [await nextOf(path), await nextOf(radio)];
    for (const part of [ofPerson, ofStation]) {
      expect(part).toContain('<time datetime="2026-11-27T14:00:00.000Z" data-clock>15:00</time>');
      expect(part).toContain('<time datetime="2026-11-28T14:00:00.000Z" data-day>');
      expect(part).toContain('Times in Europe/Berlin.');
      expect(part.match(/>Now</g)).toHaveLength(1);
    }
    expect(ofPerson).toContain(`<a href="${radio}"><bdi>Wave Radio</bdi></a>`);
    expect(ofStation).toContain(`<a href="${path}"><bdi>Nova at night</bdi></a>`);
  });

  test('names nobody whose profile is not public, who has left the team, or whom the station has barred', async () => {
    const { client, path, radio, station, me, add } = await presenting();
    await add();
    await client.ok(session.update, { body: { dj_info: { public: false } } });
    expect(await nextOf(radio)).toContain('<bdi>Nova at night</bdi>');
    await client.ok(session.update, { body: { dj_info: { public: true } } });
    const { db } = portal.kernel;
    await db.updateTable('presenters').set({ disabled: true }).where('station_key', '=', station).execute();
    expect([await nextOf(path), await nextOf(radio)]).toEqual(['', '']);
    await db.updateTable('presenters').set({ disabled: false }).where('station_key', '=', station).execute();
    await db.deleteFrom('station_members').where('user_id', '=', me.id).execute();
    expect(await nextOf(path)).toBe('');
    expect(await nextOf(radio)).not.toContain(path);
  });

  test('a presenter is a person of the team, or nobody', async () => {
    const { add } = await presenting({ user_id: (await portal.make.person()).id });
    const { status, json } = await add();
    expect([status, (json as unknown as ErrorReply).error.code]).toEqual([409, 'presenter.notOnTeam']);
    const { add: nobody } = await presenting({ user_id: null });
    expect((await nobody()).status).toBe(201);
  });
});
