import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { feedUrl } from '#server/domains/podcasts/podcast-urls.ts';
import { isElsewhere } from './feed-channel.ts';
import { findFeedState, type FeedState } from './feed.repo.ts';
import { readFeedSource, type FeedDeps } from './read-feed-source.ts';
import { renderFeed } from './render-feed.ts';

/** A rendered feed. `etag` is the hash of its bytes. */
export type Feed = {
  key: PodcastKey;
  etag: string;
  plain: Buffer;
  gzipped: Buffer;
  /** Time of its last change; undefined while that is in the future, as rapid changes are dated ahead. */
  changed: Date | undefined;
};

/** What a feed URL leads to: a feed (with its redirect if it moved elsewhere), or a redirect to its current URL. */
export type FeedOrRedirect = { feed: Feed; movedTo: string | undefined } | { movedTo: string };

export type FeedCache = {
  /** Looks up a feed by the name in its URL; undefined if there is no public feed. */
  get(name: string): Promise<FeedOrRedirect | undefined>;
  /** The same from memory only; `stale` if the database has to be queried first. */
  peek(name: string): FeedOrRedirect | undefined | 'stale';
};

const shrink = promisify(gzip);
/** How long a cached feed is served without checking the database for changes. */
const trustMs = 1000;
const maxBytes = 128 * 1024 * 1024;
const maxNames = 20_000;

type CacheEntry = {
  revision: string;
  found: FeedOrRedirect | undefined;
  until: number;
  checked: number;
  bytes: number;
};

/**
 * Caches rendered feeds in memory. Each is checked for changes at most once a second (one small row), and rendered
 * again when its podcast or episodes changed or a scheduled episode is due. Evicts the least recently used first.
 */
export const feedCache = (deps: FeedDeps): FeedCache => {
  const entries = new Map<string, CacheEntry>();
  const pending = new Map<string, Promise<FeedOrRedirect | undefined>>();
  let totalBytes = 0;
  const put = (name: string, entry: CacheEntry): void => {
    totalBytes += entry.bytes - (entries.get(name)?.bytes ?? 0);
    entries.delete(name);
    entries.set(name, entry);
    for (const [oldest, { bytes }] of entries) {
      if (totalBytes <= maxBytes && entries.size <= maxNames) break;
      if (oldest === name) break;
      entries.delete(oldest);
      totalBytes -= bytes;
    }
  };
  const load = async (name: string): Promise<FeedOrRedirect | undefined> => {
    const checked = performance.now();
    const entry = entries.get(name);
    const now = deps.clock.now();
    const state = await findFeedState(deps.db, name);
    const revision = state ? `${state.key} ${String(state.revision)} ${state.pretty_url}` : '';
    if (entry?.revision === revision && now.getTime() < entry.until) {
      put(name, { ...entry, checked });
      return entry.found;
    }
    const rendered = state ? await render(deps, state, name, now) : { found: undefined, until: Infinity };
    put(name, { ...rendered, revision, checked, bytes: sizeOf(rendered.found) });
    return rendered.found;
  };
  /** Falls back to the cached feed while the database is down. */
  const loadOrReuse = async (name: string): Promise<FeedOrRedirect | undefined> => {
    try {
      return await load(name);
    } catch (error) {
      const entry = entries.get(name);
      if (!entry?.found) throw error;
      deps.log.warn({ err: error, name }, 'could not check a feed for changes; serving the cached one');
      entry.checked = performance.now();
      return entry.found;
    }
  };
  const peek: FeedCache['peek'] = (name) => {
    const entry = entries.get(name.toLowerCase());
    const isFresh = entry && performance.now() - entry.checked < trustMs && deps.clock.now().getTime() < entry.until;
    return isFresh ? entry.found : 'stale';
  };
  return {
    peek,
    async get(given) {
      const cached = peek(given);
      if (cached !== 'stale') return cached;
      const name = given.toLowerCase();
      const loading = pending.get(name) ?? loadOrReuse(name).finally(() => pending.delete(name));
      pending.set(name, loading);
      return await loading;
    },
  };
};

const render = async (
  deps: FeedDeps,
  state: FeedState,
  name: string,
  now: Date,
): Promise<{ found: FeedOrRedirect | undefined; until: number }> => {
  const own = feedUrl(deps.config, state);
  if (state.pretty_url.toLowerCase() !== name) return { found: { movedTo: own }, until: Infinity };
  const read = await readFeedSource(deps, state.key, { changed: state.changed, now });
  if (!read) return { found: undefined, until: Infinity };
  const plain = Buffer.from(await renderFeed(read.source));
  const { changed } = read.source;
  const feed: Feed = {
    key: state.key,
    etag: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    plain,
    gzipped: await shrink(plain),
    changed: changed > now ? undefined : changed,
  };
  const movedTo = isElsewhere(state.new_feed_url, own) ? state.new_feed_url : undefined;
  // A change dated ahead has to be rendered again once that time has come, for its Last-Modified.
  const dateReached = feed.changed ? Infinity : changed.getTime();
  return { found: { feed, movedTo }, until: Math.min(read.until?.getTime() ?? Infinity, dateReached) };
};

const sizeOf = (found: FeedOrRedirect | undefined): number =>
  (found && 'feed' in found ? found.feed.plain.length + found.feed.gzipped.length : 0) + 500;
