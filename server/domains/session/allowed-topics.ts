import { audiencesAllowed } from '#server/domains/analytics/live/audience.events.ts';
import { filterAllowedKeys } from '#server/kernel/auth/access.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import type { Db } from '#server/kernel/kernel.ts';

/** What a browser follows: stations by key, audiences by scope. */
export type TopicNames = { stations: readonly string[]; audiences: readonly string[] };

/** The subset of the requested stations and audiences that a person may follow. */
export const allowedTopics = async (db: Db, who: Person, { stations, audiences }: TopicNames): Promise<TopicNames> => {
  const [allowedStations, allowedAudiences] = await Promise.all([
    filterAllowedKeys(db, who, { action: 'station.read', resource: 'station' }, stations),
    audiencesAllowed(db, who, audiences),
  ]);
  return { stations: allowedStations, audiences: allowedAudiences };
};
