import { live } from '#contract/api/live.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** The public now-playing data of a station; fetched again for each title. */
export const nowPlayingQuery = (mount: string, title: string) =>
  endpointQuery(
    live.nowPlaying,
    { params: { mount } },
    { variant: title, staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000 },
  );
