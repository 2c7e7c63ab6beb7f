import type { AccountKey } from '#contract/rules/keys.ts';
import { deleteImage } from '#server/platform/images.ts';
import type {} from '#server/platform/lifecycle.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { eraseAccount, findDeleted } from './purge.repo.ts';

export type PurgeDeps = Pick<Kernel, 'db' | 'storage' | 'clock' | 'hooks'>;

/**
 * Removes everything of a deleted account: each domain removes its own (`account.purged`), then the account's row is blanked. It may be
 * interrupted anywhere and be run again.
 */
export const purgeAccount = async (deps: PurgeDeps, account: AccountKey): Promise<void> => {
  const found = await findDeleted(deps.db, account);
  if (!found) return;
  await deps.hooks.run('account.purged', { account });
  await deleteImage(deps, found.logo);
  await deps.db.transaction().execute((tx) => eraseAccount(tx, account, deps.clock.now()));
};
