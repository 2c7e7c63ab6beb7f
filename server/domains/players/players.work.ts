import type { Kernel } from '#server/kernel/kernel.ts';
import type {} from '#server/platform/lifecycle.ts';
import { movePlayerOfStation } from './players.repo.ts';
import { purgePlayers } from './players.service.ts';

const everyNight = '23 4 * * *';

/** Moves a station's own player to another account with the station; the code in websites stays valid. */
export const subscribePlayers = ({ hooks, clock }: Pick<Kernel, 'hooks' | 'clock'>): void =>
  hooks.on('station.transferred', ({ tx, station, account }) => movePlayerOfStation(tx, station, account, clock.now()));

/** Schedules the nightly removal of players that can no longer be restored. */
export const workPlayers = async (deps: Pick<Kernel, 'db' | 'clock' | 'jobs'>): Promise<void> =>
  await deps.jobs.every('players.purgeDeleted', everyNight, () => purgePlayers(deps));
