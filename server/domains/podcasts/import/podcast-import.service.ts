import type * as z from 'zod/mini';
import type { PodcastKey } from '#contract/rules/keys.ts';
import type { Action } from '#contract/rules/permissions.ts';
import type { ImportTask, podcastImport } from '#contract/api/podcast-import.ts';
import { checkAction } from '#server/kernel/auth/access.ts';
import { findResourceContexts } from '#server/kernel/auth/resource-context.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Kernel } from '#server/kernel/kernel.ts';
import { cancelItems, listItems, reopenItems } from './import-items.repo.ts';
import { presentImport, presentItem } from './import.presenter.ts';
import { endImport, findImport, latestImport, lockImport, reopenImport, type ImportRow } from './import.repo.ts';
import { importStarted } from './podcast-import.events.ts';

/** State of an import; refuses with `import.notFound` unless the caller may read its podcast. */
export const importTask = async ({ db }: Pick<Kernel, 'db'>, id: string, who: Person): Promise<ImportTask> =>
  await presentImport(db, await importFor(db, id, who, 'podcast.read'));

/** One page of an import's items with their results. */
export const importedEpisodes = async (
  { db }: Pick<Kernel, 'db'>,
  id: string,
  page: Parameters<typeof listItems>[2],
  who: Person,
): Promise<z.infer<typeof podcastImport.episodes.spec.returns>> => {
  await importFor(db, id, who, 'podcast.read');
  const { rows, total } = await listItems(db, id, page);
  return { entities: rows.map(presentItem), total, capped: false };
};

/** The latest import into a podcast, or null. */
export const latestOf = async (
  { db }: Pick<Kernel, 'db'>,
  podcast: PodcastKey,
): Promise<{ import: ImportTask | null }> => {
  const row = await latestImport(db, podcast);
  return { import: row ? await presentImport(db, row) : null };
};

/** Cancels the remaining episodes of an import; those imported or in preparation stay. Does nothing if it has ended. */
export const cancelImport = async (
  { db, clock }: Pick<Kernel, 'db' | 'clock'>,
  id: string,
  who: Person,
): Promise<ImportTask> => {
  await importFor(db, id, who, 'podcast.update');
  const row = await db.transaction().execute(async (tx) => {
    const found = (await lockImport(tx, id)) ?? refuse('import.notFound');
    if (found.state !== 'running') return found;
    await cancelItems(tx, id);
    await endImport(tx, id, 'cancelled', clock.now());
    return (await lockImport(tx, id)) ?? refuse('import.notFound');
  });
  return await presentImport(db, row);
};

/**
 * Retries failed and cancelled episodes; refuses with `import.nothingToRetry`, or `import.running` while an import
 * runs.
 */
export const retryImport = async (
  { db, events }: Pick<Kernel, 'db' | 'events'>,
  id: string,
  who: Person,
): Promise<ImportTask> => {
  await importFor(db, id, who, 'podcast.update');
  const row = await db.transaction().execute(async (tx) => {
    const found = (await lockImport(tx, id)) ?? refuse('import.notFound');
    if (found.state === 'running') refuse('import.running');
    if ((await reopenItems(tx, id)) === 0) refuse('import.nothingToRetry');
    await events.emit(tx, importStarted, { id });
    return (await reopenImport(tx, found)) ?? refuse('import.running');
  });
  return await presentImport(db, row);
};

const importFor = async (db: Db, id: string, who: Person, action: Action): Promise<ImportRow> => {
  const row = (await findImport(db, id)) ?? refuse('import.notFound');
  const contexts = await findResourceContexts(db, who, new Map([['podcast', new Set([row.podcast_key])]]));
  checkAction(action, contexts.get(row.podcast_key) ?? refuse('import.notFound'), hidden);
  return row;
};

/** Hides the existence of imports from those who may not read the podcast. */
const hidden = {
  account: 'import.notFound',
  station: 'import.notFound',
  podcast: 'import.notFound',
  episode: 'import.notFound',
  track: 'import.notFound',
  player: 'import.notFound',
  campaign: 'import.notFound',
} as const;
