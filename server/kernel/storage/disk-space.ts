import { statfs } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { refuse } from '../http/refuse.ts';

/**
 * Uploads are refused below a twentieth of the disk, or 10 GB if that is less, as databases and spools share the disk.
 */
const share = 0.05;
const most = 10 * 1024 ** 3;

/** Free bytes on the disk of DATA_DIR, and the limit below which uploads are refused (`MIN_FREE_DISK`). */
export const diskSpace = async ({
  dataDir,
  minFreeDisk,
}: Pick<Config, 'dataDir' | 'minFreeDisk'>): Promise<{ free: number; total: number; floor: number }> => {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const [free, total] = [bavail * bsize, blocks * bsize];
  return { free, total, floor: minFreeDisk ?? Math.min(total * share, most) };
};

/** Refuses `media.diskLow` if the disk has too little space for uploads. */
export const checkDisk = async (config: Pick<Config, 'dataDir' | 'minFreeDisk'>): Promise<void> => {
  const { free, floor } = await diskSpace(config);
  if (free < floor) refuse('media.diskLow');
};
