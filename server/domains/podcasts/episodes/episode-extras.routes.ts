import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EpisodeKey } from '#contract/rules/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { endAmong, startAmong } from '#shared/ads/inserted-time.ts';
import { listenerAgent } from '../listener-agent.ts';
import { publishedRow, type EpisodeRow } from './episodes.repo.ts';
import { moveCues, type FindInserted } from './inserted.service.ts';

type Deps = Pick<Kernel, 'db' | 'storage' | 'clock'> & {
  /** What plays between the parts of an episode, where something does. */
  inserted?: FindInserted;
};
type ByKey = { Params: { key: string }; Querystring: { arrangement?: string } };
type Inserted = Awaited<ReturnType<FindInserted>>;

/**
 * What players fetch besides the audio, for published episodes only: `/episodes/{key}/transcript.vtt|srt` and
 * `/episodes/{key}/chapters.json` (Podcasting 2.0). With the times of the audio that this listener gets, or of the one with
 * `?arrangement=` that its `X-Arrangement` names.
 */
export const mountEpisodeExtras = (app: FastifyInstance, deps: Deps): void => {
  for (const [ending, type] of Object.entries(transcripts))
    app.get<ByKey>(`/episodes/:key/transcript.${ending}`, async (request, reply) => {
      const row = await published(deps, request.params.key);
      if (row.transcript === null || row.transcript_type !== type) return refuse('episode.transcriptMissing');
      const bytes = Buffer.concat(await (await deps.storage.read(row.transcript)).toArray());
      const { inserted, isPersonal } = await insertedFor(deps, request, row);
      const moved = inserted.length === 0 ? bytes : Buffer.from(moveCues(bytes.toString(), inserted));
      return send(request, reply, { bytes: moved, type, isPersonal });
    });
  app.get<ByKey>('/episodes/:key/chapters.json', async (request, reply) => {
    const row = await published(deps, request.params.key);
    if (row.chapters.length === 0) refuse('request.notFound');
    const { inserted, isPersonal } = await insertedFor(deps, request, row);
    const bytes = Buffer.from(JSON.stringify(chaptersDocument(row, inserted)));
    return send(request, reply, { bytes, type: 'application/json+chapters', isPersonal });
  });
};

const transcripts = { vtt: 'text/vtt', srt: 'application/x-subrip' } as const;

/** Chapters in the JSON format of Podcasting 2.0. */
const chaptersDocument = ({ title, chapters, audio_ms }: EpisodeRow, inserted: Inserted['inserted']) => ({
  version: '1.2.0',
  title,
  chapters: chapters.map((chapter, i) => ({
    startTime: toSeconds(startAmong(inserted, chapter.start * 1000)),
    endTime: toSeconds(endAmong(inserted, chapters[i + 1] ? chapters[i + 1]!.start * 1000 : audio_ms)),
    title: chapter.title,
    ...(chapter.url !== '' && { url: chapter.url }),
  })),
});

const arrangementIds = /^[\da-f]{32}$/;

const toSeconds = (ms: number): number => Math.round(ms) / 1000;

const insertedFor = async (
  { inserted }: Deps,
  { ip, headers, query }: FastifyRequest<ByKey>,
  { key, audio_hash }: EpisodeRow,
): Promise<Inserted> => {
  if (!inserted || audio_hash === null) return { inserted: [], isPersonal: false };
  const { arrangement } = query;
  return await inserted({
    ...{ episode: key, audioHash: audio_hash, ip, user_agent: listenerAgent(headers) },
    arrangement: typeof arrangement === 'string' && arrangementIds.test(arrangement) ? arrangement : undefined,
  });
};

const published = async ({ db, clock }: Deps, key: string): Promise<EpisodeRow> => {
  const parsed = EpisodeKey.safeParse(key);
  const row = parsed.success ? await publishedRow(db, parsed.data, clock.now()) : undefined;
  return row ?? refuse('episode.notFound');
};

type Sent = { bytes: Buffer; type: string; isPersonal: boolean };

const send = (request: FastifyRequest, reply: FastifyReply, { bytes, type, isPersonal }: Sent): FastifyReply => {
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;
  reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', isPersonal ? 'private, no-cache' : 'public, max-age=300')
    .header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type(type === 'application/json+chapters' ? type : `${type}; charset=utf-8`).send(bytes);
};
