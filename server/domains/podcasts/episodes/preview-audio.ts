import type * as z from 'zod/mini';
import type { EpisodeTask, episodes, Waveform } from '#contract/api/episodes.ts';
import type { EpisodeKey } from '#contract/rules/keys.ts';
import { audioFiles } from '#server/platform/audio-files.ts';
import { checkAction } from '#server/kernel/auth/access.ts';
import { findResourceContexts } from '#server/kernel/auth/resource-context.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { findTask } from './episode-tasks.repo.ts';
import { findEpisode } from './episodes.repo.ts';

/** Signed preview URLs of an episode's files, valid for this episode only; null for a file it doesn't have. */
export const previewLinks = async (
  deps: Pick<Kernel, 'db' | 'tokens'>,
  key: EpisodeKey,
  user: string,
): Promise<z.infer<typeof episodes.preview.spec.returns>> => {
  const row = (await findEpisode(deps.db, key)) ?? refuse('episode.notFound');
  const token = await deps.tokens.sign('episode.preview', key, user);
  const link = (of: 'original' | 'delivered', version: string) =>
    `/media/episodes/${key}?token=${encodeURIComponent(token)}&of=${of}&v=${version}`;
  return {
    original: row.original === null ? null : link('original', versionOf(row.original)),
    delivered: row.audio === null ? null : link('delivered', versionOf(row.audio)),
  };
};

/** The file behind a preview URL; refuses with `episode.noAudio`. */
export const previewFile = async (
  { db }: Pick<Kernel, 'db'>,
  key: EpisodeKey,
  of: 'original' | 'delivered',
): Promise<{ path: string; type: string; etag: string }> => {
  const row = (await findEpisode(db, key)) ?? refuse('episode.notFound');
  const path = (of === 'original' ? row.original : row.audio) ?? refuse('episode.noAudio');
  const file = Object.values(audioFiles).find(({ ending }) => path.endsWith(`.${ending}`));
  return { path, type: file?.type ?? 'application/octet-stream', etag: versionOf(path) };
};

/** File names are unique per version. */
const versionOf = (path: string): string => path.replace(/^.*\/|\.\w+$/g, '');

/** The waveform peaks of an episode's original file; refuses with `episode.noAudio`. */
export const waveformOf = async (
  { db, storage }: Pick<Kernel, 'db' | 'storage'>,
  key: EpisodeKey,
): Promise<z.infer<typeof Waveform>> => {
  const row = (await findEpisode(db, key)) ?? refuse('episode.notFound');
  if (row.peaks === null) return refuse('episode.noAudio');
  const bytes = Buffer.concat(await (await storage.read(row.peaks)).toArray());
  const peaks = [...new Int8Array(bytes.buffer, bytes.byteOffset + 8, bytes.length - 8)];
  return { duration: row.original_ms / 1000, perSecond: bytes.readDoubleLE(0), peaks };
};

/** State of an upload, for those who may read its podcast; refuses with `media.taskNotFound`. */
export const taskOf = async (
  { db }: Pick<Kernel, 'db'>,
  id: string,
  who: Person,
): Promise<z.infer<typeof EpisodeTask>> => {
  const task = (await findTask(db, id)) ?? refuse('media.taskNotFound');
  const contexts = await findResourceContexts(db, who, new Map([['podcast', new Set([task.podcast_key])]]));
  const context = contexts.get(task.podcast_key) ?? refuse('media.taskNotFound');
  checkAction('podcast.read', context, { ...missing });
  const { status, progress, episode_key, error_code, error_message } = task;
  return {
    ...{ id, status, progress },
    data: status === 'SUCCESS' && episode_key !== null ? { key: episode_key } : null,
    error: status === 'ERROR' ? { code: error_code ?? '', message: error_message ?? '' } : null,
  };
};
const missing = {
  account: 'media.taskNotFound',
  station: 'media.taskNotFound',
  podcast: 'media.taskNotFound',
  episode: 'media.taskNotFound',
  track: 'media.taskNotFound',
  player: 'media.taskNotFound',
  campaign: 'media.taskNotFound',
} as const;
