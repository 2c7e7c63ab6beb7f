import { statfs } from 'node:fs/promises';
import type { Log } from '#streaming/station/air.ts';

export type Disk = { free: number; total: number };

/** How much room the disk of a folder has, for who isn't root. */
export async function readDisk(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

export type Room = {
  /** Why nothing may be recorded now. */
  readonly full: 'disk' | undefined;
  readonly free: number;
  look(): Promise<void>;
};

const gigabyte = 1024 ** 3;

/**
 * Keeps recording from filling the disk: the last 5 % of it, at least 1 and at most 10 GB, are for others. Recording
 * goes on once there is a quarter more than that.
 */
export function createRoom(disk: () => Promise<Disk>, log: Log): Room {
  let full: 'disk' | undefined;
  let free = 0;
  return {
    get full() {
      return full;
    },
    get free() {
      return free;
    },
    async look() {
      const found = await disk();
      free = found.free;
      const kept = Math.min(10 * gigabyte, Math.max(gigabyte, found.total * 0.05));
      const before = full;
      full = free < (full ? kept * 1.25 : kept) ? 'disk' : undefined;
      if (full && !before) log.warn({ free }, 'stations are not recorded: the disk is nearly full');
      if (before && !full) log.info({ free }, 'stations are recorded again');
    },
  };
}
