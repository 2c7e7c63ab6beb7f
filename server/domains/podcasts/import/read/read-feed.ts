import { decodeFeed } from './decode-feed.ts';
import { DocumentProblem } from '#server/platform/xml/document-problem.ts';
import { readChannel, type FeedPodcast } from './read-channel.ts';
import { readItem, type FeedEpisode } from './read-item.ts';
import { child, childrenOf, readTree, type Element } from '#server/platform/xml/xml-tree.ts';

/** A parsed feed: the podcast, and its episodes in the order of the feed, each guid once. */
export type ReadFeed = {
  podcast: FeedPodcast;
  episodes: FeedEpisode[];
  /** URL of the next page of a paged feed (RFC 5005); '' on the last one. */
  next: string;
};

/** Import limit; of a longer feed the first episodes are imported, which are the newest. */
export const maxEpisodes = 5000;

/**
 * Parses an RSS feed. Throws a DocumentProblem with the reason: not XML, not RSS, a wrong encoding, custom entities, no
 * title.
 */
export const readFeed = (bytes: Uint8Array, contentType: string): ReadFeed => {
  const root = readTree(decodeFeed(bytes, contentType));
  const channel = root.name === 'rss' ? child(root, 'channel') : undefined;
  if (!channel) throw new DocumentProblem(otherKind(root));
  const podcast = readChannel(channel);
  if (podcast.values.title === '') throw new DocumentProblem('it has no title');
  return { podcast, episodes: episodesOf(channel, podcast.notes), next: nextPage(channel) };
};

const otherKind = (root: Element): string => {
  const kinds: Record<string, string> = {
    'atom:feed': 'it is an Atom feed, not RSS',
    html: 'it is a web page',
    opml: 'it is a list of feeds (OPML)',
    rss: 'it has no channel',
  };
  return kinds[root.name.toLowerCase()] ?? 'it is XML of another kind than RSS';
};

const episodesOf = (channel: Element, notes: string[]): FeedEpisode[] => {
  const items = childrenOf(channel, 'item');
  const byGuid = new Map<string, FeedEpisode>();
  let duplicates = 0;
  for (const item of items.slice(0, maxEpisodes)) {
    const episode = readItem(item);
    const guid = episode.guid || `${episode.values.title} ${episode.values.publish_date ?? ''}`.trim();
    if (byGuid.has(guid)) duplicates++;
    else byGuid.set(guid, { ...episode, guid });
  }
  if (duplicates > 0) notes.push(`${duplicates} of the items repeat the guid of another item and were left out.`);
  if (items.length > maxEpisodes)
    notes.push(`The feed has ${items.length} episodes; the first ${maxEpisodes} are imported.`);
  return [...byGuid.values()];
};

const nextPage = (channel: Element): string =>
  childrenOf(channel, 'atom:link').find(({ attributes }) => attributes['rel'] === 'next')?.attributes['href'] ?? '';
