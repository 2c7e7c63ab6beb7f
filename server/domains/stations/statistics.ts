import type { PlanFeatures } from '#contract/plans.ts';
import type { Station } from '#contract/station.ts';
import { featuresOfAccount, podcastsOf } from '#server/domains/billing/billing.service.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { countPodcasts } from './station-links.repo.ts';
import { peopleOf } from './statistics.repo.ts';
import type { StationRow } from './stations.repo.ts';

/** No plan bounds how many people there are. */
const noBound = -1;

/** What a station has, beside what its plan allows (spec §3); nobody follows anything yet. */
export const countedOf = async (db: Db, row: StationRow): Promise<Pick<Station, 'statistics' | 'library_status'>> => {
  const [{ people, djs }, plan, shows, own] = await Promise.all([
    peopleOf(db, row.key),
    featuresOfAccount(db, row.account_key),
    podcastsOf(db, row.account_key),
    countPodcasts(db, row.key),
  ]);
  return {
    statistics: {
      station_people: people,
      plan_people: noBound,
      djs_count: djs,
      shows_count: shows,
      plan_shows: plan.allowedPodcastsCount,
      station_shows_count: own,
      followed_score: 0,
    },
    library_status: libraryStatus(row, plan),
  };
};

/** Spec §2: the library can be used while neither the station nor its account is suspended, and the plan allows tracks. */
const libraryStatus = (row: StationRow, plan: PlanFeatures): NonNullable<Station['library_status']> =>
  row.suspended_at === null && !row.account_suspended && plan.allowedTracksCount !== 0 ? 'activated' : 'unavailable';
