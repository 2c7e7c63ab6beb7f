import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import {
  extentReader,
  type ArrangedSpot,
  type BlockReader,
  type EpisodeSpots,
  type ListenerRequest,
} from './arranged.service.ts';
import { firstByte, requestedRange, type ByteRange } from './byte-range.ts';
import type { StoredEnclosure } from './enclosure.repo.ts';
import { enclosureLookup } from './enclosure-lookup.ts';
import { fileBlocks, type FileBlocks } from './file-blocks.ts';
import { recordRequests, type OpenRequestSpool } from './record-requests.ts';
import type { OpenRequest, RequestLog } from './request-log.ts';
import { sendBytes } from './send-bytes.ts';
import { audioExtents, type AudioExtent } from './audio-extent.ts';
import { listenerAgent } from '../listener-agent.ts';

export type EnclosureDeps = Pick<Kernel, 'db' | 'clock' | 'log' | 'storage'> & {
  /** Opens the spool that holds requests until they are stored; called once this process listens. */
  openSpool: OpenRequestSpool;
  /** What plays spots in episodes, where something does. */
  spots?: (blocks: FileBlocks) => EpisodeSpots;
};

/** Concurrent downloads of one process; more get 503. */
const maxDownloads = 5000;
const maxHeaderLength = 512;

/**
 * Public `/episodes/{episodeKey}.mp3`: an episode's audio, with range requests; 404 if it isn't published or its
 * account or station is suspended, 410 if it was deleted. Records the bytes each request got, for download counting.
 */
export const mountEnclosures = (app: FastifyInstance, deps: EnclosureDeps): void => {
  const { log } = recordRequests(app, deps);
  const find = enclosureLookup(deps);
  const blocks = fileBlocks(deps.storage);
  const audioBytesOf = audioExtents(blocks);
  const arrange = deps.spots?.(blocks);
  app.addHook('onListen', (done) => (arrange?.start(), done()));
  app.addHook('onClose', () => arrange?.stop());

  const fileFor = async (request: FastifyRequest, found: StoredEnclosure): Promise<SentFile> => {
    const audioBytes = await audioBytesOf(found);
    const arranged =
      arrange?.isActive() && !isPrefetch(request) ? await arrange.of(found, askedOf(request)) : undefined;
    if (!arranged) return { ...found, ...audioBytes, read: (at) => blocks.at(found, at) };
    const { extents, ...own } = arranged;
    return { ...found, ...audioBytes, ...own, read: extentReader(blocks, extents) };
  };

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { file = '' } = request.params as { file?: string };
    const found = file.endsWith('.mp3') ? await find(file.slice(0, -4)) : undefined;
    if (found === undefined) return refuse('episode.notFound');
    if (found === 'gone') return refuse('episode.gone');
    if (log.open() >= maxDownloads) return refuse('request.unavailable', { part: 'This download' });
    const sent = await fileFor(request, found);
    const version = { etag: `"${sent.hash}"`, modified: sent.modified };
    const range = requestedRange(request, sent.size, version);
    const recorded = log.begin({ ...requestOf(request, sent, range), started: deps.clock.now().getTime() });
    // The type is set for the access log only, which doesn't time audio responses.
    reply.type('audio/mpeg').hijack();
    reply.raw.writeHead(range.status, headersOf(sent, version, range));
    if (request.method === 'HEAD' || !('to' in range)) {
      recorded.end();
      return reply.raw.end();
    }
    return await send(reply, sent, range, recorded);
  };

  const send = async (
    reply: FastifyReply,
    { read, episode }: SentFile,
    { from, to }: { from: number; to: number },
    recorded: OpenRequest,
  ): Promise<void> => {
    try {
      await sendBytes(reply.raw, read, { from, to, onSent: recorded.sentUntil });
    } catch (error) {
      deps.log.error({ err: error, episode }, 'episode delivery failed');
    } finally {
      recorded.end();
    }
  };

  app.get('/episodes/:file', answer);
  app.head('/episodes/:file', answer);
  app.options('/episodes/:file', (_request, reply) => reply.code(204).headers(preflight).send());
};

/** What a request gets: the episode's file, or one with spots. */
type SentFile = StoredEnclosure &
  AudioExtent & { read: BlockReader; spots?: readonly ArrangedSpot[]; arrangement?: string };

const askedOf = (request: FastifyRequest): ListenerRequest => ({
  ip: request.ip,
  user_agent: listenerAgent(request.headers),
  method: request.method === 'HEAD' ? 'HEAD' : 'GET',
  start: firstByte(request),
  tags: [request.headers['if-range']?.toString() ?? '', ...(request.headers['if-none-match'] ?? '').split(',')].flatMap(
    (tag) => /^\s*(?:W\/)?"([^"]+)"\s*$/.exec(tag)?.[1] ?? [],
  ),
});

const isPrefetch = ({ headers }: FastifyRequest): boolean => {
  const purposes = `${String(headers['sec-purpose'] ?? '')} ${String(headers.purpose ?? headers['x-purpose'] ?? '')}`;
  return /prefetch|preview|prerender/i.test(purposes);
};

const anyOrigin = { 'access-control-allow-origin': '*' };
const preflight = {
  ...anyOrigin,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'range, if-range, if-none-match, if-modified-since',
  'access-control-max-age': '86400',
};

const headersOf = (
  { size, arrangement }: Pick<SentFile, 'size' | 'arrangement'>,
  { etag, modified }: { etag: string; modified: Date },
  range: ByteRange,
): Record<string, string | number> => ({
  ...anyOrigin,
  'access-control-expose-headers': 'content-length, content-range, accept-ranges, etag, x-arrangement',
  'cross-origin-resource-policy': 'cross-origin',
  'accept-ranges': 'bytes',
  etag,
  // With it, transcripts and chapters have the times of this audio.
  ...(arrangement !== undefined && { 'x-arrangement': arrangement }),
  'last-modified': modified.toUTCString(),
  // Copies served from shared caches could not be counted.
  'cache-control': 'private, max-age=300',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  ...('to' in range && { 'content-type': 'audio/mpeg', 'content-length': range.to - range.from }),
  ...(range.status === 206 && { 'content-range': `bytes ${range.from}-${range.to - 1}/${size}` }),
  ...(range.status === 416 && { 'content-range': `bytes */${size}`, 'content-length': 0 }),
});

const requestOf = (
  request: FastifyRequest,
  { account, podcast, episode, hash, size, sound, enough, spots }: SentFile,
  range: ByteRange,
): Omit<Parameters<RequestLog['begin']>[0], 'started'> => {
  const { headers } = request;
  return {
    ...{ account, podcast, episode, hash, size, sound, enough, ...(spots && { spots }) },
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    status: range.status,
    asked: 'to' in range ? range.to - range.from : 0,
    from: 'to' in range ? range.from : 0,
    ip: request.ip,
    user_agent: listenerAgent(request.headers),
    referer: (headers.referer ?? '').slice(0, maxHeaderLength),
    prefetch: isPrefetch(request),
  };
};
