import type { EpisodeKey, PodcastKey, AccountKey } from '#contract/rules/keys.ts';
import type { FeedSource } from '../feed-source.ts';
import type { FeedEpisode, FeedPodcast } from '../feed.repo.ts';

const base = 'https://radio.example';

/** A feed with a value for everything, with overrides. */
export const sampleFeed = (
  given: Partial<FeedPodcast> = {},
  episodes: readonly Partial<FeedEpisode>[] = [{}],
  more: Partial<FeedSource> = {},
): FeedSource => ({
  podcast: { ...podcast, ...given },
  episodes: episodes.map((one, place) => sampleEpisode(one, place)),
  live: [],
  frequency: undefined,
  now: new Date('2026-11-22T12:00:00Z'),
  changed: new Date('2026-11-21T11:00:00Z'),
  built: new Date('2026-11-21T10:00:00Z'),
  addresses: {
    feed: `${base}/feeds/night-shift`,
    page: `${base}/shows/night-shift`,
    hub: undefined,
    usesPodping: false,
    generator: 'Radio',
    art: (name) => (name === null ? null : `${base}/images/podcasts/${name}.jpg`),
    episode: (key) => ({
      page: `${base}/shows/night-shift/${key}`,
      file: `${base}/episodes/${key}.mp3`,
      chapters: `${base}/episodes/${key}/chapters.json`,
      transcript: (type) => `${base}/episodes/${key}/transcript.${type === 'text/vtt' ? 'vtt' : 'srt'}`,
    }),
  },
  ...more,
});

export const sampleEpisode = (given: Partial<FeedEpisode> = {}, place = 0): FeedEpisode => ({
  ...episode,
  key: `e-${String(place).padStart(22, '1')}` as EpisodeKey,
  guid: `guid-${String(place)}`,
  title: `Episode ${String(place)}`,
  episode: place + 1,
  ...given,
});

const podcast: FeedPodcast = {
  key: 'p-1111111111111111111111' as PodcastKey,
  account_key: 'a-1111111111111111111111' as AccountKey,
  station_key: null,
  title: 'Night Shift',
  subtitle: 'After midnight',
  description: 'Music for those who are awake.',
  summary: 'Awake.',
  author: 'Nora Night',
  owner_name: 'Nora Owner',
  owner_email: 'nora@radio.example',
  copyright: '© 2026 Radio',
  link: 'https://night.example/',
  language: 'en-GB',
  show_type: 'episodic',
  categories: ['Games & Hobbies/Other Games', 'Arts/Literature', 'Government & Organizations/Local'],
  keywords: ['night', 'music'],
  explicit: false,
  complete: false,
  block: false,
  published: true,
  third_party_content: false,
  content_rights: true,
  image: 'abc',
  pretty_url: 'night-shift',
  parent: null,
  locked: true,
  medium: 'podcast',
  funding: [{ url: 'https://night.example/give', label: 'Keep us awake' }],
  persons: [{ name: 'Nora', role: 'host', link: 'https://nora.example/', image: 'https://nora.example/face.jpg' }],
  new_feed_url: '',
  guid: '9b024349-ccf0-5f69-a609-6b82873eab3c',
  created: new Date('2026-11-01T00:00:00Z'),
  updated: new Date('2026-11-20T00:00:00Z'),
};

const episode: FeedEpisode = {
  key: 'e-1111111111111111111111' as EpisodeKey,
  title: 'The first night',
  subtitle: 'How it began',
  description: 'We begin.',
  rich_description: '<p>We <strong>begin</strong>.</p>',
  summary: 'Beginning',
  author: 'Nora',
  tags: ['begin', 'night'],
  season: 1,
  episode: 1,
  episode_type: 'full',
  explicit: false,
  block: false,
  publish_date: new Date('2026-11-20T08:00:00Z'),
  created: new Date('2026-11-19T00:00:00Z'),
  updated: new Date('2026-11-20T00:00:00Z'),
  link: '',
  image: 'def',
  persons: [],
  chapters: [{ start: 0, title: 'Hello', url: '' }],
  guid: 'guid-1',
  audio_size: 1_234_567,
  audio_ms: 61_500,
  transcript_type: 'text/vtt',
};
