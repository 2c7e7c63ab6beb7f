import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeDurably, writeAtomically } from './atomic-file.ts';

export type JsonFiles<T> = {
  /** The last document of every key. */
  load(): T[];
  /** Resolves once the document, or a newer one of the same key, is on disk. */
  save(document: T): Promise<void>;
  remove(key: string): Promise<void>;
};

/** Documents with a key, each in a file of its own; `parse` throws for one that is damaged, which is left out. */
export const createJsonFiles = <T extends { key: string }>(
  folder: string,
  parse: (document: unknown) => T,
  failed: (error: unknown) => void,
): JsonFiles<T> => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pending = new Map<string, T | null>();
  const writing = new Map<string, Promise<void>>();
  const pathOf = (key: string): string => join(folder, `${key}.json`);

  const writePending = async (key: string): Promise<void> => {
    for (let next = pending.get(key); next !== undefined; next = pending.get(key)) {
      pending.delete(key);
      if (next === null) await removeDurably(pathOf(key));
      else await writeAtomically(pathOf(key), JSON.stringify(next));
    }
  };
  const enqueue = (key: string, value: T | null): Promise<void> => {
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
          return [parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))];
        } catch (error) {
          // One unreadable document must not keep the other stations off the air.
          failed(error);
          return [];
        }
      });
    },
    save: (document) => enqueue(document.key, document),
    remove: (key) => enqueue(key, null),
  };
};
