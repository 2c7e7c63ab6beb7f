import type { AccountKey } from '#contract/keys.ts';
import { clearPodcasts } from '#server/domains/podcasts/clear-podcasts.service.ts';
import { dropImage } from '#server/domains/portal/images.service.ts';
import { clearStations, type ClearDeps } from '#server/domains/stations/clear-stations.service.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { eraseAccount, everyStationOf, findDeleted } from './purge.repo.ts';

export type PurgeDeps = ClearDeps & Pick<Kernel, 'clock'>;

/**
 * Removes all data of a deleted account: streams, files, rows and listening data. Safe to interrupt and repeat: a file
 * is deleted before the row that names it, and the account's own row is blanked last.
 */
export const purgeAccount = async (deps: PurgeDeps, account: AccountKey): Promise<void> => {
  const deleted = await findDeleted(deps.db, account);
  if (!deleted) return;
  await clearStations(deps, await everyStationOf(deps.db, account), account);
  await clearPodcasts(deps, { account });
  await dropImage(deps, deleted.logo);
  await deps.db.transaction().execute((tx) => eraseAccount(tx, account, deps.clock.now()));
};
