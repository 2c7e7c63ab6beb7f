import type { Readable } from 'node:stream';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { renditionsOf } from './creatives.repo.ts';
import { previewFormat } from './render-creative.ts';

/** The MP3 of a creative that browsers play; refuses with `campaign.noAudio` until it is ready. */
export const serveAudio = async (
  { db, storage }: Pick<Kernel, 'db' | 'storage'>,
  id: string | null,
): Promise<{ stream: Readable; size: number; type: string; etag: string }> => {
  const { codec, bitrate } = previewFormat;
  const found = id === null ? [] : await renditionsOf(db, id);
  const preview = found.find((one) => one.codec === codec && one.bitrate === bitrate) ?? refuse('campaign.noAudio');
  const { path, bytes, sha256 } = preview;
  return { stream: await storage.read(path), size: bytes, type: 'audio/mpeg', etag: sha256.slice(0, 32) };
};
