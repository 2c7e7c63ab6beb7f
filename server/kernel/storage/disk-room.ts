import { statfs } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { refuse } from '../http/refuse.ts';

/** Below a twentieth of the disk, or 10 GB where that is less, uploads are refused: databases and spools share the disk. */
const share = 0.05;
const most = 10 * 1024 ** 3;

/** Free bytes of the disk of DATA_DIR, and below how many uploads are refused (`MIN_FREE_DISK`). */
export const diskRoom = async ({
  dataDir,
  minFreeDisk,
}: Pick<Config, 'dataDir' | 'minFreeDisk'>): Promise<{ free: number; total: number; floor: number }> => {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const [free, total] = [bavail * bsize, blocks * bsize];
  return { free, total, floor: minFreeDisk ?? Math.min(total * share, most) };
};

/** Refuses `media.diskLow` where the disk has too little room for any upload. */
export const checkDisk = async (config: Pick<Config, 'dataDir' | 'minFreeDisk'>): Promise<void> => {
  const { free, floor } = await diskRoom(config);
  if (free < floor) refuse('media.diskLow');
};
