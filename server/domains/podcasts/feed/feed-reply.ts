import type { IncomingHttpHeaders } from 'node:http';
import type { Feed, FeedOrRedirect } from './feed-cache.ts';

export type FeedReply = { status: number; headers: Record<string, string | number>; body: Buffer | undefined };

/**
 * The response to a request for a feed: 301 if it has moved (unless `stay` asks for it anyway), 304 if the client has
 * the current version, else the whole feed, compressed if the client accepts gzip. Each content coding has its own
 * ETag.
 */
export const feedReply = (
  found: FeedOrRedirect | undefined,
  request: { method: string | undefined; headers: IncomingHttpHeaders; stay: boolean },
): FeedReply => {
  if (!found)
    return { status: 404, headers: { ...publicHeaders, ...text, 'cache-control': 'no-cache' }, body: notFound };
  if (found.movedTo !== undefined && !(request.stay && 'feed' in found)) return moved(found.movedTo);
  if (!('feed' in found)) return moved(found.movedTo);
  const { feed } = found;
  const isGzip = acceptsGzip(request.headers['accept-encoding']);
  const { headers, bytes, etag } = variantOf(feed, isGzip);
  if (isNotModified(feed, request.headers))
    return { status: 304, headers: { ...headers.unchanged, etag }, body: undefined };
  return { status: 200, headers: headers.whole, body: request.method === 'HEAD' ? undefined : bytes };
};

const publicHeaders = { 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' };
const text = { 'content-type': 'text/plain; charset=utf-8' };
const notFound = Buffer.from('Feed not found.\n');

const moved = (to: string): FeedReply => ({
  status: 301,
  headers: {
    ...publicHeaders,
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
  const both = variants.get(feed) ?? { plain: variant(feed, false), gzip: variant(feed, true) };
  variants.set(feed, both);
  return isGzip ? both.gzip : both.plain;
};

const variant = (feed: Feed, isGzip: boolean): Variant => {
  const bytes = isGzip ? feed.gzipped : feed.plain;
  const etag = `"${feed.etag}${isGzip ? '-gz' : ''}"`;
  const unchanged = {
    ...publicHeaders,
    'access-control-expose-headers': 'etag, last-modified',
    // Clients revalidate on every request: a 304 is cheap, and a new episode is visible at once.
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

/** Whether `gzip` or `*` is accepted, and not excluded by `q=0`. */
const acceptsGzip = (accepted: IncomingHttpHeaders['accept-encoding']): boolean => {
  if (accepted === undefined) return false;
  const found = /(?:^|,)\s*(?:gzip|x-gzip|\*)\s*(?:;\s*q=([\d.]+))?\s*(?:,|$)/i.exec(String(accepted));
  return found !== null && (found[1] === undefined || Number(found[1]) > 0);
};

/** Compares the ETag of any coding, weak or strong, and the time only if no ETag is sent (RFC 9110 §13). */
const isNotModified = (feed: Feed, headers: IncomingHttpHeaders): boolean => {
  const tags = headers['if-none-match'];
  if (tags !== undefined)
    return (
      tags === '*' ||
      tags.split(',').some((tag) => opaqueTag(tag) === feed.etag || opaqueTag(tag) === `${feed.etag}-gz`)
    );
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return feed.changed !== undefined && since >= Math.floor(feed.changed.getTime() / 1000) * 1000;
};

const opaqueTag = (tag: string): string =>
  tag
    .trim()
    .replace(/^W\//, '')
    .replace(/^"|"$/g, '')
    .replace(/;gzip$/, '');
