import { describe, expect, test } from 'vitest';
import { lintFeed, type LintedEpisode, type LintedFeed } from './lint-feed.ts';
import { sampleEpisode, sampleFeed } from './testing/feed-sample.ts';

const episode = (given: Partial<LintedEpisode> = {}, place = 0): LintedEpisode => ({
  ...sampleEpisode({}, place),
  title: `Night ${'abc'[place] ?? ''}`,
  published: true,
  audio: 'episodes/x',
  upload_status: 'ready',
  chapters: 1,
  ...given,
});
const linted = (
  podcast: Partial<LintedFeed['podcast']> = {},
  episodes: Partial<LintedEpisode>[] = [{}],
  more: Partial<LintedFeed> = {},
): LintedFeed => ({
  podcast: { ...sampleFeed().podcast, ...podcast },
  episodes: episodes.map((one, place) => episode(one, place)),
  art: { width: 1400, height: 1400 },
  feedUrl: 'https://radio.example/feeds/night-shift',
  wording: { podcast: 'podcast', Podcast: 'Podcast' },
  now: new Date('2026-11-22T12:00:00Z'),
  ...more,
});
const codes = (feed: LintedFeed) => lintFeed(feed).map(({ severity, code }) => `${severity} ${code}`);

test('finds nothing in a complete feed', () => {
  expect(codes(linted())).toEqual([]);
});

describe.each<[string, LintedFeed]>([
  ['refused channel.published', linted({ published: false })],
  ['refused channel.unreachable', linted({}, [{}], { feedUrl: 'http://localhost:8080/feeds/x' })],
  ['refused channel.unreachable', linted({}, [{}], { feedUrl: 'https://192.168.1.5/feeds/x' })],
  ['warning channel.insecure', linted({}, [{}], { feedUrl: 'http://radio.example/feeds/x' })],
  ['warning channel.movedToItself', linted({ new_feed_url: 'https://radio.example/feeds/night-shift/' })],
  ['warning channel.block', linted({ block: true })],
  ['refused channel.title', linted({ title: ' ' })],
  ['refused channel.language', linted({ language: '' })],
  ['refused channel.category', linted({ categories: [] })],
  ['warning channel.rights', linted({ content_rights: false })],
  ['refused channel.image', linted({ image: null }, [{}], { art: undefined })],
  ['refused channel.imageShape', linted({}, [{}], { art: { width: 1500, height: 1400 } })],
  ['refused channel.imageSize', linted({}, [{}], { art: { width: 600, height: 600 } })],
  ['refused channel.description', linted({ description: '', summary: '' })],
  ['warning channel.descriptionLong', linted({ description: 'ü'.repeat(2001) })],
  ['warning channel.markup', linted({ description: '<p>Hello</p>' })],
  ['warning channel.author', linted({ author: '' })],
  ['advice channel.titleStuffed', linted({ title: 'Night, jazz, soul, funk, blues' })],
  ['refused channel.ownerEmail', linted({ owner_email: '' })],
  ['warning channel.ownerName', linted({ owner_name: '' })],
  ['refused feed.empty', linted({}, [])],
  ['refused feed.empty', linted({}, [{ publish_date: new Date('2027-01-01') }])],
  ['warning feed.completeButMore', linted({ complete: true }, [{}, { publish_date: new Date('2027-01-01') }])],
  ['advice feed.transcripts', linted({}, [{ transcript_type: null }])],
  ['advice feed.trailer', linted({}, [{}, {}, {}])],
  ['refused episode.title', linted({}, [{ title: '' }])],
  ['warning episode.audio', linted({}, [{}, { audio: null, upload_status: 'none' }])],
  ['refused episode.number', linted({ show_type: 'serial' }, [{ episode: null }])],
  ['warning episode.numberTwice', linted({}, [{ episode: 4 }, { episode: 4 }])],
  ['warning episode.titleTwice', linted({}, [{ title: 'One' }, { title: 'one ' }])],
  ['warning episode.description', linted({}, [{ description: '', summary: '', subtitle: '' }])],
  ['warning episode.descriptionLong', linted({}, [{ description: '😀'.repeat(1001) }])],
  ['warning episode.date', linted({}, [{ publish_date: new Date(0) }])],
  ['warning episode.short', linted({}, [{ audio_ms: 4000 }])],
  ['advice episode.titleNumbered', linted({}, [{ title: 'Episode 12: Late' }])],
  ['advice episode.chapters', linted({}, [{ audio_ms: 3_600_000, chapters: 0 }])],
])('%s', (expected, feed) => {
  test('is found, with advice how to fix it', () => {
    const found = lintFeed(feed);
    expect(found.map(({ severity, code }) => `${severity} ${code}`)).toContain(expected);
    for (const { what, fix } of found)
      expect([what, fix]).toEqual([expect.stringMatching(/\.\)?$|episodes\)$/), expect.stringMatching(/\.$/)]);
  });
});

test('ignores drafts, trailers without a number and equal numbers in different seasons', () => {
  const serial = linted({ show_type: 'serial' }, [
    { season: 1, episode: 1 },
    { season: 2, episode: 1 },
    { episode: null, episode_type: 'trailer' },
    { published: false, audio: null, title: '', description: '', episode: null },
  ]);
  expect(codes(serial)).toEqual([]);
});

test('lists the most severe findings first, and at most twenty episodes per rule', () => {
  const many = linted(
    { owner_email: '', author: '' },
    Array.from({ length: 30 }, () => ({ description: '', summary: '', subtitle: '', title: 'Same' })),
  );
  const found = lintFeed(many);
  expect(found[0]?.severity).toBe('refused');
  const described = found.filter(({ code }) => code === 'episode.description');
  expect(described).toHaveLength(21);
  expect(described.at(-1)).toMatchObject({
    episode: null,
    what: expect.stringContaining('10 more episodes') as string,
  });
});
