import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EpisodeKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { checkTokenResource } from '#server/kernel/auth/access.ts';
import type { People } from '#server/kernel/auth/people.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { allowLongBody } from '#server/kernel/http/slow-bodies.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import {
  appendUpload,
  beginUpload,
  cancelUpload,
  uploadState,
  type ResumableDeps,
  type UploadKind,
  type UploadTarget,
} from './resumable.ts';
import { createUploadTurns } from './upload-turns.ts';

type Mounted = Omit<ResumableDeps, 'turns'> &
  Pick<Kernel, 'tokens' | 'events'> & { people: People; kinds: readonly UploadKind[] };
type TusDeps = Mounted & ResumableDeps;

const version = '1.0.0';
const bytes = 'application/offset+octet-stream';

/**
 * Resumable uploads with tus 1.0 (tus.io: core, creation, expiration, termination) at `/tus/`, with the token of a
 * library or podcast as bearer; the metadata has the file name and, for a podcast, the `episode`. An upload's task has
 * the same id. As the protocol uses headers, these routes are not in the contract, but refusals have its format.
 */
export const mountResumable = (app: FastifyInstance, mounted: Mounted): void => {
  const deps: TusDeps = { ...mounted, turns: createUploadTurns(mounted) };
  void app.register(async (tus) => {
    tus.addContentTypeParser(bytes, (_request, body, done) => done(null, body));
    tus.addHook('onRoute', (route) => void (route.config = { ...route.config, checksCallers: true }));
    const callers = new WeakMap<FastifyRequest, UploadTarget>();
    const callerOf = (request: FastifyRequest): UploadTarget => callers.get(request) ?? refuse('session.tokenInvalid');
    tus.addHook('onRequest', async (request, reply) => {
      reply.header('tus-resumable', version).header('cache-control', 'no-store');
      if (request.method === 'OPTIONS') return;
      callers.set(request, await authenticate(deps, request));
      allowLongBody(request.raw);
      if (request.headers['tus-resumable'] === version) return;
      return reply.header('tus-version', version).code(412).send();
    });
    for (const url of ['/tus/', '/tus/:id']) tus.options(url, (_request, reply) => describe(reply));
    tus.post('/tus/', (request, reply) => create(deps, callerOf(request), request, reply));
    tus.head('/tus/:id', async (request, reply) => {
      const { offset, length, expires } = await uploadState(deps, callerOf(request), idOf(request));
      return reply
        .headers({ 'upload-offset': offset, 'upload-length': length, 'upload-expires': expires.toUTCString() })
        .send();
    });
    tus.patch('/tus/:id', (request, reply) => append(deps, callerOf(request), request, reply));
    tus.delete('/tus/:id', async (request, reply) => {
      await cancelUpload(deps, callerOf(request).owner, idOf(request));
      return reply.code(204).send();
    });
  });
};

/** The token of a library or podcast permits uploads to it, checked like at its other endpoints. */
const authenticate = async ({ db, tokens, people, kinds }: TusDeps, request: FastifyRequest): Promise<UploadTarget> => {
  const bearer = /^Bearer +([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  for (const { purpose, endpoint, targetOf } of kinds) {
    const token = bearer === undefined ? undefined : await tokens.verify(purpose, bearer).catch(() => undefined);
    if (!token) continue;
    const who = token.user === null ? undefined : await people.byId(token.user);
    await checkTokenResource(db, endpoint, { who, token });
    return targetOf(token.resource, who);
  }
  return refuse('session.tokenInvalid');
};

const describe = (reply: FastifyReply): FastifyReply =>
  reply
    .headers({
      'tus-version': version,
      'tus-extension': 'creation,expiration,termination',
      'tus-max-size': limits.uploadMaxBytes,
    })
    .code(204)
    .send();

const create = async (
  deps: TusDeps,
  to: UploadTarget,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const length = byteCountIn(request, 'upload-length');
  const metadata = metadataOf(String(request.headers['upload-metadata'] ?? ''));
  const name = metadata.get('filename') ?? metadata.get('name') ?? '';
  const { id, expires } = await beginUpload(deps, to, { length, name, episode: episodeIn(metadata.get('episode')) });
  return reply
    .headers({ location: `/tus/${id}`, 'upload-expires': expires.toUTCString() })
    .code(201)
    .send();
};

const append = async (
  deps: TusDeps,
  to: UploadTarget,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  if (request.headers['content-type'] !== bytes) return reply.code(415).send();
  const body = request.body as Readable;
  const offset = byteCountIn(request, 'upload-offset');
  const { offset: received, expires } = await appendUpload(deps, to, { id: idOf(request), offset, body });
  return reply.headers({ 'upload-offset': received, 'upload-expires': expires.toUTCString() }).code(204).send();
};

const idOf = (request: FastifyRequest): string => {
  const { id } = request.params as { id: string };
  return /^[1-9A-HJ-NP-Za-km-z]{22}$/.test(id) ? id : refuse('media.uploadGone');
};

const byteCountIn = (request: FastifyRequest, header: 'upload-length' | 'upload-offset'): number => {
  const text = String(request.headers[header] ?? '');
  if (!/^\d{1,15}$/.test(text)) refuse('request.invalid', {}, { [header]: 'This header must be a number of bytes.' });
  return Number(text);
};

/** `filename <base64>,episode <base64>`, in UTF-8. */
const metadataOf = (metadata: string): Map<string, string> =>
  new Map(
    metadata
      .split(',')
      .map((pair) => pair.trim().split(/\s+/))
      .map(([key = '', value = '']) => [key, Buffer.from(value, 'base64').toString('utf8').slice(0, 1000)]),
  );

const episodeIn = (key: string | undefined): EpisodeKey | null => {
  if (key === undefined || key === '') return null;
  const parsed = EpisodeKey.safeParse(key);
  return parsed.success ? parsed.data : refuse('episode.notFound');
};
