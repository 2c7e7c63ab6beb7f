import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EngineSpan } from '#contract/engine/engine-log.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { maxLogSpanMs } from '#contract/api/logger.ts';
import type { RawResult } from '#server/kernel/http/handler.ts';
import { rangeOf } from '#server/kernel/http/range.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { attachment } from '#server/kernel/http/reply.ts';
import { id3Tag } from './id3.ts';
import type { LogEngine } from './log-engine.ts';

export const audioTypes = { mp3: 'audio/mpeg', aac: 'audio/aac' } as const;

type AudioRequest = { key: StationKey; from: number; to: number; name: string | undefined };
type Http = { request: FastifyRequest; reply: FastifyReply; signal: AbortSignal };

/** The recorded span within a time range; refuses a range that is empty, too long or has no recording. */
export const spanOf = async (engine: LogEngine, key: StationKey, from: number, to: number): Promise<EngineSpan> => {
  if (to <= from || to - from > maxLogSpanMs) refuse('log.badSpan', { hours: maxLogSpanMs / 3_600_000 });
  return await engine.span(key, from, to);
};

/** Serves recorded frames unchanged, also as a byte range; a download starts with a tag that has its name as title. */
export const serveAudio = async (
  engine: LogEngine,
  { key, from, to, name }: AudioRequest,
  { request, reply, signal }: Http,
): Promise<RawResult<{ raw: 'binary'; type: string }>> => {
  const span = await spanOf(engine, key, from, to);
  const head = name !== undefined && span.codec === 'mp3' ? id3Tag({ title: name, artist: '' }) : Buffer.alloc(0);
  if (name !== undefined) reply.header('content-disposition', attachment(`${safeFileName(name)}.${span.codec}`));
  const size = head.length + span.bytes;
  const etag = `${span.from}-${span.to}-${size}`;
  const range = rangeOf(request, size, etag);
  const first = range?.start ?? 0;
  const last = range?.end ?? size - 1;
  const frames = { first: Math.max(0, first - head.length), last: last - head.length };
  const stream = Readable.from(
    (async function* () {
      if (first < head.length) yield head.subarray(first, last + 1);
      if (frames.last >= frames.first) yield* await engine.sound(key, span, frames.first, frames.last, signal);
    })(),
    { objectMode: false },
  );
  return { stream, size, type: audioTypes[span.codec], etag, ...(range && { range }) };
};

/** A file name that is valid on every file system. */
export const safeFileName = (name: string): string =>
  name.replace(/[\p{Cc}\p{Cf}\s/\\:*?"<>|]+/gu, ' ').trim() || 'Recording';
