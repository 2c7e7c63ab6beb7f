import { useQuery } from '@tanstack/react-query';
import type { Audience } from '#contract/audience.ts';
import { useFollowAudience } from '#web/lib/live-context.ts';
import { audienceQuery } from './audience-query.ts';

/**
 * Who listens now to a station, to an account's stations (by key) or in the whole `portal`, as it is pushed: with the
 * cities of a country where one is named. Nothing until it has been told.
 */
export const useAudience = (scope: string, country?: string): Audience | undefined => {
  useFollowAudience(scope, country);
  return useQuery(audienceQuery(scope)).data;
};
