import type { StationStatistics } from '#contract/station.ts';
import { featuresOfAccount } from '#server/domains/billing/billing.service.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { peopleOf } from './statistics.repo.ts';
import type { StationRow } from './stations.repo.ts';

/** No plan bounds how many people there are. */
const noBound = -1;

/** What a station has, beside what its plan allows (spec §3); there are no podcasts and no followers yet. */
export const statisticsOf = async (db: Db, row: StationRow): Promise<StationStatistics> => {
  const [{ people, djs }, plan] = await Promise.all([peopleOf(db, row.key), featuresOfAccount(db, row.account_key)]);
  return {
    station_people: people,
    plan_people: noBound,
    djs_count: djs,
    shows_count: 0,
    plan_shows: plan.allowedPodcastsCount,
    station_shows_count: 0,
    followed_score: 0,
  };
};
