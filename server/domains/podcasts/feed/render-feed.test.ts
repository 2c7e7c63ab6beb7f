import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { parseFeed } from 'podcast-partytime';
import { describe, expect, test } from 'vitest';
import { renderFeed } from './render-feed.ts';
import { sampleEpisode, sampleFeed } from './testing/feed-sample.ts';

const reader = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  isArray: (name) => ['item', 'podcast:person', 'podcast:trailer', 'podcast:liveItem'].includes(name),
});

type Tree = Record<string, unknown>;
const channelIn = async (source = sampleFeed()): Promise<Tree> => {
  const xml = await renderFeed(source);
  expect(XMLValidator.validate(xml)).toBe(true);
  const parsed = parseFeed(xml);
  if (!parsed) throw new Error('An independent parser could not read the feed.');
  expect(parsed.items).toHaveLength(source.episodes.length);
  return (reader.parse(xml) as { rss: { channel: Tree } }).rss.channel;
};
const itemIn = async (source = sampleFeed()): Promise<Tree> => ((await channelIn(source))['item'] as Tree[])[0]!;

describe('the channel', () => {
  test('has what PSP-1 requires, and what Apple and Podcasting 2.0 use', async () => {
    const channel = await channelIn();
    expect(channel).toMatchObject({
      title: 'Night Shift',
      link: 'https://night.example/',
      description: 'Music for those who are awake.',
      language: 'en-gb',
      copyright: '© 2026 Radio',
      'atom:link': {
        '@href': 'https://radio.example/feeds/night-shift',
        '@rel': 'self',
        '@type': 'application/rss+xml',
      },
      'itunes:author': 'Nora Night',
      'itunes:explicit': 'false',
      'itunes:type': 'episodic',
      'itunes:image': { '@href': 'https://radio.example/images/podcasts/abc.jpg' },
      'itunes:owner': { 'itunes:name': 'Nora Owner', 'itunes:email': 'nora@radio.example' },
      'podcast:guid': '9b024349-ccf0-5f69-a609-6b82873eab3c',
      'podcast:locked': { '@owner': 'nora@radio.example', '#text': 'yes' },
      'podcast:medium': 'podcast',
      'podcast:funding': { '@url': 'https://night.example/give', '#text': 'Keep us awake' },
      'podcast:person': [{ '@role': 'host', '@href': 'https://nora.example/', '#text': 'Nora' }],
      lastBuildDate: 'Sat, 21 Nov 2026 10:00:00 +0000',
    });
    for (const absent of [
      'itunes:complete',
      'itunes:block',
      'itunes:new-feed-url',
      'podcast:liveItem',
      'podcast:trailer',
    ])
      expect(channel).not.toHaveProperty([absent]);
  });

  test('maps categories to Apple’s current ones, in the same order', async () => {
    expect((await channelIn())['itunes:category']).toEqual([
      { '@text': 'Leisure', 'itunes:category': { '@text': 'Games' } },
      { '@text': 'Arts', 'itunes:category': { '@text': 'Books' } },
      { '@text': 'Government' },
    ]);
  });

  test.each([
    ['explicit', { explicit: true }, 'itunes:explicit', 'true'],
    ['complete', { complete: true }, 'itunes:complete', 'Yes'],
    ['block', { block: true }, 'itunes:block', 'Yes'],
    ['serial', { show_type: 'serial' as const }, 'itunes:type', 'serial'],
    ['moved', { new_feed_url: 'https://new.example/feed' }, 'itunes:new-feed-url', 'https://new.example/feed'],
    [
      'moved to itself',
      { new_feed_url: 'https://radio.example/feeds/night-shift.xml' },
      'itunes:new-feed-url',
      undefined,
    ],
    ['unlocked', { locked: false, owner_email: '' }, 'podcast:locked', 'no'],
    ['no own site', { link: '' }, 'link', 'https://radio.example/shows/night-shift'],
    ['no description', { description: ' ' }, 'description', 'Awake.'],
    ['nothing but a title', { description: '', summary: '', subtitle: '' }, 'description', 'Night Shift'],
  ])('renders %s', async (_what, given, name, value) => {
    expect((await channelIn(sampleFeed(given)))[name]).toEqual(value);
  });

  test('lists current and upcoming broadcasts', async () => {
    const at = (hour: number) => new Date(Date.UTC(2026, 10, 22, hour));
    const item = { title: 'Live', streamUrl: 'https://stream.example/live' };
    const live = [
      { ...item, id: 'one', begin: at(11), end: at(13) },
      { ...item, id: 'two', begin: at(15), end: at(16) },
    ];
    const frequency = { rule: 'FREQ=WEEKLY;BYDAY=SU', words: 'Weekly on Sunday' };
    const channel = await channelIn(sampleFeed({}, [{}], { live, frequency }));
    expect(channel['podcast:liveItem']).toMatchObject([
      { '@status': 'live', '@start': '2026-11-22T11:00:00.000Z', guid: { '#text': 'one' } },
      {
        '@status': 'pending',
        '@end': '2026-11-22T16:00:00.000Z',
        enclosure: { '@url': 'https://stream.example/live' },
      },
    ]);
    expect(channel['podcast:updateFrequency']).toEqual({
      '@rrule': 'FREQ=WEEKLY;BYDAY=SU',
      '#text': 'Weekly on Sunday',
    });
  });

  test('declares its hub and the use of podping', async () => {
    const { addresses } = sampleFeed();
    const channel = await channelIn(
      sampleFeed({}, [{}], { addresses: { ...addresses, hub: 'https://hub.example/', usesPodping: true } }),
    );
    expect(channel['atom:link']).toContainEqual({ '@href': 'https://hub.example/', '@rel': 'hub' });
    expect(channel['podcast:podping']).toEqual({ '@usesPodping': 'true' });
  });
});

describe('an item', () => {
  test('has its enclosure, guid and all details', async () => {
    const key = sampleEpisode().key;
    expect(await itemIn()).toEqual({
      title: 'Episode 0',
      link: `https://radio.example/shows/night-shift/${key}`,
      guid: { '@isPermaLink': 'false', '#text': 'guid-0' },
      pubDate: 'Fri, 20 Nov 2026 08:00:00 +0000',
      description: 'We begin.',
      'content:encoded': '<p>We <strong>begin</strong>.</p>',
      enclosure: { '@url': `https://radio.example/episodes/${key}.mp3`, '@length': '1234567', '@type': 'audio/mpeg' },
      'itunes:title': 'Episode 0',
      'itunes:author': 'Nora',
      'itunes:subtitle': 'How it began',
      'itunes:summary': 'Beginning',
      'itunes:duration': '62',
      'itunes:explicit': 'false',
      'itunes:image': { '@href': 'https://radio.example/images/podcasts/def.jpg' },
      'itunes:keywords': 'begin, night',
      'itunes:season': '1',
      'itunes:episode': '1',
      'itunes:episodeType': 'full',
      'podcast:season': '1',
      'podcast:episode': '1',
      'podcast:transcript': {
        '@url': `https://radio.example/episodes/${key}/transcript.vtt`,
        '@type': 'text/vtt',
        '@language': 'en-gb',
        '@rel': 'captions',
      },
      'podcast:chapters': {
        '@url': `https://radio.example/episodes/${key}/chapters.json`,
        '@type': 'application/json+chapters',
      },
    });
  });

  test('leaves out empty details', async () => {
    const bare = {
      subtitle: '',
      description: '',
      rich_description: '',
      summary: '',
      author: '',
      tags: [],
      season: null,
      episode: null,
      image: null,
      chapters: [],
      transcript_type: null,
    };
    expect(Object.keys(await itemIn(sampleFeed({}, [bare]))).toSorted()).toEqual(
      ['enclosure', 'guid', 'itunes:duration', 'itunes:episodeType', 'itunes:explicit', 'itunes:title', 'link', 'pubDate', 'title'], // oxfmt-ignore
    );
  });

  test('of type trailer is also the podcast’s trailer', async () => {
    const channel = await channelIn(sampleFeed({}, [{ episode_type: 'trailer' }, {}]));
    expect(channel['podcast:trailer']).toMatchObject([{ '@length': '1234567', '@season': '1', '#text': 'Episode 0' }]);
  });
});

describe('hostile and long texts', () => {
  const hostile = `</title><script>alert("1")</script>&amp;<![CDATA[x]]>\u0000\u000B\uFFFE\uD800'"`;

  test('round-trip unchanged, except for illegal characters', async () => {
    const channel = await channelIn(
      sampleFeed(
        { title: hostile, author: hostile, persons: [{ name: hostile, role: hostile, link: '', image: '' }] },
        [{ title: hostile, rich_description: `<p>${hostile}]]></p>`, tags: [hostile], guid: hostile }],
      ),
    );
    const legal = `</title><script>alert("1")</script>&amp;<![CDATA[x]]>\uFFFD'"`;
    expect(channel['title']).toBe(legal);
    expect(channel['podcast:person']).toMatchObject([{ '@role': legal, '#text': legal }]);
    const [item] = channel['item'] as Tree[];
    expect(item).toMatchObject({ title: legal, 'content:encoded': `<p>${legal}]]></p>`, guid: { '#text': legal } });
  });

  test('are cut to what directories accept: 255 characters, and 4000 bytes of a description', async () => {
    const channel = await channelIn(sampleFeed({ title: '😀'.repeat(300), description: 'ü'.repeat(4000) }));
    expect(Array.from(channel['title'] as string)).toHaveLength(255);
    const description = channel['description'] as string;
    expect(Buffer.byteLength(description)).toBeLessThanOrEqual(4000);
    expect(description).toMatch(/^ü{1998,}…$/);
  });

  test('a feed of a thousand episodes is parsed by others in order', async () => {
    const many = Array.from({ length: 1000 }, () => ({ description: 'A night. '.repeat(80) }));
    const channel = await channelIn(sampleFeed({}, many));
    const items = channel['item'] as Tree[];
    expect(items.map((item) => item['title'])).toEqual(many.map((_one, place) => `Episode ${String(place)}`));
  });
});
