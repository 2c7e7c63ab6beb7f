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

const tracksPerBatch = 100;
const parallelDeletes = 10;
const engineTimeoutMs = 3000;
/** How long the engine may be cut off and then still deliver listening events of the station. */
const dayS = 24 * 3600;

/**
 * Removes everything of deleted stations except their rows: streams, recordings, podcasts, tracks, files and listening
 * data. Safe to interrupt and repeat: a file is deleted before the row that names it. `runId` makes the follow-up jobs
 * unique.
 */
export const clearStations = async (deps: ClearDeps, stations: readonly StationKey[], runId: string): Promise<void> => {
  if (stations.length === 0) return;
  await removeFromEngine(deps, stations);
  await forgetLogs(deps, stations);
  await clearPodcasts(deps, { stations });
  await forgetRawData(deps, stations);
  await removeMusic(deps, stations);
  for (const name of await picturesOf(deps.db, stations)) await dropImage(deps, name);
  for (const startAfterS of [0, dayS])
    await deps.jobs.send(
      accountJobs.forgetListening,
      { stations },
      { singletonKey: `${runId} ${String(startAfterS)}`, startAfterS },
    );
};

/** An offline engine drops the stations on reconnect, when the portal compares its station list. */
const removeFromEngine = async ({ engine, log }: ClearDeps, stations: readonly StationKey[]): Promise<void> => {
  try {
    for (const key of stations) await engine.deliver(key, engineTimeoutMs);
  } catch (error) {
    log.warn({ error: String(error) }, 'could not remove a deleted station from the engine');
  }
};

const removeMusic = async ({ db, storage }: ClearDeps, stations: readonly StationKey[]): Promise<void> => {
  for (;;) {
    const { keys, files } = await someTracks(db, stations, tracksPerBatch);
    if (keys.length === 0) return;
    for (let i = 0; i < files.length; i += parallelDeletes)
      await Promise.all(files.slice(i, i + parallelDeletes).map((file) => storage.remove(file)));
    await removeTracks(db, keys);
  }
};
