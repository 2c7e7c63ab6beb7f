import type { StationKey } from '#contract/rules/keys.ts';
import type {} from '#server/platform/lifecycle.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { removeTracks, someTracks } from './clear-library.repo.ts';

const atATime = 100;
const filesAtOnce = 10;

/** Removes the tracks of deleted stations with every file of each, files before rows. */
export const clearLibrary = async (
  { db, storage }: Pick<Kernel, 'db' | 'storage'>,
  stations: readonly StationKey[],
): Promise<void> => {
  for (;;) {
    const { keys, files } = await someTracks(db, stations, atATime);
    if (keys.length === 0) return;
    for (let i = 0; i < files.length; i += filesAtOnce)
      await Promise.all(files.slice(i, i + filesAtOnce).map((file) => storage.remove(file)));
    await removeTracks(db, keys);
  }
};
