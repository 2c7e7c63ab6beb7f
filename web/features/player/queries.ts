import { queryOptions } from '@tanstack/react-query';
import { live } from '#contract/live.ts';
import { call } from '#web/lib/call.ts';

/** The public now-playing data of a station; fetched again for each title. */
export const nowPlayingQuery = (mount: string, title: string) =>
  queryOptions({
    queryKey: ['live', mount, title],
    queryFn: ({ signal }) => call(live.nowPlaying, { params: { mount } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
