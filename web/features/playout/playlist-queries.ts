import { useQueryClient } from '@tanstack/react-query';
import type { StationKey } from '#contract/rules/keys.ts';
import { playlists, type NewPlaylist, type PlaylistChange, type PlaylistHours } from '#contract/api/playlists.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

export const playlistsQuery = (key: StationKey) => endpointQuery(playlists.playlists, { params: { key } });

/** A playlist with its tracks, fetched each time it is opened. */
export const playlistQuery = (key: StationKey, id: string) =>
  endpointQuery(playlists.playlist, { params: { key, id } }, { staleTime: 0, gcTime: 0 });

/** Adds a playlist, or changes the one with the id. */
export const useSavePlaylist = (key: StationKey, id: string | undefined) =>
  useAction({
    failure: 'autodj.updateFailed',
    mutationFn: (body: NewPlaylist) =>
      id === undefined
        ? call(playlists.addPlaylist, { params: { key }, body })
        : call(playlists.changePlaylist, { params: { key, id }, body }),
    meta: { form: true },
  });

/** Changes some fields of a playlist. */
export const useChangePlaylist = (key: StationKey) =>
  useAction({
    failure: 'autodj.updateFailed',
    mutationFn: ({ id, ...body }: PlaylistChange & { id: string }) =>
      call(playlists.changePlaylist, { params: { key, id }, body }),
  });

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
export const useRemovePlaylist = (key: StationKey) =>
  useAction({
    failure: 'autodj.updateFailed',
    mutationFn: (id: string) => call(playlists.removePlaylist, { params: { key, id } }),
  });
