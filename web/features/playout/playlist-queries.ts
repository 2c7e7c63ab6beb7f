import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { StationKey } from '#contract/keys.ts';
import { playlists, type NewPlaylist, type PlaylistChange, type PlaylistHours } from '#contract/playlists.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';

export const playlistsQuery = (key: StationKey) =>
  queryOptions({
    queryKey: ['playout', key, 'playlists'],
    queryFn: ({ signal }) => call(playlists.playlists, { params: { key } }, { signal }),
  });

/** A playlist with its tracks, fetched each time it is opened. */
export const playlistQuery = (key: StationKey, id: string) =>
  queryOptions({
    queryKey: ['playout', key, 'playlist', id],
    queryFn: ({ signal }) => call(playlists.playlist, { params: { key, id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** Adds a playlist, or changes the one with the id. */
export const useSavePlaylist = (key: StationKey, id: string | undefined) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'autodj.updateFailed',
    mutationFn: (body: NewPlaylist) =>
      id === undefined
        ? call(playlists.addPlaylist, { params: { key }, body })
        : call(playlists.changePlaylist, { params: { key, id }, body }),
    meta: { form: true },
    onSuccess: invalidatePlaylists(queries, key),
  });
};

/** Changes some fields of a playlist. */
export const useChangePlaylist = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'autodj.updateFailed',
    mutationFn: ({ id, ...body }: PlaylistChange & { id: string }) =>
      call(playlists.changePlaylist, { params: { key, id }, body }),
    onSuccess: invalidatePlaylists(queries, key),
  });
};

/** Changes the weight of the station's own playlist. */
export const useSetPlaylistWeight = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'autodj.updateFailed',
    mutationFn: (weight: number) => call(playlists.setPlaylistWeight, { params: { key }, body: { weight } }),
    onSuccess: (saved) => queries.setQueryData(playlistsQuery(key).queryKey, saved),
  });
};

/** Changes the hours of several playlists together. */
export const useSetPlaylistHours = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'autodj.updateFailed',
    mutationFn: (body: PlaylistHours) => call(playlists.setPlaylistHours, { params: { key }, body }),
    meta: { form: true },
    onSuccess: (saved) => queries.setQueryData(playlistsQuery(key).queryKey, saved),
  });
};

/** Removes a playlist. */
export const useRemovePlaylist = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'autodj.updateFailed',
    mutationFn: (id: string) => call(playlists.removePlaylist, { params: { key, id } }),
    onSuccess: invalidatePlaylists(queries, key),
  });
};

const invalidatePlaylists = (queries: QueryClient, key: StationKey) => () =>
  queries.invalidateQueries({ queryKey: playlistsQuery(key).queryKey });
