import type { PlayerStation } from '#contract/player.ts';
import type { Station } from '#contract/station.ts';

/** A station of the account as players name it. */
export const playerStationOf = ({ key, name, streamname, logo }: Station): PlayerStation => ({
  ...{ key, name, mount: streamname, logo },
});
