import type { Kernel } from '#server/kernel/kernel.ts';
import { statusFailed } from '#server/kernel/outbound/fetch-failure.ts';
import { parseFeed } from './parse-feed.ts';
import { maxEpisodes, type ReadFeed } from './read/read-feed.ts';

const maxBytes = 20 * 1024 ** 2;
const maxPages = 50;
const longestMs = 60_000;
const pageMs = 25_000;
const accept = 'application/rss+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5';

/**
 * Fetches a feed with the guarded client and parses it, including its further pages (RFC 5005), at most 20 MB per page.
 * `owner` is the id of the requesting person. Refuses with `outbound.refused` and `import.notFeed` and the reason.
 */
export const fetchFeed = async (deps: Pick<Kernel, 'outbound'>, owner: string, url: string): Promise<ReadFeed> => {
  const first = await page(deps, owner, url);
  const until = Date.now() + longestMs;
  const seen = new Set([url]);
  const episodes = new Map(first.episodes.map((episode) => [episode.guid, episode]));
  for (let { next } = first; next !== '' && !seen.has(next);) {
    seen.add(next);
    if (seen.size > maxPages || Date.now() > until || episodes.size >= maxEpisodes) {
      first.podcast.notes.push('The feed has too many pages; its oldest episodes were left out.');
      break;
    }
    const more = await page(deps, owner, next);
    for (const episode of more.episodes) if (!episodes.has(episode.guid)) episodes.set(episode.guid, episode);
    next = more.next;
  }
  return { ...first, episodes: [...episodes.values()].slice(0, maxEpisodes) };
};

const page = async ({ outbound }: Pick<Kernel, 'outbound'>, owner: string, url: string): Promise<ReadFeed> => {
  const { status, type, body } = await outbound.get(url, { maxBytes, timeoutMs: pageMs, accept });
  if (status !== 200) throw statusFailed(status);
  return await parseFeed(owner, body, type);
};
