import { keepPreviousData, queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/http.ts';
import type { StationKey, TrackKey } from '#contract/keys.ts';
import { library } from '#contract/library.ts';
import { playout } from '#contract/playout.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { withLibraryToken } from './shared/library-token.ts';

type Page = NonNullable<InputOf<typeof library.list>['query']> & { search: string };

/** One page of a station's library; while tracks are being prepared it is looked at again. */
export const libraryQuery = (station: StationKey, { search, ...page }: Page) =>
  queryOptions({
    queryKey: ['library', station, 'list', page, search],
    queryFn: ({ signal }) =>
      withLibraryToken(station, (token) =>
        search.trim() === ''
          ? call(library.list, { query: page }, { signal, token })
          : call(library.search, { query: { ...page, search } }, { signal, token }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.tracks.some((track) => track.state === 'preparing') ? 2000 : false),
  });

/** What is shown of a library anywhere, and the playlist that names its tracks, are read anew. */
const changed = (queries: QueryClient, station: StationKey) => (): void => {
  void queries.invalidateQueries({ queryKey: ['library', station] });
  void queries.invalidateQueries({ queryKey: ['playout', station] });
};

/** Changes what a track is called, on the air too. */
export const useChangeTrack = (station: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'media.updateFailed',
    mutationFn: ({ key, ...body }: { key: TrackKey } & InputOf<typeof library.update>['body']) =>
      withLibraryToken(station, (token) => call(library.update, { params: { key }, body }, { token })),
    meta: { form: true },
    onSuccess: changed(queries, station),
  });
};

/** Puts a picture in the place of a track's artwork; `null` takes it away. */
export const useArtwork = (station: StationKey, key: TrackKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'image.artworkFailed',
    mutationFn: (file: File | null) =>
      withLibraryToken(station, (token) =>
        file
          ? call(library.setArtwork, { params: { key }, file }, { token })
          : call(library.removeArtwork, { params: { key } }, { token }),
      ),
    onSuccess: changed(queries, station),
  });
};

/** Deletes tracks and takes them out of wherever they are used: who calls has asked. */
export const useDeleteTracks = (station: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'media.deleteFailed',
    mutationFn: (tracks: TrackKey[]) =>
      withLibraryToken(station, async (token) => {
        const [key, ...more] = tracks;
        if (key !== undefined && more.length === 0)
          return call(library.remove, { params: { key }, query: { confirmed: true } }, { token });
        await call(library.removeMany, { body: { tracks, confirmed: true } }, { token });
      }),
    onSuccess: changed(queries, station),
  });
};

/** Puts tracks at the end of the playlist; those in it stay where they are. */
export const useAddToPlaylist = (station: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'autodj.playlistFailed',
    mutationFn: (tracks: TrackKey[]) => call(playout.addTracks, { params: { key: station }, body: { tracks } }),
    onSuccess: changed(queries, station),
  });
};

/** A link to listen to a track, signed for it alone. */
export const previewUrl = async (key: TrackKey): Promise<string> =>
  (await call(library.preview, { params: { key } })).url;
