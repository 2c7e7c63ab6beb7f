import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { deleteImage } from '#server/platform/images.ts';
import type {} from '#server/platform/lifecycle.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { everyStationOf, picturesOf } from './clear-stations.repo.ts';

export type ClearDeps = Pick<Kernel, 'db' | 'storage' | 'hooks'>;

/** Removes what the domains store for deleted stations beside their rows, then their pictures; it may be interrupted and be run again. */
export const clearStations = async (deps: ClearDeps, stations: readonly StationKey[], id: string): Promise<void> => {
  if (stations.length === 0) return;
  await deps.hooks.run('station.purged', { stations, id });
  for (const name of await picturesOf(deps.db, stations)) await deleteImage(deps, name);
};

/** Clears the stations of an account that is removed for good. */
export const subscribeStations = (kernel: ClearDeps): void =>
  kernel.hooks.on('account.purged', async ({ account }: { account: AccountKey }) =>
    clearStations(kernel, await everyStationOf(kernel.db, account), account),
  );
