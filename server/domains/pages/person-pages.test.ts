import { afterAll, beforeAll, expect, test } from 'vitest';
import { session } from '#contract/session.ts';
import { markupTexts } from '#contract/testing/hostile-texts.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
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
