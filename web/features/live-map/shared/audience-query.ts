import { skipToken } from '@tanstack/react-query';
import type { Audience } from '#contract/api/audience.ts';
import { localQuery } from '#web/lib/endpoint-query.ts';

/** The audience that the event stream pushes; never fetched. */
export const audienceQuery = (scope: string) =>
  localQuery<Audience>(['audience', scope], skipToken, { gcTime: 0, staleTime: Number.POSITIVE_INFINITY });
