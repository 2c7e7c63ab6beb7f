import { readFileSync } from 'node:fs';
import type { Position } from '#streaming/autodj/position.ts';
import { writeAtomically } from './atomic-file.ts';

export type Positions = {
  load(key: string): Position | undefined;
  save(key: string, position: Position): void;
  remove(key: string): void;
  /** Those saved since the last call. */
  takeChanged(): [key: string, position: Position][];
  stop(): Promise<void>;
};

/**
 * The Auto DJ position of each station, in one file, written at most every `everyMs`: a kill loses at most that much.
 */
export const createPositions = (path: string, failed: (error: unknown) => void, everyMs = 3000): Positions => {
  const positions = new Map<string, Position>(readEntries(path, failed));
  const changed = new Set<string>();
  let dirty = false;
  let writing = Promise.resolve();

  const write = (): Promise<void> => {
    if (!dirty) return writing;
    dirty = false;
    writing = writing.then(() => writeAtomically(path, JSON.stringify([...positions]))).catch(failed);
    return writing;
  };
  const timer = setInterval(write, everyMs);
  return {
    load: (key) => positions.get(key),
    save(key, position) {
      positions.set(key, position);
      changed.add(key);
      dirty = true;
    },
    takeChanged() {
      const taken = [...positions].filter(([key]) => changed.has(key));
      changed.clear();
      return taken;
    },
    remove(key) {
      dirty = positions.delete(key) || dirty;
    },
    stop() {
      clearInterval(timer);
      return write();
    },
  };
};

const readEntries = (path: string, failed: (error: unknown) => void): [string, Position][] => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as [string, Position][];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failed(error);
    return [];
  }
};
