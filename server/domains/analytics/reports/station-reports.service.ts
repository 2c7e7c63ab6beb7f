import type { StationKey } from '#contract/keys.ts';
import type { Tx } from '#server/kernel/kernel.ts';

/** Removes the views and mailed reports of a station that goes to another account: who got them has nothing to do with it any more. */
export const forgetStationReports = async (tx: Tx, station: StationKey): Promise<void> => {
  await tx.deleteFrom('saved_views').where('station_key', '=', station).execute();
  await tx.deleteFrom('report_schedules').where('station_key', '=', station).execute();
};
