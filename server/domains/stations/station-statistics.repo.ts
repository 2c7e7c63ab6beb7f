import { sql } from 'kysely';
import { limitsOfAccount, podcastsOfAccount, type AccountLimits } from '#server/domains/billing/billing.service.ts';

/** What a station's statistics are calculated from. */
export type StatisticsRow = {
  /** The number of users with a role in the station, and how many of them are radio personalities. */
  team: { people: number; djs: number };
  /** The podcasts of the station, and of its account. */
  podcasts: number;
  account_podcasts: number;
  /** What the account's plan allows. */
  limits: AccountLimits;
};

/** The columns of a StatisticsRow, from `stations` and `accounts`. */
export const statisticsColumns = sql<StatisticsRow>`(select jsonb_build_object('people', count(*),
      'djs', count(*) filter (where (users.dj_info ->> 'radio_personality')::boolean))
    from station_members team join users on users.id = team.user_id where team.station_key = stations.key) as team,
  (select count(*) from podcasts own where own.station_key = stations.key) as podcasts,
  ${podcastsOfAccount} as account_podcasts, ${limitsOfAccount} as limits`;
