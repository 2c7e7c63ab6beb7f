import { statfs } from 'node:fs/promises';
import type { Log } from '#streaming/base/log.ts';

export type Disk = { free: number; total: number };

/** Free space of a folder's disk, for unprivileged users. */
export const readDisk = async (folder: string): Promise<Disk> => {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
};

export type DiskQuota = {
  /** Why nothing may be recorded now. */
  readonly full: 'disk' | undefined;
  readonly free: number;
  check(): Promise<void>;
};

const gigabyte = 1024 ** 3;

/**
 * Keeps recordings from filling the disk: the last 5 % of it, at least 1 and at most 10 GB, stay free. Recording
 * resumes when a quarter more than that is free.
 */
export const createDiskQuota = (disk: () => Promise<Disk>, log: Log): DiskQuota => {
  let full: 'disk' | undefined;
  let free = 0;
  return {
    get full() {
      return full;
    },
    get free() {
      return free;
    },
    async check() {
      const space = await disk();
      free = space.free;
      const reserve = Math.min(10 * gigabyte, Math.max(gigabyte, space.total * 0.05));
      const before = full;
      full = free < (full ? reserve * 1.25 : reserve) ? 'disk' : undefined;
      if (full && !before) log.warn({ free }, 'recording paused: the disk is nearly full');
      if (before && !full) log.info({ free }, 'recording resumed');
    },
  };
};
