import { listeningRollups } from './listening-rollups.ts';
import { playerSums } from './players/player-tables.ts';
import { podcastRevenueView, revenueRollups } from './revenue-tables.service.ts';
import { podcastSpotsView, spotRollups } from './spot-tables.ts';
import type { Rollup } from './table-columns.ts';

/** All rollups: of listening, of what campaigns delivered and earned, and of embedded players. */
export const rollupTables: readonly Rollup[] = [...listeningRollups, ...spotRollups, ...revenueRollups, playerSums];

/** Views that add what is counted in podcasts. */
export const podcastViews: readonly string[] = [podcastSpotsView, podcastRevenueView];

/** The rollups whose rows are forgotten with their station. */
export const stationRollups: readonly Rollup[] = [...listeningRollups, playerSums];

/** The tables and views that a rollup of listening replaced. */
export const formerRollups = {
  tables: listeningRollups.flatMap(({ former = [] }) => former.map(({ table }) => table)),
  views: [
    ...['minute_sums', 'quarter_sums', 'day_sums', 'audience_hours'].flatMap((name) => [
      `${name}_of_slices`,
      `${name}_of_spots`,
    ]),
    'portal_minute_sums_of_minute_sums',
    'portal_hour_sums_of_quarter_sums',
    'portal_audience_sums_of_audience_hours',
  ],
};
