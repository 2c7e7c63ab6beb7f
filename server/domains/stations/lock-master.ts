import type { StationKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Tx } from '#server/kernel/kernel.ts';
import type { LockedStation } from './change-station.repo.ts';
import { lockStation } from './lock-station.ts';
import { countRelays } from './relay-stations.repo.ts';

/** Locks a station that is about to get another relay; refuses with `relay.ofRelay` and `relay.tooMany`. */
export const lockMaster = async (tx: Tx, master: StationKey): Promise<LockedStation> => {
  const station = await lockStation(tx, master);
  if (station.master_key !== null) refuse('relay.ofRelay');
  if ((await countRelays(tx, master)) >= limits.relaysOfMaster) refuse('relay.tooMany');
  return station;
};
