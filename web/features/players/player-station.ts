import type { PlayerStation } from '#contract/api/player.ts';
import type { Station } from '#contract/api/station.ts';

/** A station of the account as players name it. */
export const playerStationOf = ({ key, name, streamname, logo }: Station): PlayerStation => ({
  ...{ key, name, mount: streamname, logo },
});
