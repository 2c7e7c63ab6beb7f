import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Throws an error that names the setting if the folder can neither be written to nor created. */
export const checkFolder = (name: string, folder: string): void => {
  const nearest = nearestExisting(folder);
  if (!statSync(nearest).isDirectory()) throw new Error(`${name}: "${nearest}" is a file, but must be a folder.`);
  try {
    accessSync(nearest, constants.W_OK | constants.X_OK);
  } catch {
    throw new Error(`${name}: the folder "${nearest}" is not writable.`);
  }
};

const nearestExisting = (path: string): string => (existsSync(path) ? path : nearestExisting(dirname(path)));
