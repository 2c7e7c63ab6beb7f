import type { IncomingHttpHeaders } from 'node:http';
import type { Feed, Shelved } from './feed-shelf.ts';

export type FeedReply = { status: number; headers: Record<string, string | number>; body: Buffer | undefined };

/**
 * What is answered to one request for a feed: 301 for good where it has moved (`stay` reads it here all the same), 304 to whoever
 * has it already, else all of it, compressed where that is taken. Each coding has an ETag of its own.
 */
export const feedReply = (
  found: Shelved | undefined,
  asked: { method: string | undefined; headers: IncomingHttpHeaders; stay: boolean },
): FeedReply => {
  if (!found) return { status: 404, headers: { ...open, ...text, 'cache-control': 'no-cache' }, body: notFound };
  if (found.movedTo !== undefined && !(asked.stay && 'feed' in found)) return moved(found.movedTo);
  if (!('feed' in found)) return moved(found.movedTo);
  const { feed } = found;
  const isGzip = takesGzip(asked.headers['accept-encoding']);
  const { headers, bytes, etag } = variantOf(feed, isGzip);
  if (isKnown(feed, asked.headers)) return { status: 304, headers: { ...headers.unchanged, etag }, body: undefined };
  return { status: 200, headers: headers.whole, body: asked.method === 'HEAD' ? undefined : bytes };
};

const open = { 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' };
const text = { 'content-type': 'text/plain; charset=utf-8' };
const notFound = Buffer.from('There is no such feed.\n');

const moved = (to: string): FeedReply => ({
  status: 301,
  headers: {
    ...open,
    location: URL.parse(to)?.href ?? to,
    'cache-control': 'public, max-age=3600',
    'content-length': 0,
  },
  body: undefined,
});

type Variant = {
  etag: string;
  bytes: Buffer;
  headers: { whole: Record<string, string | number>; unchanged: Record<string, string | number> };
};
const variants = new WeakMap<Feed, { plain: Variant; gzip: Variant }>();

const variantOf = (feed: Feed, isGzip: boolean): Variant => {
  const made = variants.get(feed) ?? { plain: variant(feed, false), gzip: variant(feed, true) };
  variants.set(feed, made);
  return isGzip ? made.gzip : made.plain;
};

const variant = (feed: Feed, isGzip: boolean): Variant => {
  const bytes = isGzip ? feed.gzipped : feed.plain;
  const etag = `"${feed.etag}${isGzip ? '-gz' : ''}"`;
  const unchanged = {
    ...open,
    'access-control-expose-headers': 'etag, last-modified',
    // Everybody asks whether there is something new: an answer of no costs nothing, and an episode is out at its minute.
    'cache-control': 'public, no-cache',
    vary: 'accept-encoding',
    ...(feed.changed && { 'last-modified': feed.changed.toUTCString() }),
  };
  const whole = {
    ...unchanged,
    etag,
    'content-type': 'application/rss+xml; charset=utf-8',
    'content-length': bytes.length,
    ...(isGzip && { 'content-encoding': 'gzip' }),
  };
  return { etag, bytes, headers: { whole, unchanged } };
};

/** `gzip` or `*`, unless it is refused by `q=0`. */
const takesGzip = (accepted: IncomingHttpHeaders['accept-encoding']): boolean => {
  if (accepted === undefined) return false;
  const found = /(?:^|,)\s*(?:gzip|x-gzip|\*)\s*(?:;\s*q=([\d.]+))?\s*(?:,|$)/i.exec(String(accepted));
  return found !== null && (found[1] === undefined || Number(found[1]) > 0);
};

/** By its ETag in any coding, weakened by a proxy or not; by time only where no ETag is sent (RFC 9110 §13). */
const isKnown = (feed: Feed, headers: IncomingHttpHeaders): boolean => {
  const tags = headers['if-none-match'];
  if (tags !== undefined)
    return tags === '*' || tags.split(',').some((tag) => bare(tag) === feed.etag || bare(tag) === `${feed.etag}-gz`);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return feed.changed !== undefined && since >= Math.floor(feed.changed.getTime() / 1000) * 1000;
};

const bare = (tag: string): string =>
  tag
    .trim()
    .replace(/^W\//, '')
    .replace(/^"|"$/g, '')
    .replace(/;gzip$/, '');
