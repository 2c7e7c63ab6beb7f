import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StationDesired } from '#contract/engine.ts';
import { removeDurably, writeAtomically } from './atomic-file.ts';

export type StationFiles = {
  /** The last desired state of every station. */
  load(): StationDesired[];
  /** Resolves once the document, or a newer one of the same station, is on disk. */
  save(desired: StationDesired): Promise<void>;
  remove(key: string): Promise<void>;
};

/** The last desired state of each station in a file of its own, so that the engine can start without the portal. */
export function createStationFiles(folder: string, failed: (error: unknown) => void): StationFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pending = new Map<string, StationDesired | null>();
  const writing = new Map<string, Promise<void>>();
  const pathOf = (key: string): string => join(folder, `${key}.json`);

  const writePending = async (key: string): Promise<void> => {
    for (let next = pending.get(key); next !== undefined; next = pending.get(key)) {
      pending.delete(key);
      if (next === null) await removeDurably(pathOf(key));
      else await writeAtomically(pathOf(key), JSON.stringify(next));
    }
  };
  const enqueue = (key: string, value: StationDesired | null): Promise<void> => {
    pending.set(key, value);
    const running = writing.get(key) ?? writePending(key).finally(() => writing.delete(key));
    writing.set(key, running);
    return running;
  };
  return {
    load() {
      const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
      return names.flatMap((name) => {
        try {
          return [StationDesired.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))];
        } catch (error) {
          // One unreadable document must not keep the other stations off the air; the portal sends it again.
          failed(error);
          return [];
        }
      });
    },
    save: (desired) => enqueue(desired.key, desired),
    remove: (key) => enqueue(key, null),
  };
}
