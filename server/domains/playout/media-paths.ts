import { relative } from 'node:path';
import type { Kernel } from '#server/kernel/kernel.ts';

/** Maps renditions to paths below the engine's media folder; one that can't be fetched is missing from the map. */
export type MediaPaths = (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;

const parallelCopies = 8;

/**
 * On disk storage the engine reads files directly. With a bucket, each file is first copied into the media folder's
 * cache, eight at a time, and reused from then on.
 */
export const mediaPaths = (
  kernel: Pick<Kernel, 'config' | 'storage' | 'log'>,
  mediaFolder: string,
): MediaPaths | undefined => {
  if (!kernel.config.s3) return undefined;
  const copied = new Map<string, string>();
  const copy = async (path: string): Promise<void> => {
    try {
      copied.set(path, relative(mediaFolder, await kernel.storage.localPath(path)));
    } catch (error) {
      kernel.log.error({ path, error: String(error) }, 'could not copy a rendition for the engine');
    }
  };
  return async (paths) => {
    const missing = paths.filter((path) => !copied.has(path));
    for (let i = 0; i < missing.length; i += parallelCopies)
      await Promise.all(missing.slice(i, i + parallelCopies).map(copy));
    return copied;
  };
};
