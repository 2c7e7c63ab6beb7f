import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Throws a sentence that names the setting where this folder can be neither written to nor made. */
export const checkFolder = (name: string, folder: string): void => {
  const nearest = nearestExisting(folder);
  if (!statSync(nearest).isDirectory()) throw new Error(`${name}: "${nearest}" is a file, and a folder is needed.`);
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK);
  } catch {
    throw new Error(`${name}: nothing can be written into the folder "${nearest}".`);
  }
};

const nearestExisting = (path: string): string => (existsSync(path) ? path : nearestExisting(dirname(path)));
