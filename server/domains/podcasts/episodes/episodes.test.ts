import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { episodes } from '#contract/api/episodes.ts';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { publishedEpisodes } from './episodes.service.ts';

const noon = new Date('2026-11-22T12:00:00Z');
let portal: TestPortal;
let client: TestClient;
let podcast: PodcastKey;
let now = noon;

beforeAll(async () => {
  portal = await testPortal({ clock: { now: () => now } });
  const account = await portal.make.account();
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  client = await portal.as(person);
  podcast = await portal.make.podcast(account);
});
afterAll(() => portal.close());

const create = (body: Record<string, unknown>, of = podcast) =>
  client.ok(episodes.create, { params: { podcastKey: of }, body: { title: 'An episode', ...body } as never });
const change = (episodeKey: EpisodeKey, body: Record<string, unknown>) =>
  client.call(episodes.update, { params: { podcastKey: podcast, episodeKey }, body: body as never });
/** Sets the columns that a finished preparation sets. */
const giveAudio = (key: EpisodeKey, ms = 60_000) =>
  portal.kernel.db
    .updateTable('episodes')
    .set({ audio: `episodes/audio/${key}.mp3`, audio_ms: ms, audio_size: 1000, upload_status: 'ready' })
    .where('key', '=', key)
    .execute();

describe('an episode', () => {
  it('starts as a draft with its key as GUID, and its description derived from the rich one', async () => {
    const created = await create({
      rich_description: '<p>One &amp; <b>two</b></p><ul><li>three</li></ul><script>alert(1)</script>',
    });
    expect(created).toMatchObject({
      guid: created.key,
      state: 'draft',
      published: false,
      publish_date: null,
      rich_description: '<p>One &amp; <strong>two</strong></p><ul><li>three</li></ul>',
      description: 'One & two\n• three',
      upload_status: 'none',
      file_url: null,
      duration_hms: '0:00',
    });
    const changed = await change(created.key, { rich_description: '<p>Other</p>', description: created.description });
    expect(changed.json.description).toBe('Other');
    const own = await change(created.key, { rich_description: '<p>Third</p>', description: 'My own' });
    expect(own.json.description).toBe('My own');
    expect((await change(created.key, { rich_description: '<p>Fourth</p>' })).json.description).toBe('My own');
  });

  it('is published now, later or never, and only once it has audio', async () => {
    const soon = await create({ published: true });
    expect(soon).toMatchObject({ publish_date: noon.toISOString(), state: 'draft' });
    const later = new Date(noon.getTime() + 60_000).toISOString();
    const scheduled = await create({ published: true, publish_date: later });
    const draft = await create({ publish_date: later });
    for (const { key } of [soon, scheduled, draft]) await giveAudio(key);
    const states = async () =>
      Promise.all(
        [soon, scheduled, draft].map(async ({ key }) => {
          const params = { podcastKey: podcast, episodeKey: key };
          return (await client.ok(episodes.get, { params })).state;
        }),
      );
    const publicKeys = async () => (await publishedEpisodes(portal.kernel.db, podcast, now)).map(({ key }) => key);
    expect(await states()).toEqual(['published', 'scheduled', 'draft']);
    expect(await publicKeys()).toEqual([soon.key]);
    now = new Date(later);
    expect(await states()).toEqual(['published', 'published', 'draft']);
    expect(await publicKeys()).toEqual([scheduled.key, soon.key]);
    expect((await change(scheduled.key, { published: false })).json).toMatchObject({
      state: 'draft',
      publish_date: later,
    });
    expect((await change(scheduled.key, { published: true })).json.publish_date).toBe(later);
    now = noon;
  });

  it('gets one publish date when published several times at once', async () => {
    const { key } = await create({});
    await giveAudio(key);
    const before = now;
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => {
        now = new Date(now.getTime() + 1);
        return change(key, { published: true });
      }),
    );
    expect(new Set(replies.map(({ json }) => json.publish_date)).size).toBe(1);
    expect((await publishedEpisodes(portal.kernel.db, podcast, now)).filter((row) => row.key === key)).toHaveLength(1);
    now = before;
  });

  it('is not public while its podcast, station or account isn’t', async () => {
    const { make, kernel } = portal;
    const account = await make.account();
    const station = await make.station(account);
    const hidden = await make.podcast(account, { station });
    const key = await make.episode(hidden, { published: noon });
    await giveAudio(key);
    const isPublic = async () => (await publishedEpisodes(kernel.db, hidden, noon)).length === 1;
    expect(await isPublic()).toBe(true);
    for (const [table, column, of] of [
      ['stations', 'suspended_at', station],
      ['stations', 'deleted_at', station],
      ['accounts', 'suspended_at', account],
    ] as const) {
      const set = (at: Date | null) =>
        kernel.db
          .updateTable(table)
          .set({ [column]: at })
          .where('key', '=', of)
          .execute();
      await set(noon);
      expect(await isPublic()).toBe(false);
      await set(null);
    }
    await kernel.db.updateTable('podcasts').set({ published: false }).where('key', '=', hidden).execute();
    expect(await isPublic()).toBe(false);
  });

  it('stores chapters sorted and within the audio', async () => {
    const { key } = await create({});
    const chapter = (start: number, title: string) => ({ start, title, url: '' });
    const changed = await change(key, { chapters: [chapter(50, 'Two'), chapter(0, 'One')] });
    expect(changed.json.chapters.map(({ title }) => title)).toEqual(['One', 'Two']);
    await giveAudio(key, 60_000);
    const beyond = await change(key, { chapters: [chapter(0, 'One'), chapter(60, 'Late')] });
    expect([beyond.status, Object.keys(beyond.json.error.fields ?? {})]).toEqual([400, ['chapters.1.start']]);
    expect((await change(key, { chapters: [chapter(1, 'One'), chapter(1, 'Two')] })).status).toBe(400);
  });

  it('is found by words of its title, in every order, ten per page', async () => {
    const of = await portal.make.podcast(await portal.make.account());
    const admin = await portal.as(await portal.make.person({ admin: true }));
    const list = (query: Record<string, unknown> = {}) =>
      admin.ok(episodes.list, { params: { podcastKey: of }, query: query as never });
    for (let n = 1; n <= 12; n++) {
      const date = new Date(noon.getTime() + n * 1000).toISOString();
      const { key } = await admin.ok(episodes.create, {
        params: { podcastKey: of },
        body: { title: `Part ${String(13 - n).padStart(2, '0')}`, publish_date: date },
      });
      await giveAudio(key, n * 1000);
    }
    const page = await list();
    expect([page.total, page.entities.length, page.entities[0]?.title]).toEqual([12, 10, 'Part 01']);
    expect((await list({ offset: 10 })).entities).toHaveLength(2);
    expect((await list({ order: 'title' })).entities[0]?.title).toBe('Part 01');
    expect((await list({ order: '-title' })).entities[0]?.title).toBe('Part 12');
    expect((await list({ order: 'duration' })).entities[0]?.title).toBe('Part 12');
    expect((await list({ search: '07' })).entities.map(({ title }) => title)).toEqual(['Part 07']);
  });

  it('is created once per GUID, even when created several times at once', async () => {
    const { createEpisode } = await import('./episodes.service.ts');
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => createEpisode(portal.kernel, podcast, { title: 'Same', guid: 'the-same' })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
