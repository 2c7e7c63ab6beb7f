import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { PodcastKey } from '#contract/keys.ts';
import { feedUrl } from '../addresses.ts';
import { isElsewhere } from './feed-channel.ts';
import { findFeedState, type FeedState } from './feed.repo.ts';
import { readFeedSource, type FeedDeps } from './read-feed-source.ts';
import { renderFeed } from './render-feed.ts';

/** A feed as it is sent. `etag` is the hash of its bytes. */
export type Feed = {
  key: PodcastKey;
  etag: string;
  plain: Buffer;
  gzipped: Buffer;
  /** When it was last another; undefined while its changes come faster than seconds. */
  changed: Date | undefined;
};

/** What stands at an address of a feed: the feed itself, or where it has gone. */
export type Shelved = { feed: Feed; movedTo: string | undefined } | { movedTo: string };

export type FeedShelf = {
  /** What stands at an address; undefined where nobody may have anything. */
  get(name: string): Promise<Shelved | undefined>;
  /** The same without waiting; `stale` where the database has to be asked first. */
  now(name: string): Shelved | undefined | 'stale';
};

const shrink = promisify(gzip);
/** For so long an answer is given without asking the database whether the feed has changed. */
const trustMs = 1000;
const mostBytes = 128 * 1024 * 1024;
const mostNames = 20_000;

type Place = { revision: string; found: Shelved | undefined; until: number; asked: number; bytes: number };

/**
 * Whole feeds in memory, each asked after at most once a second (one small row), made anew when its podcast or one of its
 * episodes has changed or when a scheduled episode's moment has come. The least used leave first.
 */
export const feedShelf = (deps: FeedDeps): FeedShelf => {
  const places = new Map<string, Place>();
  const asking = new Map<string, Promise<Shelved | undefined>>();
  let held = 0;
  const put = (name: string, place: Place): void => {
    held += place.bytes - (places.get(name)?.bytes ?? 0);
    places.delete(name);
    places.set(name, place);
    for (const [oldest, { bytes }] of places) {
      if (held <= mostBytes && places.size <= mostNames) break;
      if (oldest === name) break;
      places.delete(oldest);
      held -= bytes;
    }
  };
  const ask = async (name: string): Promise<Shelved | undefined> => {
    const asked = performance.now();
    const place = places.get(name);
    const now = deps.clock.now();
    const state = await findFeedState(deps.db, name);
    const revision = state ? `${state.key} ${String(state.revision)} ${state.pretty_url}` : '';
    if (place?.revision === revision && now.getTime() < place.until) {
      put(name, { ...place, asked });
      return place.found;
    }
    const made = state ? await shelve(deps, state, name, now) : { found: undefined, until: Infinity };
    put(name, { ...made, revision, asked, bytes: sizeOf(made.found) });
    return made.found;
  };
  /** While the database is away, what was there is better than nothing. */
  const askOrKeep = async (name: string): Promise<Shelved | undefined> => {
    try {
      return await ask(name);
    } catch (error) {
      const place = places.get(name);
      if (!place?.found) throw error;
      deps.log.warn({ err: error, name }, 'a feed is served as it was');
      place.asked = performance.now();
      return place.found;
    }
  };
  const now: FeedShelf['now'] = (name) => {
    const place = places.get(name.toLowerCase());
    const isTrusted = place && performance.now() - place.asked < trustMs && deps.clock.now().getTime() < place.until;
    return isTrusted ? place.found : 'stale';
  };
  return {
    now,
    async get(given) {
      const known = now(given);
      if (known !== 'stale') return known;
      const name = given.toLowerCase();
      const answer = asking.get(name) ?? askOrKeep(name).finally(() => asking.delete(name));
      asking.set(name, answer);
      return await answer;
    },
  };
};

const shelve = async (
  deps: FeedDeps,
  state: FeedState,
  name: string,
  now: Date,
): Promise<{ found: Shelved | undefined; until: number }> => {
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
  // While it has no moment of its own yet, it is looked at again.
  const settles = feed.changed ? Infinity : changed.getTime();
  return { found: { feed, movedTo }, until: Math.min(read.until?.getTime() ?? Infinity, settles) };
};

const sizeOf = (found: Shelved | undefined): number =>
  (found && 'feed' in found ? found.feed.plain.length + found.feed.gzipped.length : 0) + 500;
