import { appleCategory } from '#contract/rules/podcast-categories.ts';
import type { Podcast, PodcastPerson } from '#contract/api/podcast.ts';
import type { FeedSource } from './feed-source.ts';
import { feedText, rfc2822, withinBytes } from './feed-text.ts';

/** An XML element in the form the builder expects. */
export type Element = Record<string, unknown>;

/** Longest description that directories accept. */
export const descriptionBytes = 4000;

/** The feed's channel element, without its items. Empty values are left out. */
export const channelOf = (source: FeedSource): Element => {
  const { podcast, addresses } = source;
  const art = addresses.art(podcast.image);
  const title = feedText(podcast.title);
  const link = podcast.link || addresses.page;
  return withoutEmpty({
    'atom:link': [
      { '@href': addresses.feed, '@rel': 'self', '@type': 'application/rss+xml' },
      ...(addresses.hub === undefined ? [] : [{ '@href': addresses.hub, '@rel': 'hub' }]),
    ],
    title,
    link: feedText(link, 2000),
    description: withinBytes(describe(podcast), descriptionBytes),
    language: feedText(podcast.language.toLowerCase()),
    copyright: feedText(podcast.copyright),
    // Our categories, which directories only partly know, so that an import into another installation preserves them.
    category: podcast.categories,
    generator: addresses.generator,
    lastBuildDate: rfc2822(source.built),
    pubDate: newest(source),
    image: art === null ? undefined : { url: art, title, link: feedText(link, 2000) },
    ...apple(source, art),
    ...podcasting20(source),
  });
};

/** Directories refuse an empty description. */
const describe = ({ description, summary, subtitle, title }: FeedSource['podcast']): string =>
  [description, summary, subtitle, title].find((text) => feedText(text) !== '') ?? '';

const newest = ({ episodes: [first] }: FeedSource): string | undefined =>
  first && rfc2822(first.publish_date ?? first.created);

const apple = ({ podcast, addresses }: FeedSource, art: string | null): Element => ({
  'itunes:title': feedText(podcast.title),
  'itunes:author': feedText(podcast.author),
  'itunes:subtitle': feedText(podcast.subtitle),
  'itunes:summary': withinBytes(podcast.summary, descriptionBytes),
  'itunes:type': podcast.show_type,
  'itunes:explicit': String(podcast.explicit),
  'itunes:image': art === null ? undefined : { '@href': art },
  'itunes:category': categories(podcast.categories),
  'itunes:keywords': feedText(podcast.keywords.join(', '), 1000),
  'itunes:owner': withoutEmpty({ 'itunes:name': feedText(podcast.owner_name), 'itunes:email': podcast.owner_email }),
  // Only `Yes` has a meaning for these two.
  'itunes:complete': podcast.complete ? 'Yes' : undefined,
  'itunes:block': podcast.block ? 'Yes' : undefined,
  'itunes:new-feed-url': isElsewhere(podcast.new_feed_url, addresses.feed) ? podcast.new_feed_url : undefined,
});

/** Whether a new feed URL is a different one: a feed can't redirect to itself. */
export const isElsewhere = (newUrl: string, feed: string): boolean =>
  newUrl !== '' && newUrl.replace(/(\.xml)?\/*$/, '') !== feed;

/** Apple's current categories, in the podcast's order; every subcategory has its own element. */
const categories = (ids: Podcast['categories']): Element[] => {
  const known = ids.flatMap((id) => appleCategory(id) ?? []);
  const distinct = [...new Map(known.map((category) => [`${category.top}/${category.sub ?? ''}`, category])).values()];
  return distinct.map(({ top, sub }) =>
    withoutEmpty({ '@text': top, 'itunes:category': sub === undefined ? undefined : { '@text': sub } }),
  );
};

const podcasting20 = (source: FeedSource): Element => {
  const { podcast, addresses, frequency, live } = source;
  return {
    'podcast:guid': podcast.guid,
    'podcast:locked': withoutEmpty({ '@owner': podcast.owner_email, '#text': podcast.locked ? 'yes' : 'no' }),
    'podcast:medium': podcast.medium,
    'podcast:podping': addresses.usesPodping ? { '@usesPodping': 'true' } : undefined,
    'podcast:funding': podcast.funding.map(({ url, label }) => ({ '@url': url, '#text': feedText(label, 128) })),
    'podcast:person': podcast.persons.map(personElement),
    'podcast:updateFrequency': updateFrequency(podcast.complete, frequency),
    'podcast:trailer': trailers(source),
    'podcast:liveItem': live.map((item) => liveItem(source, item)),
  };
};

const updateFrequency = (isComplete: boolean, frequency: FeedSource['frequency']): Element | undefined => {
  if (isComplete) return withoutEmpty({ '@complete': 'true', '#text': 'Complete' });
  return frequency && { '@rrule': frequency.rule, '#text': feedText(frequency.words, 128) };
};

const trailers = ({ episodes, addresses }: FeedSource): Element[] =>
  episodes
    .filter(({ episode_type }) => episode_type === 'trailer')
    .map((trailer) =>
      withoutEmpty({
        '@pubdate': rfc2822(trailer.publish_date ?? trailer.created),
        '@url': addresses.episode(trailer.key).file,
        '@length': String(trailer.audio_size),
        '@type': 'audio/mpeg',
        '@season': trailer.season === null ? undefined : String(trailer.season),
        '#text': feedText(trailer.title, 128),
      }),
    );

const liveItem = ({ addresses, now }: FeedSource, item: FeedSource['live'][number]): Element => ({
  '@status': now < item.begin ? 'pending' : 'live',
  '@start': item.begin.toISOString(),
  '@end': item.end.toISOString(),
  title: feedText(item.title),
  guid: { '@isPermaLink': 'false', '#text': item.id },
  link: addresses.page,
  enclosure: { '@url': item.streamUrl, '@length': '0', '@type': 'audio/mpeg' },
  'podcast:contentLink': { '@href': addresses.page, '#text': 'Listen live' },
});

/** `podcast:person` */
export const personElement = ({ name, role, link, image }: PodcastPerson): Element =>
  withoutEmpty({ '@role': feedText(role), '@href': link, '@img': image, '#text': feedText(name, 128) });

/** An element without its undefined and empty values. */
export const withoutEmpty = (element: Element): Element =>
  Object.fromEntries(Object.entries(element).filter(([, value]) => !isEmpty(value)));

const isEmpty = (value: unknown): boolean => {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
};
