import type { Kernel } from '#server/kernel/kernel.ts';
import type {} from '#server/platform/lifecycle.ts';
import { startForwardingCounts, type ForwardCountsDeps } from './counts/forward-counts.ts';
import { movePlayerOfStation } from './players.repo.ts';
import { purgePlayers } from './players.service.ts';

const everyNight = '23 4 * * *';

/** Moves a station's own player to another account with the station; the code in websites stays valid. */
export const subscribePlayers = ({ hooks, clock }: Pick<Kernel, 'hooks' | 'clock'>): void =>
  hooks.on('station.transferred', ({ tx, station, account }) => movePlayerOfStation(tx, station, account, clock.now()));

/** Schedules the nightly removal of players that can no longer be restored, and forwards what players report. */
export const workPlayers = async (
  deps: Pick<Kernel, 'clock' | 'jobs'> & ForwardCountsDeps,
): Promise<{ stop(): Promise<void> }> => {
  await deps.jobs.every('players.purgeDeleted', everyNight, () => purgePlayers(deps));
  return startForwardingCounts(deps);
};
