import { decodeFeed } from './decode-feed.ts';
import { FeedProblem } from './feed-problem.ts';
import { readChannel, type FeedPodcast } from './read-channel.ts';
import { readItem, type FeedEpisode } from './read-item.ts';
import { child, childrenOf, readTree, type Element } from './xml-tree.ts';

/** A feed as it is taken in: the podcast, and its episodes in the order of the feed, each guid once. */
export type ReadFeed = {
  podcast: FeedPodcast;
  episodes: FeedEpisode[];
  /** Where a feed in pages (RFC 5005) goes on; nothing on the last one. */
  next: string;
};

/** More than this are no podcast; of a longer feed the first ones, which are the newest, are taken. */
export const mostEpisodes = 5000;

/**
 * Reads the bytes of an RSS feed. Throws a FeedProblem whose words tell what is wrong: not XML, not RSS, another
 * encoding than it says, entities of its own, no title.
 */
export const readFeed = (bytes: Uint8Array, contentType: string): ReadFeed => {
  const root = readTree(decodeFeed(bytes, contentType));
  const channel = root.name === 'rss' ? child(root, 'channel') : undefined;
  if (!channel) throw new FeedProblem(otherKind(root));
  const podcast = readChannel(channel);
  if (podcast.values.title === '') throw new FeedProblem('it has no title');
  return { podcast, episodes: episodesOf(channel, podcast.notes), next: nextPage(channel) };
};

const otherKind = (root: Element): string => {
  const kinds: Record<string, string> = {
    'atom:feed': 'it is an Atom feed, and directories take podcasts as RSS only',
    html: 'it is a web page',
    opml: 'it is a list of feeds (OPML)',
    rss: 'it has no channel',
  };
  return kinds[root.name.toLowerCase()] ?? 'it is XML of another kind than RSS';
};

const episodesOf = (channel: Element, notes: string[]): FeedEpisode[] => {
  const items = childrenOf(channel, 'item');
  const byGuid = new Map<string, FeedEpisode>();
  let same = 0;
  for (const item of items.slice(0, mostEpisodes)) {
    const episode = readItem(item);
    const guid = episode.guid || `${episode.values.title} ${episode.values.publish_date ?? ''}`.trim();
    if (byGuid.has(guid)) same++;
    else byGuid.set(guid, { ...episode, guid });
  }
  if (same > 0) notes.push(`${same} of its items repeat the guid of another one and were left out.`);
  if (items.length > mostEpisodes)
    notes.push(`It has ${items.length} episodes; the first ${mostEpisodes} of them are imported.`);
  return [...byGuid.values()];
};

const nextPage = (channel: Element): string =>
  childrenOf(channel, 'atom:link').find(({ attributes }) => attributes['rel'] === 'next')?.attributes['href'] ?? '';
