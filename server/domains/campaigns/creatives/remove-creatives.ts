import type { AccountKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { deleteCreative, removable } from './creatives.repo.ts';

const dayMs = 86_400_000;
type Deps = Pick<Kernel, 'db' | 'storage' | 'clock'>;

/** Removes the audio of a deleted account, files before rows; safe to interrupt and run again. */
export const clearCreatives = async (deps: Deps, account: AccountKey): Promise<void> =>
  await removeAll(deps, { account });

/** Removes audio that no campaign and no request has used for a day. */
export const removeUnused = async (deps: Deps): Promise<void> =>
  await removeAll(deps, { unusedSince: new Date(deps.clock.now().getTime() - dayMs) });

const removeAll = async ({ db, storage }: Deps, which: Parameters<typeof removable>[1]): Promise<void> => {
  for (;;) {
    const found = await removable(db, which);
    if (found.length === 0) return;
    for (const { id, files } of found) {
      for (const file of files) await storage.remove(file);
      await deleteCreative(db, id);
    }
  }
};
