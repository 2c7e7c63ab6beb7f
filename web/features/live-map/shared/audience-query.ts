import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Audience } from '#contract/audience.ts';

/** The audience that the event stream pushes; never fetched. */
export const audienceQuery = (scope: string) =>
  queryOptions<Audience>({
    gcTime: 0,
    queryKey: ['audience', scope],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
