import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';

/**
 * A text that follows from another alone, kept beside Node's compiled code, where there is a cache for it: stripping types and minifying
 * takes a third of a second of processor time at each start of the portal and of delivery. `how` names what is done, with its version.
 */
export const derivedText = (how: string, source: string, derive: (source: string) => string): string => {
  const folder = getCompileCacheDir();
  if (folder === undefined) return derive(source);
  const path = join(
    folder,
    createHash('sha256')
      .update(JSON.stringify([how, process.version, source]))
      .digest('hex'),
  );
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return keep(path, derive(source));
  }
};

const keep = (path: string, text: string): string => {
  const complete = `${path}.${randomUUID()}`;
  try {
    writeFileSync(complete, text);
    renameSync(complete, path);
  } catch {
    // Without a cache the text is derived again at the next start.
  }
  return text;
};
