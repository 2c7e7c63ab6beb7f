import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { askedOf, type Asked } from './byte-range.ts';
import type { StoredEnclosure } from './enclosure.repo.ts';
import { enclosureLookup } from './enclosure-lookup.ts';
import { fileBlocks } from './file-blocks.ts';
import { keepRequests, type OpenRequestSpool } from './keep-requests.ts';
import type { OpenRequest, RequestLog } from './request-log.ts';
import { sendBytes } from './send-bytes.ts';
import { soundsOfFiles, type SoundOfFile } from './sound-of-file.ts';

export type EnclosureDeps = Pick<Kernel, 'db' | 'clock' | 'log' | 'storage'> & {
  /** Opens where requests are kept until they are counted; called once this process listens. */
  openSpool: OpenRequestSpool;
};

/** Downloads at once of one process; more are asked to come again. */
const atOnce = 5000;
const longestText = 512;

/**
 * `/episodes/{episodeKey}.mp3`: what is delivered of an episode, for everybody, by ranges too; 404 where it isn't
 * published or its account or station is suspended, 410 where it was deleted. What each request got is kept to be counted.
 */
export const mountEnclosures = (app: FastifyInstance, deps: EnclosureDeps): void => {
  const { log } = keepRequests(app, deps);
  const find = enclosureLookup(deps);
  const blocks = fileBlocks(deps.storage);
  const soundOf = soundsOfFiles(blocks);

  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { file = '' } = request.params as { file?: string };
    const found = file.endsWith('.mp3') ? await find(file.slice(0, -4)) : undefined;
    if (found === undefined) return refuse('episode.notFound');
    if (found === 'gone') return refuse('episode.gone');
    if (log.open() >= atOnce) return refuse('request.unavailable', { part: 'This download' });
    const sound = await soundOf(found);
    const version = { etag: `"${found.hash}"`, modified: found.modified };
    const asked = askedOf(request, found.size, version);
    const kept = log.begin(requestOf(request, found, sound, asked));
    // For the log alone, which takes no note of how long sound is sent.
    reply.type('audio/mpeg').hijack();
    reply.raw.writeHead(asked.status, headersOf(found, version, asked));
    if (request.method === 'HEAD' || !('to' in asked)) {
      kept.end();
      return reply.raw.end();
    }
    return await send(reply, found, asked, kept);
  };

  const send = async (
    reply: FastifyReply,
    found: StoredEnclosure,
    { from, to }: { from: number; to: number },
    kept: OpenRequest,
  ): Promise<void> => {
    try {
      await sendBytes(reply.raw, blocks, found, { from, to, handed: kept.handed });
    } catch (error) {
      deps.log.error({ err: error, episode: found.episode }, 'an episode could not be delivered');
    } finally {
      kept.end();
    }
  };

  app.get('/episodes/:file', answer);
  app.head('/episodes/:file', answer);
  app.options('/episodes/:file', (_request, reply) => reply.code(204).headers(preflight).send());
};

const anybody = { 'access-control-allow-origin': '*' };
const preflight = {
  ...anybody,
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'range, if-range, if-none-match, if-modified-since',
  'access-control-max-age': '86400',
};

const headersOf = (
  { size }: StoredEnclosure,
  { etag, modified }: { etag: string; modified: Date },
  asked: Asked,
): Record<string, string | number> => ({
  ...anybody,
  'access-control-expose-headers': 'content-length, content-range, accept-ranges, etag',
  'cross-origin-resource-policy': 'cross-origin',
  'accept-ranges': 'bytes',
  etag,
  'last-modified': modified.toUTCString(),
  // A copy that others hand out would be counted by nobody.
  'cache-control': 'private, max-age=300',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  ...('to' in asked && { 'content-type': 'audio/mpeg', 'content-length': asked.to - asked.from }),
  ...(asked.status === 206 && { 'content-range': `bytes ${asked.from}-${asked.to - 1}/${size}` }),
  ...(asked.status === 416 && { 'content-range': `bytes */${size}`, 'content-length': 0 }),
});

const requestOf = (
  request: FastifyRequest,
  { account, podcast, episode, hash, size }: StoredEnclosure,
  sound: SoundOfFile,
  asked: Asked,
): Parameters<RequestLog['begin']>[0] => {
  const { headers } = request;
  const purpose = `${String(headers['sec-purpose'] ?? '')} ${String(headers.purpose ?? headers['x-purpose'] ?? '')}`;
  return {
    ...{ account, podcast, episode, hash, size, ...sound },
    started: Date.now(),
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
    status: asked.status,
    asked: 'to' in asked ? asked.to - asked.from : 0,
    from: 'to' in asked ? asked.from : 0,
    ip: request.ip,
    user_agent: (headers['user-agent'] ?? '').slice(0, longestText),
    referer: (headers.referer ?? '').slice(0, longestText),
    prefetch: /prefetch|preview|prerender/i.test(purpose),
  };
};
