import { resolve, sep } from 'node:path';

/** Resolves a path inside the folder; a path that leads out of it becomes the folder itself. */
export const pathBelow = (folder: string, path: string): string => {
  const root = resolve(folder) + sep;
  const full = resolve(root, path);
  return full.startsWith(root) ? full : root;
};
