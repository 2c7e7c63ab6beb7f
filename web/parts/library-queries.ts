import { keepPreviousData } from '@tanstack/react-query';
import type { StationKey } from '#contract/rules/keys.ts';
import { library } from '#contract/api/library.ts';
import { withLibraryToken } from './library-token.ts';
import { call } from '#web/lib/call.ts';
import { endpointKey, keyedQuery, pagedQuery } from '#web/lib/endpoint-query.ts';

const perPage = 50;

/** The tracks of a station's library, or those that match the search; 50 per page. */
export const libraryTracksQuery = (station: StationKey, search: string) =>
  pagedQuery(
    endpointKey(library.search, { query: { search } }, [station, 'pages']),
    ({ signal, pageParam }) =>
      withLibraryToken(station, (token) =>
        search === ''
          ? call(library.list, { query: { offset: pageParam, limit: perPage } }, { signal, token })
          : call(library.search, { query: { offset: pageParam, limit: perPage, search } }, { signal, token }),
      ),
    {
      initialPageParam: 0,
      getNextPageParam: ({ tracks }, pages) => (tracks.length < perPage ? undefined : pages.length * perPage),
      placeholderData: keepPreviousData,
    },
  );

/** The tags of a station's library. */
export const libraryTagsQuery = (station: StationKey) =>
  keyedQuery(endpointKey(library.tags, {}, station), ({ signal }) =>
    withLibraryToken(station, (token) => call(library.tags, {}, { signal, token })),
  );
