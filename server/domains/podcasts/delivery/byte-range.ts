import type { IncomingHttpHeaders } from 'node:http';

/** Identifies a version of a file: its strong entity tag and its modification time, to the second. */
export type Version = { etag: string; modified: Date };
/** Bytes `[from, to)`. */
export type ByteRange = { status: 200 | 206; from: number; to: number } | { status: 304 } | { status: 416 };

/**
 * Which bytes of a file a GET or HEAD gets (RFC 9110): none if the client has it (`If-None-Match`, else
 * `If-Modified-Since`), one range, or the whole file. Multiple ranges, unknown units, an `If-Range` of another version
 * and any HEAD get the whole file.
 */
export const requestedRange = (
  { method, headers }: { method: string; headers: IncomingHttpHeaders },
  size: number,
  version: Version,
): ByteRange => {
  if (isNotModified(headers, version)) return { status: 304 };
  const whole = { status: 200, from: 0, to: size } as const;
  if (method !== 'GET' || headers.range === undefined || !isRangeOf(headers['if-range']?.toString(), version))
    return whole;
  const parsed = /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(headers.range);
  const [, first = '', last = ''] = parsed ?? [];
  if (!parsed || (first === '' && last === '')) return whole;
  if (first === '') {
    const count = Math.min(Number(last), size);
    return count === 0 ? { status: 416 } : { status: 206, from: size - count, to: size };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return whole;
  if (from >= size) return { status: 416 };
  return { status: 206, from, to: last === '' ? size : Math.min(Number(last) + 1, size) };
};

/** The first byte that a request wants: 0 for a whole file; Infinity for the last bytes of one. */
export const firstByte = ({ headers }: { headers: IncomingHttpHeaders }): number => {
  const [, first] = /^\s*bytes\s*=\s*(\d{0,15})\s*-/i.exec(headers.range ?? '') ?? [];
  return first === undefined ? 0 : first === '' ? Infinity : Number(first);
};

const isNotModified = (headers: IncomingHttpHeaders, { etag, modified }: Version): boolean => {
  const tags = headers['if-none-match'];
  if (tags !== undefined)
    return tags.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Number.isFinite(since) && seconds(modified) <= seconds(new Date(since));
};

/** Whether the partial copy that the client wants to complete is of this version. */
const isRangeOf = (condition: string | undefined, { etag, modified }: Version): boolean =>
  condition === undefined ||
  condition === etag ||
  (condition.endsWith('GMT') && seconds(new Date(condition)) === seconds(modified));

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);
