import type { StationKey } from '#contract/keys.ts';
import type { Tx } from '#server/kernel/kernel.ts';

/**
 * Removes the views and mailed reports of a station that goes to another account, and its old account's reports of it and its
 * podcasts alone: who got them has nothing to do with it any more.
 */
export const forgetStationReports = async (tx: Tx, station: StationKey): Promise<void> => {
  await tx.deleteFrom('saved_views').where('station_key', '=', station).execute();
  await tx
    .deleteFrom('report_schedules')
    .where((is) =>
      is.or([
        is('station_key', '=', station),
        is('about_station', '=', station),
        is('about_podcast', 'in', is.selectFrom('podcasts').select('key').where('station_key', '=', station)),
      ]),
    )
    .execute();
};
