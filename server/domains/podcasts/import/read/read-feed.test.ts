import { describe, expect, it } from 'vitest';
import { readFeed } from './read-feed.ts';

/* Real-world feeds are read completely, or refused with a reason. */

const namespaces =
  'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:psc="http://podlove.org/simple-chapters"';
const rss = (channel: string, head = '<?xml version="1.0" encoding="UTF-8"?>', more = namespaces) =>
  `${head}<rss version="2.0" ${more}><channel>${channel}</channel></rss>`;
const read = (text: string | Buffer, type = 'application/rss+xml') => readFeed(Buffer.from(text), type);
const item = (inner: string) => read(rss(`<title>T</title><item>${inner}</item>`)).episodes[0];

const full = rss(`<title>Fish &amp; Chips &lt;live&gt;</title><description><![CDATA[Two   cooks.]]></description>
  <link>https://cooks.example/</link><language>en_us</language><copyright>© 2026</copyright>
  <itunes:author>Ann</itunes:author><itunes:explicit>Yes</itunes:explicit><itunes:type>Serial</itunes:type>
  <itunes:owner><itunes:name>Ann B</itunes:name><itunes:email>Ann@Example.com</itunes:email></itunes:owner>
  <itunes:image href="https://cooks.example/art.jpg"/>
  <itunes:category text="Arts"><itunes:category text="Food"/></itunes:category>
  <itunes:category text="History"/><itunes:category text="Nonsense"/>
  <itunes:keywords>fish, chips,fish</itunes:keywords><itunes:complete>Yes</itunes:complete>
  <podcast:guid>9b024349-ccf0-5f69-a609-6b82873eab3c</podcast:guid>
  <podcast:locked owner="boss@example.com">yes</podcast:locked><podcast:medium>music</podcast:medium>
  <podcast:funding url="https://cooks.example/give">Give</podcast:funding>
  <podcast:person role="guest" href="https://z.example/" img="https://z.example/z.jpg">Zoe</podcast:person>
  <item><title>One</title><guid isPermaLink="false"> 1-a/B </guid>
    <enclosure url="https://cooks.example/1.mp3?x=1&amp;y=2" length="5" type="audio/mpeg"/>
    <pubDate>Sat, 21 Nov 2026 10:00:00 -0500</pubDate><itunes:season>2</itunes:season><itunes:episode>7</itunes:episode>
    <itunes:episodeType>Bonus</itunes:episodeType><description>Plain &amp;amp; simple</description>
    <content:encoded><![CDATA[<p>Rich <b>text</b> &amp; more</p>]]></content:encoded>
    <podcast:transcript url="https://cooks.example/1.srt" type="application/x-subrip"/>
    <podcast:transcript url="https://cooks.example/1.vtt" type="text/vtt"/>
    <podcast:chapters url="https://cooks.example/1.json" type="application/json+chapters"/>
    <psc:chapters><psc:chapter start="00:01:02.5" title="Middle" href="https://cooks.example/m"/></psc:chapters>
  </item>`);

it('reads all values of a channel', () => {
  const { podcast } = read(full);
  expect(podcast).toMatchObject({
    guid: '9b024349-ccf0-5f69-a609-6b82873eab3c',
    art: 'https://cooks.example/art.jpg',
    isLocked: true,
    owner: 'boss@example.com',
    values: {
      title: 'Fish & Chips <live>',
      description: 'Two   cooks.',
      author: 'Ann',
      owner_name: 'Ann B',
      owner_email: 'ann@example.com',
      language: 'en-US',
      explicit: true,
      show_type: 'serial',
      complete: true,
      locked: true,
      medium: 'music',
      categories: ['Arts/Food', 'Society & Culture/History'],
      keywords: ['fish', 'chips'],
      funding: [{ url: 'https://cooks.example/give', label: 'Give' }],
      persons: [{ name: 'Zoe', role: 'guest', link: 'https://z.example/', image: 'https://z.example/z.jpg' }],
    },
  });
  expect(podcast.notes).toEqual(['The category “Nonsense” is unknown.']);
});

it('reads all values of an episode, with its guid unchanged', () => {
  expect(read(full).episodes).toMatchObject([
    {
      guid: '1-a/B',
      audio: 'https://cooks.example/1.mp3?x=1&y=2',
      transcript: 'https://cooks.example/1.vtt',
      chapters: 'https://cooks.example/1.json',
      values: {
        publish_date: '2026-11-21T15:00:00.000Z',
        published: true,
        season: 2,
        episode: 7,
        episode_type: 'bonus',
        description: 'Plain & simple',
        rich_description: '<p>Rich <b>text</b> &amp; more</p>',
        chapters: [{ start: 62.5, title: 'Middle', url: 'https://cooks.example/m' }],
      },
    },
  ]);
});

it('recognizes a namespace by its URI, whatever its prefix', () => {
  const other = namespaces.replace('xmlns:itunes', 'xmlns:apple');
  const { podcast } = read(rss('<title>T</title><apple:author>Ann</apple:author>', '', other));
  expect(podcast.values.author).toBe('Ann');
});

it.each([
  ['Health & Fitness/Mental Health', 'Health/Self-Help'],
  ['Leisure/Video Games', 'Games & Hobbies/Video Games'],
  ['Leisure', 'Games & Hobbies'],
  ['Fiction/Drama', 'Arts/Literature'],
  ['True Crime', 'Society & Culture'],
  ['News/Tech News', 'Technology/Tech News'],
  ['Games & Hobbies/Automotive', 'Games & Hobbies/Automotive'],
  ['Sports/Soccer', 'Sports & Recreation'],
])('maps the category %s to %s', (theirs, ours) => {
  const [top = '', sub] = theirs.split('/').map((name) => name.replace('&', '&amp;'));
  const inner = sub ? `<itunes:category text="${sub}"/>` : '';
  const { podcast } = read(rss(`<title>T</title><itunes:category text="${top}">${inner}</itunes:category>`));
  expect(podcast.values.categories).toEqual([ours]);
});

it('reads each guid once, and uses the audio URL if there is none', () => {
  const two = '<item><guid>g</guid><title>a</title></item><item><guid>g</guid><title>b</title></item>';
  const none = '<item><title>c</title><enclosure url="https://a.example/c.mp3"/></item>';
  const { episodes, podcast } = read(rss(`<title>T</title>${two}${none}`));
  expect(episodes.map(({ guid }) => guid)).toEqual(['g', 'https://a.example/c.mp3']);
  expect(podcast.notes.join()).toMatch(/repeat the guid/);
});

it('makes an episode without a date a draft', () => {
  expect(item('<title>a</title>')).toMatchObject({ values: { published: false, publish_date: null } });
});

it.each([
  ['Sat, 21 Nov 2026 10:00:00 GMT', '2026-11-21T10:00:00.000Z'],
  ['Sat, 21 Nov 2026 10:00:00 EST', '2026-11-21T15:00:00.000Z'],
  ['21 Nov 2026 10:00:00 +0100', '2026-11-21T09:00:00.000Z'],
  ['Samedi, 21 Nov 2026 10:00:00 +0000', '2026-11-21T10:00:00.000Z'],
  ['Sat, 21 Nov 2026 10:00', '2026-11-21T10:00:00.000Z'],
  ['2026-11-21T10:00:00+01:00', '2026-11-21T09:00:00.000Z'],
  ['soon', null],
  ['Sat, 21 Nov 1801 10:00:00 GMT', null],
])('reads the date %s', (text, date) => {
  expect(item(`<pubDate>${text}</pubDate>`)?.values.publish_date).toBe(date);
});

it('converts an HTML description to plain text, and uses the HTML as the rich description', () => {
  const values = item(
    '<description><![CDATA[<p>One<br>two &amp; three</p><ul><li>four</li></ul>]]></description>',
  )?.values;
  expect(values?.description).toBe('One\ntwo & three\n\nfour');
  expect(values?.rich_description).toContain('<li>four</li>');
});

describe('encodings', () => {
  const head = (name: string) => `<?xml version="1.0" encoding="${name}"?>`;
  const title = (bytes: Buffer, type = '') => readFeed(bytes, type).podcast.values.title;
  it.each([
    ['ISO-8859-1 by declaration', Buffer.from(rss('<title>Café</title>', head('iso-8859-1')), 'latin1'), ''],
    [
      'ISO-8859-1 by Content-Type',
      Buffer.from(rss('<title>Café</title>', ''), 'latin1'),
      'text/xml; charset=ISO-8859-1',
    ],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${rss('<title>Café</title>', head('utf-16'))}`, 'utf16le'), ''],
    ['UTF-16 without one', Buffer.from(rss('<title>Café</title>', head('utf-16')), 'utf16le'), ''],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${rss('<title>Café</title>')}`), ''],
    ['UTF-8 declared as UTF-16', Buffer.from(rss('<title>Café</title>', head('utf-16'))), ''],
  ])('%s', (_what, bytes, type) => {
    expect(title(bytes, type)).toBe('Café');
  });
  it('refuses bytes that don’t match their encoding', () => {
    expect(() => read(Buffer.from(rss('<title>Café</title>'), 'latin1'))).toThrow(/does not match its encoding/);
    expect(() => read(rss('<title>T</title>', head('klingon')))).toThrow(/klingon/);
  });
});

describe('hostile feeds', () => {
  const laughs = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY l2 "&lol;&lol;&lol;">]>${rss('<title>&l2;</title>', '')}`;
  const file = `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${rss('<title>&x;</title>', '')}`;
  const remote = `<!DOCTYPE r [<!ENTITY % d SYSTEM "http://10.0.0.1/d.dtd"> %d;]>${rss('<title>T</title>', '')}`;
  it.each([
    ['nothing', '', /empty/],
    ['a page', '<!DOCTYPE html><html><body>Not found</body></html>', /web page/],
    ['a page without a type', '<html><head></head></html>', /web page/],
    ['JSON', '{"title": "x"}', /JSON/],
    ['words', 'Sorry', /not XML/],
    ['a billion laughs', laughs, /entities/],
    ['a file of the server', file, /entities/],
    ['another document', remote, /entities/],
    ['half a feed', full.slice(0, -40), /well-formed/],
    ['crossing tags', rss('<title><b></title></b>'), /well-formed/],
    ['a deep one', rss(`<title>T</title>${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`), /nested/],
    ['Atom', '<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title></feed>', /Atom/],
    ['OPML', '<opml version="2.0"><body/></opml>', /OPML/],
    ['another kind', '<svg xmlns="http://www.w3.org/2000/svg"/>', /another kind/],
    ['no channel', '<rss version="2.0"></rss>', /channel/],
    ['no title', rss('<title> </title>'), /title/],
  ])('%s', (_what, text, reason) => {
    expect(() => read(text)).toThrow(reason);
  });
  it('does not pollute prototypes', () => {
    for (const name of ['__proto__', 'constructor'])
      expect(() => read(rss(`<title>T</title><${name}><polluted>1</polluted></${name}>`))).toThrow(/well-formed/);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
  it('removes scripts from plain text, and invalid URLs from links', () => {
    const values = item(
      '<description><![CDATA[<p>a</p><script>alert(1)</script>]]></description><link>javascript:alert(1)</link>',
    )?.values;
    expect([values?.description, values?.link]).toEqual(['a', '']);
  });
  it('reads the first 5000 episodes, with a note', () => {
    const { episodes, podcast } = read(
      rss(`<title>T</title>${Array.from({ length: 5010 }, (_, i) => `<item><guid>${i}</guid></item>`).join('')}`),
    );
    expect(episodes).toHaveLength(5000);
    expect(podcast.notes.join()).toMatch(/5010 episodes; the first 5000/);
  });
});
