import { relative } from 'node:path';
import type { Kernel } from '#server/kernel/kernel.ts';

/** The files of renditions as the engine opens them, below its media folder; one that can't be had is not among them. */
export type MediaPaths = (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;

const fetchedAtOnce = 8;

/**
 * Where storage is a disk the engine reads storage itself. Elsewhere each file is first copied into the media
 * folder's cache, eight at a time, and found there from then on.
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
      kernel.log.error({ path, error: String(error) }, 'a rendition could not be copied for the engine');
    }
  };
  return async (paths) => {
    const missing = paths.filter((path) => !copied.has(path));
    for (let i = 0; i < missing.length; i += fetchedAtOnce)
      await Promise.all(missing.slice(i, i + fetchedAtOnce).map(copy));
    return copied;
  };
};
