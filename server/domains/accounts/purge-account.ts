import type { AccountKey, StationKey } from '#contract/keys.ts';
import type { EngineLink } from '#server/domains/playout/playout.events.ts';
import { dropImage } from '#server/domains/portal/images.service.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { jobs } from './accounts.events.ts';
import { eraseAccount, everyStationOf, findDeleted, removeTracks, someTracks, stationPictures } from './purge.repo.ts';

export type PurgeDeps = Pick<Kernel, 'db' | 'clock' | 'log' | 'storage' | 'jobs'> & {
  engine: Pick<EngineLink, 'deliver'>;
};

const atATime = 100;
const filesAtOnce = 10;
const engineMs = 3000;
/** The engine may have been cut off for as long with listening of the account that it still has to tell of. */
const dayS = 24 * 3600;

/**
 * Removes everything of a deleted account: its streams, files, rows and listening. It may be broken off anywhere and be
 * run again: a file goes before the row that names it, and the account's own row is blanked last.
 */
export const purgeAccount = async (deps: PurgeDeps, account: AccountKey): Promise<void> => {
  const found = await findDeleted(deps.db, account);
  if (!found) return;
  const stations = await everyStationOf(deps.db, account);
  await tellEngine(deps, stations);
  await removeFiles(deps, account);
  for (const name of [found.logo, ...(await stationPictures(deps.db, account))]) await dropImage(deps, name);
  if (stations.length > 0)
    for (const startAfterS of [0, dayS])
      await deps.jobs.send(
        jobs.forgetListening,
        { stations },
        { singletonKey: `${account} ${String(startAfterS)}`, startAfterS },
      );
  await deps.db.transaction().execute((tx) => eraseAccount(tx, account, deps.clock.now()));
};

/** An engine that is away learns it when it is back, as it is then asked which stations it has. */
const tellEngine = async ({ engine, log }: PurgeDeps, stations: StationKey[]): Promise<void> => {
  try {
    for (const key of stations) await engine.deliver(key, engineMs);
  } catch (error) {
    log.warn({ error: String(error) }, 'the engine could not be told of a deleted account');
  }
};

const removeFiles = async ({ db, storage }: PurgeDeps, account: AccountKey): Promise<void> => {
  for (;;) {
    const { keys, files } = await someTracks(db, account, atATime);
    if (keys.length === 0) return;
    for (let i = 0; i < files.length; i += filesAtOnce)
      await Promise.all(files.slice(i, i + filesAtOnce).map((file) => storage.remove(file)));
    await removeTracks(db, keys);
  }
};
