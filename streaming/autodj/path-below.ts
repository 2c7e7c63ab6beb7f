import { resolve, sep } from 'node:path';

/** A path that leads out of the folder names nothing. */
export function pathBelow(folder: string, path: string): string {
  const root = resolve(folder) + sep;
  const full = resolve(root, path);
  return full.startsWith(root) ? full : root;
}
