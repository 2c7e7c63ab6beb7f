import { alone } from '#server/kernel/db/alone.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { importEpisode, type EpisodeDeps } from './import-episode.ts';
import { nextItem, settleItems } from './import-items.repo.ts';
import { endImport, findImport } from './import.repo.ts';
import { importJob } from './podcast-import.events.ts';

export type RunDeps = EpisodeDeps & Pick<Kernel, 'jobs'>;

/** An import gives way to others that wait after this. */
const turnMs = 3 * 60_000;
const settleS = 2;

/**
 * Fetches the episodes of an import one after the other, for a turn; then it waits for its next turn behind others. It ends
 * once the last episode is prepared. Killed anywhere, it goes on with the episode that was begun.
 */
export const runImport = async (deps: RunDeps, id: string): Promise<void> => {
  let again: number | undefined;
  await alone(deps, `import ${id}`, async () => {
    again = await oneTurn(deps, id);
  });
  if (again !== undefined) await deps.jobs.send(importJob, { id }, { singletonKey: id, startAfterS: again });
};

/** After how many seconds the next turn is due; undefined where none is. */
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
