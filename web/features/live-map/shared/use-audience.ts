import { useQuery } from '@tanstack/react-query';
import type { Audience } from '#contract/api/audience.ts';
import { useFollowAudience } from '#web/lib/live-context.ts';
import { audienceQuery } from './audience-query.ts';

/**
 * The pushed current audience of a station or account (by key) or of the whole `portal`, with the cities of `country`
 * if given. Undefined until the first push.
 */
export const useAudience = (scope: string, country?: string): Audience | undefined => {
  useFollowAudience(scope, country);
  return useQuery(audienceQuery(scope)).data;
};
