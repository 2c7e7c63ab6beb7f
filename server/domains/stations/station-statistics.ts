import type { PlanFeatures } from '#contract/rules/plans.ts';
import type { Station } from '#contract/api/station.ts';
import { featuresIn } from '#server/domains/billing/billing.service.ts';
import type { StatisticsRow } from './station-statistics.repo.ts';
import type { StationRow } from './stations.repo.ts';

/** No plan limits the team size. */
const unlimited = -1;

/** A station's statistics next to its plan's limits (spec §3); `followed_score` is always 0. */
export const stationStatistics = (row: StationRow & StatisticsRow): Pick<Station, 'statistics' | 'library_status'> => {
  const plan = featuresIn(row.limits);
  return {
    statistics: {
      station_people: row.team.people,
      plan_people: unlimited,
      djs_count: row.team.djs,
      shows_count: row.account_podcasts,
      plan_shows: plan.allowedPodcastsCount,
      station_shows_count: row.podcasts,
      followed_score: 0,
    },
    library_status: libraryStatus(row, plan),
  };
};

/** Spec §2: activated unless the station or its account is suspended or the plan allows no tracks. */
const libraryStatus = (row: StationRow, plan: PlanFeatures): NonNullable<Station['library_status']> =>
  row.suspended_at === null && !row.account_suspended && plan.allowedTracksCount !== 0 ? 'activated' : 'unavailable';
