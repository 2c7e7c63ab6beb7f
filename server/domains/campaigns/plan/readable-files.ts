import { relative } from 'node:path';
import { mediaFolder } from '#server/kernel/create-kernel.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { RenditionRow } from './plan.repo.ts';

/** Edges read files on this disk: those of a bucket are copied to it; one that can't be is left out. An engine elsewhere fetches them. */
export const readableFiles = async (
  { storage, config, log }: Pick<Kernel, 'storage' | 'config' | 'log'>,
  renditions: readonly RenditionRow[],
): Promise<RenditionRow[]> => {
  if (!config.s3) return [...renditions];
  const rows: RenditionRow[] = [];
  for (const row of renditions)
    try {
      rows.push({
        ...row,
        storage_key: row.path,
        path: relative(mediaFolder(config), await storage.localPath(row.path)),
      });
    } catch (error) {
      log.error({ path: row.path, error: String(error) }, 'could not copy a spot for the engine');
    }
  return rows;
};
