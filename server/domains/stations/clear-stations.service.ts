import type { StationKey } from '#contract/keys.ts';
import { jobs as accountJobs } from '#server/domains/accounts/accounts.events.ts';
import { forgetRawData } from '#server/domains/analytics/raw/forget-raw-data.service.ts';
import { forgetLogs } from '#server/domains/logger/forget-log.service.ts';
import type { EngineLink } from '#server/domains/playout/playout.events.ts';
import { dropImage } from '#server/domains/portal/images.service.ts';
import { clearPodcasts } from '#server/domains/podcasts/clear-podcasts.service.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { picturesOf, removeTracks, someTracks } from './clear-stations.repo.ts';

export type ClearDeps = Pick<Kernel, 'db' | 'log' | 'storage' | 'jobs' | 'config' | 'events'> & {
  engine: Pick<EngineLink, 'deliver'>;
};

const atATime = 100;
const filesAtOnce = 10;
const engineMs = 3000;
/** The engine may have been cut off for as long with listening that it still has to tell of. */
const dayS = 24 * 3600;

/**
 * Removes what deleted stations have beside their rows: their streams, recordings, podcasts, tracks, files and listening. It may be broken
 * off anywhere and be run again: a file goes before the row that names it. `order` names the jobs that follow.
 */
export const clearStations = async (deps: ClearDeps, stations: readonly StationKey[], order: string): Promise<void> => {
  if (stations.length === 0) return;
  await tellEngine(deps, stations);
  await forgetLogs(deps, stations);
  await clearPodcasts(deps, { stations });
  await forgetRawData(deps, stations);
  await removeMusic(deps, stations);
  for (const name of await picturesOf(deps.db, stations)) await dropImage(deps, name);
  for (const startAfterS of [0, dayS])
    await deps.jobs.send(
      accountJobs.forgetListening,
      { stations },
      { singletonKey: `${order} ${String(startAfterS)}`, startAfterS },
    );
};

/** An engine that is away learns it when it is back, as it is then asked which stations it has. */
const tellEngine = async ({ engine, log }: ClearDeps, stations: readonly StationKey[]): Promise<void> => {
  try {
    for (const key of stations) await engine.deliver(key, engineMs);
  } catch (error) {
    log.warn({ error: String(error) }, 'the engine could not be told of a deleted station');
  }
};

const removeMusic = async ({ db, storage }: ClearDeps, stations: readonly StationKey[]): Promise<void> => {
  for (;;) {
    const { keys, files } = await someTracks(db, stations, atATime);
    if (keys.length === 0) return;
    for (let i = 0; i < files.length; i += filesAtOnce)
      await Promise.all(files.slice(i, i + filesAtOnce).map((file) => storage.remove(file)));
    await removeTracks(db, keys);
  }
};
