import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type { InputOf } from '#contract/api/http.ts';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import { library } from '#contract/api/library.ts';
import { playout } from '#contract/api/playout.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointKey, keyedQuery, refetchPaths } from '#web/lib/endpoint-query.ts';
import { withLibraryToken } from '#web/parts/library-token.ts';

type Page = NonNullable<InputOf<typeof library.list>['query']> & { search: string };

/** One page of a station's library; polls while tracks are being processed. */
export const libraryQuery = (station: StationKey, { search, ...page }: Page) =>
  keyedQuery(
    endpointKey(library.search, { query: { ...page, search } }, station),
    ({ signal }) =>
      withLibraryToken(station, (token) =>
        search.trim() === ''
          ? call(library.list, { query: page }, { signal, token })
          : call(library.search, { query: { ...page, search } }, { signal, token }),
      ),
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) => (state.data?.tracks.some((track) => track.state === 'preparing') ? 2000 : false),
    },
  );

/** Changes a track's metadata, also on the air. */
export const useChangeTrack = (station: StationKey) =>
  useAction({
    failure: 'media.updateFailed',
    mutationFn: ({ key, ...body }: { key: TrackKey } & InputOf<typeof library.update>['body']) =>
      withLibraryToken(station, (token) => call(library.update, { params: { key }, body }, { token })),
    meta: { form: true },
  });

/** Changes the artist and album of tracks, also on the air. */
export const useChangeTracks = (station: StationKey) =>
  useAction({
    failure: 'media.updateFailed',
    mutationFn: (body: InputOf<typeof library.updateMany>['body']) =>
      withLibraryToken(station, (token) => call(library.updateMany, { body }, { token })),
    meta: { form: true },
  });

/** Replaces a track's artwork; `null` removes it. */
export const useArtwork = (station: StationKey, key: TrackKey) =>
  useAction({
    failure: 'image.artworkFailed',
    mutationFn: (file: File | null) =>
      withLibraryToken(station, (token) =>
        file
          ? call(library.setArtwork, { params: { key }, file }, { token })
          : call(library.removeArtwork, { params: { key } }, { token }),
      ),
  });

/** Deletes tracks and removes them wherever they are used; the caller has confirmed it. */
export const useDeleteTracks = (station: StationKey) =>
  useAction({
    failure: 'media.deleteFailed',
    mutationFn: (tracks: TrackKey[]) =>
      withLibraryToken(station, async (token) => {
        const [key, ...more] = tracks;
        if (key !== undefined && more.length === 0)
          return call(library.remove, { params: { key }, query: { confirmed: true } }, { token });
        await call(library.removeMany, { body: { tracks, confirmed: true } }, { token });
      }),
  });

/** Adds tags to tracks and removes tags from them. */
export const useChangeTags = (station: StationKey) =>
  useAction({
    failure: 'media.updateFailed',
    mutationFn: (body: InputOf<typeof library.changeTags>['body']) =>
      withLibraryToken(station, (token) => call(library.changeTags, { body }, { token })),
    meta: { form: true },
  });

/** Appends tracks to the playlist; tracks already in it keep their position. */
export const useAddToPlaylist = (station: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'autodj.playlistFailed',
    mutationFn: (tracks: TrackKey[]) => call(playout.addTracks, { params: { key: station }, body: { tracks } }),
    // The playlist's page caches the reply; here it is in a feature before that.
    onSuccess: () => refetchPaths(queries, ['stations/{key}/auto_dj'], { key: station }),
  });
};

/** A signed URL to preview this track. */
export const previewUrl = async (key: TrackKey): Promise<string> =>
  (await call(library.preview, { params: { key } })).url;
