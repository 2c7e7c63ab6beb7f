import type { StationKey } from '#contract/rules/keys.ts';
import type { Tx } from '#server/kernel/kernel.ts';

/**
 * Deletes the views and scheduled reports of a station that moves to another account, and the old account's reports on
 * it and its podcasts: their recipients have no access any more.
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
