import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lockRole } from '#shared/role-lock.ts';
import type { RemoteBus } from '#streaming/bus/remote-bus.ts';
import { addressOf } from './engine-edge.ts';

/** A folder of an edge, locked until `unlock` or the end of the process. */
export type EdgeFolder = { path: string; unlock(): void };

export type EdgeFolders = {
  /** Locks a folder for this process: of those that are free, the one that was used last. */
  take(): Promise<EdgeFolder>;
  /** Locks those of processes that have ended. */
  takeEnded(): Promise<EdgeFolder[]>;
};

/** One that serves, one that is started, and two that still have listeners. */
const most = 4;

/**
 * The folders of an edge's processes, each with spool and sessions of its own, as several run side by side while the edge is upgraded.
 * The first one is the edge's own; the others lie in it.
 */
export const edgeFolders = (dataDir: string, role: string): EdgeFolders => {
  const own = join(dataDir, role);
  const paths = [own, ...Array.from({ length: most - 1 }, (_, index) => join(own, `process-${String(index + 2)}`))];
  const lock = async (path: string): Promise<EdgeFolder | undefined> => {
    try {
      return { path, unlock: await lockRole(dataDir, `folder ${String(paths.indexOf(path) + 1)} of ${role}`) };
    } catch {
      return undefined;
    }
  };
  return {
    async take() {
      for (const path of paths.toSorted((one, other) => usedAt(other) - usedAt(one))) {
        const taken = await lock(path);
        if (taken) return taken;
      }
      throw new Error(`${String(most)} processes of this edge run already; some still have listeners.`);
    },
    async takeEnded() {
      const taken = await Promise.all(paths.filter((path) => usedAt(path) > 0).map(lock));
      return taken.filter((one) => one !== undefined);
    },
  };
};

/** Where a process keeps what concerns the engine at this place among its engines. */
export const folderOf = (folder: string, bus: string | RemoteBus, at: number): string =>
  at === 0 ? folder : join(folder, 'engines', encodeURIComponent(addressOf(bus)));

/** When sessions were last saved in it; 0 for one that was never used. */
const usedAt = (path: string): number => {
  const sessions = join(path, 'sessions');
  return existsSync(sessions) ? statSync(sessions).mtimeMs : 0;
};
