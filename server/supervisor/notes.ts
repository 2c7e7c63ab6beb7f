import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A killed supervisor leaves its processes running; `DATA_DIR/run/<name>.json` tells the next supervisor about them.
 */
export const writeNote = (dataDir: string, name: string, note: object): void => {
  mkdirSync(join(dataDir, 'run'), { recursive: true });
  const file = noteFile(dataDir, name);
  writeFileSync(`${file}.new`, JSON.stringify(note), { mode: 0o600 });
  renameSync(`${file}.new`, file);
};

/** The note of this name; undefined if it is missing or incomplete. */
export const readNote = <T extends object>(dataDir: string, name: string): Partial<T> | undefined => {
  try {
    return JSON.parse(readFileSync(noteFile(dataDir, name), 'utf8')) as Partial<T>;
  } catch {
    return undefined;
  }
};

export const removeNote = (dataDir: string, name: string): void => rmSync(noteFile(dataDir, name), { force: true });

const noteFile = (dataDir: string, name: string): string => join(dataDir, 'run', `${name}.json`);
