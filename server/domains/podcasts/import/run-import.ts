import { runExclusive } from '#server/kernel/db/run-exclusive.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { importEpisode, type EpisodeDeps } from './import-episode.ts';
import { nextItem, settleItems } from './import-items.repo.ts';
import { endImport, findImport } from './import.repo.ts';
import { importJob } from './podcast-import.events.ts';

export type RunDeps = EpisodeDeps & Pick<Kernel, 'jobs'>;

/** After this time an import lets others run. */
const turnMs = 3 * 60_000;
const settleS = 2;

/**
 * Runs a turn of an import: fetches its episodes one at a time, and queues the next turn behind other imports. The
 * import ends once its last episode is prepared. After a crash it resumes with the episode that was being fetched.
 */
export const runImport = async (deps: RunDeps, id: string): Promise<void> => {
  let nextTurnS: number | undefined;
  await runExclusive(deps, `import ${id}`, async () => {
    nextTurnS = await oneTurn(deps, id);
  });
  if (nextTurnS !== undefined) await deps.jobs.send(importJob, { id }, { singletonKey: id, startAfterS: nextTurnS });
};

/** Seconds until the next turn; undefined if none is needed. */
const oneTurn = async (deps: RunDeps, id: string): Promise<number | undefined> => {
  const until = Date.now() + turnMs;
  while (Date.now() < until) {
    const row = await findImport(deps.db, id);
    if (!row || row.state !== 'running') return undefined;
    const item = await nextItem(deps.db, id);
    if (!item) {
      if ((await settleItems(deps.db, id)) > 0) return settleS;
      await endImport(deps.db, id, 'ended', deps.clock.now());
      return undefined;
    }
    await importEpisode(deps, row.podcast_key, item);
  }
  return 0;
};
