import { randomUUID } from 'node:crypto';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import sanitize from 'sanitize-html';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { brand } from '#brands/skywave/brand.ts';
import { accounts } from '#contract/api/accounts.ts';
import { episodes } from '#contract/api/episodes.ts';
import type { AccountKey, EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import { people } from '#contract/api/people.ts';
import { podcastFeed } from '#contract/api/podcast-feed.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { stations } from '#contract/api/stations.ts';
import { hostileTexts, impossibleTexts } from '#contract/testing/hostile-texts.ts';
import { workInvitations } from './domains/people/invitation.work.ts';
import { renderEmail } from './engines/mail/template.ts';
import type { TestClient } from './testing/client.ts';
import { testPortal, type TestPortal } from './testing/portal.ts';

/*
 * Hostile texts are shown as text everywhere: each is set over HTTP, and every page, feed and e-mail then has the same
 * elements, attributes and lines as with a harmless text, plus the text itself.
 */

const harmless = 'Plain text';
let portal: TestPortal;
let owner: TestClient;
let account: AccountKey;
let podcast: PodcastKey;
let episode: EpisodeKey;
let show: string;

beforeAll(async () => {
  portal = await testPortal();
  await workInvitations(portal.kernel);
  const person = await portal.make.person();
  account = await portal.make.account({ plan: 'premier' });
  await portal.make.accountMember(account, person, 'owner');
  owner = await portal.as(person);
  podcast = await portal.make.podcast(account);
  episode = await portal.make.episode(podcast, { published: new Date(Date.now() - 60_000) });
  const { db } = portal.kernel;
  const audio = { audio: `episodes/${episode}`, audio_size: 5000, audio_ms: 754_000, upload_status: 'ready' } as const;
  await db.updateTable('episodes').set(audio).where('key', '=', episode).execute();
  show = (await db.selectFrom('podcasts').select('pretty_url').where('key', '=', podcast).executeTakeFirstOrThrow())
    .pretty_url;
});
afterAll(() => portal.close());

/** Sets a text in all text fields of a podcast and its episode. */
const write = async (text: string): Promise<void> => {
  const words = { title: text, subtitle: text, description: text, summary: text, author: text };
  const persons = [{ name: text, role: text.slice(0, 64), link: '', image: '' }];
  await owner.ok(podcasts.update, {
    params: { key: podcast },
    body: { ...words, owner_name: text, copyright: text, persons, keywords: [text.slice(0, 60)] },
  });
  await owner.ok(episodes.update, {
    params: { podcastKey: podcast, episodeKey: episode },
    body: { ...words, persons, tags: [text.slice(0, 60)], chapters: [{ start: 0, title: text, url: '' }] },
  });
};
const get = async (path: string): Promise<Response> => {
  const reply = await fetch(`${portal.url}${path}`);
  expect(reply.status).toBe(200);
  return reply;
};
/** The markup of HTML: its elements and the names of their attributes. */
const marksOf = (html: string): string[] => {
  const marks: string[] = [];
  const note = (tag: string, attributes: sanitize.Attributes) => {
    marks.push([tag, ...Object.keys(attributes)].join(' '));
    return { tagName: tag, attribs: {} };
  };
  sanitize(html, {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    transformTags: { '*': note },
  });
  return marks;
};
/** The characters of a text that XML allows. */
const legal = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replace(/\r\n?/g, '\n')
    .trim();

describe('a podcast and its episode', () => {
  const pages = () => [`/shows/${show}`, `/shows/${show}/${episode}`, `/embed/episodes/${episode}`];
  const xml = new XMLParser({ ignoreAttributes: false, trimValues: false, htmlEntities: true, parseTagValue: false });
  type Feed = { rss: { channel: Record<string, string> & { item: Record<string, string> } } };

  it('appear in pages and feeds exactly as written', async () => {
    await write(harmless);
    const before = await Promise.all(pages().map(async (page) => marksOf(await (await get(page)).text())));
    // The feed as it is sent, but without the cache of a second.
    const feedXml = async () => (await owner.ok(podcastFeed.preview, { params: { key: podcast } })).xml;
    const channelOf = (feed: string) => (xml.parse(feed) as Feed).rss.channel;
    const shape = Object.keys(channelOf(await feedXml()));
    for (const text of hostileTexts) {
      await write(text);
      const returned = await owner.ok(podcasts.get, { params: { key: podcast } });
      expect(returned).toMatchObject({ title: text.trim(), author: text.trim() });
      for (const [i, page] of pages().entries())
        expect([text, marksOf(await (await get(page)).text())]).toEqual([text, before[i]]);
      const feed = await feedXml();
      expect([text, XMLValidator.validate(feed)]).toEqual([text, true]);
      expect(feed).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/);
      const channel = channelOf(feed);
      expect(Object.keys(channel)).toEqual(shape);
      expect([channel['title'], channel['itunes:author'], channel.item['title']]).toEqual([
        legal(text),
        legal(text),
        legal(text),
      ]);
    }
  });

  it('reply with JSON that browsers never render as a page', async () => {
    const { headers } = await owner.call(podcasts.get, { params: { key: podcast } });
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('an e-mail', () => {
  it('has the same markup for any invitation', async () => {
    const invitationFor = async (text: string) => {
      await owner.ok(accounts.update, { params: { key: account }, body: { company: text } });
      const email = `${randomUUID()}@example.com`;
      const params = { id: account, role: 'admin' } as const;
      const body = { first_name: text.slice(0, 100), last_name: text.slice(0, 100) };
      await owner.ok(people.inviteToAccount, { params, query: { email }, body });
      await portal.drain();
      const mail = await vi.waitUntil(() => portal.mails.find(({ to }) => to === email), {
        timeout: 30_000,
        interval: 10,
      });
      return renderEmail(mail, brand);
    };
    const before = marksOf((await invitationFor(harmless)).html);
    for (const text of hostileTexts) {
      const { subject, text: plain, html } = await invitationFor(text);
      // A line end in the text is a line end in the HTML.
      expect([text, marksOf(html).filter((mark) => mark !== 'br')]).toEqual([
        text,
        before.filter((mark) => mark !== 'br'),
      ]);
      expect(subject).not.toMatch(/[\p{Cc}\u202A-\u202E]/u);
      for (const part of [plain, html]) expect(part).not.toMatch(/(?![\n\r\t])[\p{Cc}\u202A-\u202E]/u);
    }
  });
});

describe('a station', () => {
  it('rejects hostile names', async () => {
    for (const text of hostileTexts.filter((one) => !/^[\p{L}\p{M}\p{N} ._()-]*$/u.test(one.trim()))) {
      const { status } = await owner.call(stations.create, { params: { id: account }, body: { name: text } });
      expect([text, status]).toEqual([text, 400]);
    }
  });
});

it.each(impossibleTexts)('refuses a text that cannot be stored, with a message: %j', async (text) => {
  const params = { key: podcast };
  const { status, json } = await owner.call(podcasts.update, { params, body: { title: text } });
  expect(status).toBe(400);
  expect(JSON.stringify(json)).toContain('This text contains characters that cannot be saved.');
});
