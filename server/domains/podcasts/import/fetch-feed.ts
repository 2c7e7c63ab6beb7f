import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { parseFeed } from './parse-feed.ts';
import { mostEpisodes, type ReadFeed } from './read/read-feed.ts';

const mostBytes = 20 * 1024 ** 2;
const mostPages = 50;
const longestMs = 60_000;
const pageMs = 25_000;
const accept = 'application/rss+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5';

/**
 * Fetches a feed by the guarded client and reads it: at most 20 MB a page; where it goes on in further pages (RFC 5005),
 * those too. `owner` is the person who waits for it. Refuses `outbound.refused` and `import.notFeed` with the reason.
 */
export const fetchFeed = async (deps: Pick<Kernel, 'outbound'>, owner: string, url: string): Promise<ReadFeed> => {
  const first = await page(deps, owner, url);
  const until = Date.now() + longestMs;
  const seen = new Set([url]);
  const episodes = new Map(first.episodes.map((episode) => [episode.guid, episode]));
  for (let { next } = first; next !== '' && !seen.has(next);) {
    seen.add(next);
    if (seen.size > mostPages || Date.now() > until || episodes.size >= mostEpisodes) {
      first.podcast.notes.push('The feed has more pages than are read; its oldest episodes were left out.');
      break;
    }
    const more = await page(deps, owner, next);
    for (const episode of more.episodes) if (!episodes.has(episode.guid)) episodes.set(episode.guid, episode);
    next = more.next;
  }
  return { ...first, episodes: [...episodes.values()].slice(0, mostEpisodes) };
};

const page = async ({ outbound }: Pick<Kernel, 'outbound'>, owner: string, url: string): Promise<ReadFeed> => {
  const { status, type, body } = await outbound.get(url, { maxBytes: mostBytes, timeoutMs: pageMs, accept });
  if (status !== 200) refuse('outbound.refused', { reason: `it answered ${status}` });
  return await parseFeed(owner, body, type);
};
