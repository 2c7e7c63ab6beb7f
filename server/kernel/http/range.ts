import type { FastifyRequest } from 'fastify';
import type { RawResult } from './handler.ts';
import { refuse } from './refuse.ts';
import type { Storage } from '../kernel.ts';

/**
 * The single byte range that a request asks for; undefined for the whole file (also for several ranges). Refuses 416.
 */
export const rangeOf = (
  request: FastifyRequest,
  size: number,
  etag?: string,
): { start: number; end: number; total: number } | undefined => {
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== `"${etag ?? ''}"`) return undefined;
  const found = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
  if (!found || (found[1] === '' && found[2] === '')) return undefined;
  const [, from = '', to = ''] = found;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (start > end || start >= size) refuse('request.range');
  return { start, end, total: size };
};

/** Replies with a stored file, or the requested range of it; refuses 404 `request.notFound` if it doesn't exist. */
export const sendStored = async (
  storage: Storage,
  key: string,
  request: FastifyRequest,
  named: { type: string; etag?: string },
): Promise<RawResult<{ raw: 'binary'; type: string }>> => {
  const size = await storage.size(key);
  if (size === undefined) return refuse('request.notFound');
  const range = rangeOf(request, size, named.etag);
  return { stream: await storage.read(key, range), size, range, ...named };
};
