import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Audience } from '#contract/audience.ts';

/** Where the event stream puts what it hears of an audience; nobody asks for it. */
export const audienceQuery = (scope: string) =>
  queryOptions<Audience>({
    gcTime: 0,
    queryKey: ['audience', scope],
    queryFn: skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  });
