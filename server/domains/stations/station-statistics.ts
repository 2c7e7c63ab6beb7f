import type { PlanFeatures } from '#contract/plans.ts';
import type { Station } from '#contract/station.ts';
import { featuresOfAccount, podcastsOf } from '#server/domains/billing/billing.service.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { countPodcasts } from './station-links.repo.ts';
import { countTeam } from './station-statistics.repo.ts';
import type { StationRow } from './stations.repo.ts';

/** No plan limits the team size. */
const unlimited = -1;

/** A station's statistics next to its plan's limits (spec §3); `followed_score` is always 0. */
export const stationStatistics = async (
  db: Db,
  row: StationRow,
): Promise<Pick<Station, 'statistics' | 'library_status'>> => {
  const [{ people, djs }, plan, shows, own] = await Promise.all([
    countTeam(db, row.key),
    featuresOfAccount(db, row.account_key),
    podcastsOf(db, row.account_key),
    countPodcasts(db, row.key),
  ]);
  return {
    statistics: {
      station_people: people,
      plan_people: unlimited,
      djs_count: djs,
      shows_count: shows,
      plan_shows: plan.allowedPodcastsCount,
      station_shows_count: own,
      followed_score: 0,
    },
    library_status: libraryStatus(row, plan),
  };
};

/** Spec §2: activated unless the station or its account is suspended or the plan allows no tracks. */
const libraryStatus = (row: StationRow, plan: PlanFeatures): NonNullable<Station['library_status']> =>
  row.suspended_at === null && !row.account_suspended && plan.allowedTracksCount !== 0 ? 'activated' : 'unavailable';
