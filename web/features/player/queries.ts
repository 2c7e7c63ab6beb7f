import { queryOptions } from '@tanstack/react-query';
import { live } from '#contract/live.ts';
import { call } from '#web/lib/call.ts';

/** What the public is told of a station while it plays this; read anew with each title. */
export const nowPlayingQuery = (mount: string, title: string) =>
  queryOptions({
    queryKey: ['live', mount, title],
    queryFn: ({ signal }) => call(live.nowPlaying, { params: { mount } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
