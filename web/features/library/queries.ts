import { keepPreviousData, queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/http.ts';
import type { StationKey, TrackKey } from '#contract/keys.ts';
import { library } from '#contract/library.ts';
import { playout } from '#contract/playout.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { withLibraryToken } from '#web/parts/library-token.ts';

type Page = NonNullable<InputOf<typeof library.list>['query']> & { search: string };

/** One page of a station's library; polls while tracks are being processed. */
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

/** Invalidates the library everywhere and the playout data that names its tracks. */
const invalidateTracks = (queries: QueryClient, station: StationKey) => (): void => {
  void queries.invalidateQueries({ queryKey: ['library', station] });
  void queries.invalidateQueries({ queryKey: ['playout', station] });
};

/** Changes a track's metadata, also on the air. */
export const useChangeTrack = (station: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'media.updateFailed',
    mutationFn: ({ key, ...body }: { key: TrackKey } & InputOf<typeof library.update>['body']) =>
      withLibraryToken(station, (token) => call(library.update, { params: { key }, body }, { token })),
    meta: { form: true },
    onSuccess: invalidateTracks(queries, station),
  });
};

/** Changes the artist and album of tracks, also on the air. */
export const useChangeTracks = (station: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'media.updateFailed',
    mutationFn: (body: InputOf<typeof library.updateMany>['body']) =>
      withLibraryToken(station, (token) => call(library.updateMany, { body }, { token })),
    meta: { form: true },
    onSuccess: invalidateTracks(queries, station),
  });
};

/** Replaces a track's artwork; `null` removes it. */
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
    onSuccess: invalidateTracks(queries, station),
  });
};

/** Deletes tracks and removes them wherever they are used; the caller has confirmed it. */
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
    onSuccess: invalidateTracks(queries, station),
  });
};

/** Adds tags to tracks and removes tags from them. */
export const useChangeTags = (station: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'media.updateFailed',
    mutationFn: (body: InputOf<typeof library.changeTags>['body']) =>
      withLibraryToken(station, (token) => call(library.changeTags, { body }, { token })),
    meta: { form: true },
    onSuccess: invalidateTracks(queries, station),
  });
};

/** Appends tracks to the playlist; tracks already in it keep their position. */
export const useAddToPlaylist = (station: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'autodj.playlistFailed',
    mutationFn: (tracks: TrackKey[]) => call(playout.addTracks, { params: { key: station }, body: { tracks } }),
    onSuccess: invalidateTracks(queries, station),
  });
};

/** A signed URL to preview this track. */
export const previewUrl = async (key: TrackKey): Promise<string> =>
  (await call(library.preview, { params: { key } })).url;
