import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StationDesired } from '#contract/engine.ts';
import { removeDurably, writeAtomically } from './atomic-file.ts';

export type StationFiles = {
  /** What was desired last, of every station. */
  load(): StationDesired[];
  /** Resolves once the document, or a younger one of the same station, is on disk. */
  save(desired: StationDesired): Promise<void>;
  remove(key: string): Promise<void>;
};

/** The last desired state of each station in a file of its own, so that the engine is on the air before the portal is. */
export function createStationFiles(folder: string, failed: (error: unknown) => void): StationFiles {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const wanted = new Map<string, StationDesired | null>();
  const writing = new Map<string, Promise<void>>();
  const pathOf = (key: string): string => join(folder, `${key}.json`);

  const settle = async (key: string): Promise<void> => {
    for (let next = wanted.get(key); next !== undefined; next = wanted.get(key)) {
      wanted.delete(key);
      if (next === null) await removeDurably(pathOf(key));
      else await writeAtomically(pathOf(key), JSON.stringify(next));
    }
  };
  const put = (key: string, value: StationDesired | null): Promise<void> => {
    wanted.set(key, value);
    const running = writing.get(key) ?? settle(key).finally(() => writing.delete(key));
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
          // One unreadable document must not keep the other stations off the air; the portal sends it anew.
          failed(error);
          return [];
        }
      });
    },
    save: (desired) => put(desired.key, desired),
    remove: (key) => put(key, null),
  };
}
