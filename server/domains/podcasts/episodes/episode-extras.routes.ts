import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { EpisodeKey } from '#contract/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { publishedRow, type EpisodeRow } from './episodes.repo.ts';

type Deps = Pick<Kernel, 'db' | 'storage' | 'clock'>;
type ByKey = { Params: { key: string } };

/**
 * What players fetch besides the audio, for published episodes only: `/episodes/{key}/transcript.vtt|srt` and
 * `/episodes/{key}/chapters.json` (Podcasting 2.0).
 */
export const mountEpisodeExtras = (app: FastifyInstance, deps: Deps): void => {
  for (const [ending, type] of Object.entries(transcripts))
    app.get<ByKey>(`/episodes/:key/transcript.${ending}`, async (request, reply) => {
      const row = await published(deps, request.params.key);
      if (row.transcript === null || row.transcript_type !== type) return refuse('episode.transcriptMissing');
      const bytes = Buffer.concat(await (await deps.storage.read(row.transcript)).toArray());
      return send(request, reply, bytes, type);
    });
  app.get<ByKey>('/episodes/:key/chapters.json', async (request, reply) => {
    const row = await published(deps, request.params.key);
    if (row.chapters.length === 0) refuse('request.notFound');
    return send(request, reply, Buffer.from(JSON.stringify(chaptersDocument(row))), 'application/json+chapters');
  });
};

const transcripts = { vtt: 'text/vtt', srt: 'application/x-subrip' } as const;

/** Chapters in the JSON format of Podcasting 2.0. */
const chaptersDocument = ({ title, chapters, audio_ms }: EpisodeRow) => ({
  version: '1.2.0',
  title,
  chapters: chapters.map((chapter, i) => ({
    startTime: chapter.start,
    endTime: chapters[i + 1]?.start ?? audio_ms / 1000,
    title: chapter.title,
    ...(chapter.url !== '' && { url: chapter.url }),
  })),
});

const published = async ({ db, clock }: Deps, key: string): Promise<EpisodeRow> => {
  const parsed = EpisodeKey.safeParse(key);
  const row = parsed.success ? await publishedRow(db, parsed.data, clock.now()) : undefined;
  return row ?? refuse('episode.notFound');
};

const send = (request: FastifyRequest, reply: FastifyReply, bytes: Buffer, type: string): FastifyReply => {
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;
  reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'public, max-age=300')
    .header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type(type === 'application/json+chapters' ? type : `${type}; charset=utf-8`).send(bytes);
};
