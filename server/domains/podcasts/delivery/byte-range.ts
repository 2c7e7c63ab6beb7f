import type { IncomingHttpHeaders } from 'node:http';

/** What identifies a state of a file: its strong entity tag and when it came to be, to the second. */
export type Version = { etag: string; modified: Date };
/** Bytes `[from, to)`. */
export type Asked = { status: 200 | 206; from: number; to: number } | { status: 304 } | { status: 416 };

/**
 * What a GET or HEAD asks for of a file (RFC 9110): nothing where the caller has it (`If-None-Match`, else
 * `If-Modified-Since`), one range, or all of it. Several ranges, units we don't know and an `If-Range` of another state
 * are answered with the whole; a HEAD has no ranges.
 */
export const askedOf = (
  { method, headers }: { method: string; headers: IncomingHttpHeaders },
  size: number,
  version: Version,
): Asked => {
  if (isKnown(headers, version)) return { status: 304 };
  const whole = { status: 200, from: 0, to: size } as const;
  if (method !== 'GET' || headers.range === undefined || !holds(headers['if-range']?.toString(), version)) return whole;
  const found = /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(headers.range);
  const [, first = '', last = ''] = found ?? [];
  if (!found || (first === '' && last === '')) return whole;
  if (first === '') {
    const count = Math.min(Number(last), size);
    return count === 0 ? { status: 416 } : { status: 206, from: size - count, to: size };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return whole;
  if (from >= size) return { status: 416 };
  return { status: 206, from, to: last === '' ? size : Math.min(Number(last) + 1, size) };
};

const isKnown = (headers: IncomingHttpHeaders, { etag, modified }: Version): boolean => {
  const tags = headers['if-none-match'];
  if (tags !== undefined)
    return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Number.isFinite(since) && seconds(modified) <= seconds(new Date(since));
};

/** A range is of the state that the caller has a part of. */
const holds = (condition: string | undefined, { etag, modified }: Version): boolean =>
  condition === undefined ||
  condition === etag ||
  (condition.endsWith('GMT') && seconds(new Date(condition)) === seconds(modified));

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);
