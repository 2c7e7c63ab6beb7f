import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { BodyInput, SpecOf } from '#contract/api/http.ts';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import { library } from '#contract/api/library.ts';
import { playout, type AutoDj } from '#contract/api/playout.ts';
import { successes } from '#contract/texts/successes.ts';
import { withLibraryToken } from '#web/parts/library-token.ts';
import { useAction } from '#web/lib/action.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { arrange, moveBefore } from './arrange.ts';

export const autoDjQuery = (key: StationKey) =>
  endpointQuery(
    playout.autoDj,
    { params: { key } },
    {
      // Poll until the server has processed every track.
      refetchInterval: ({ state }) =>
        state.data?.playlist.some((track) => track.state === 'preparing') ? 2000 : false,
    },
  );

const cachePlaylist = (queries: QueryClient, key: StationKey) => (playlist: AutoDj) =>
  queries.setQueryData(autoDjQuery(key).queryKey, playlist);
/** Runs the changes of one playlist in sequence, each on the revision that the previous one returned. */
const playlistScope = (key: StationKey) => ({ id: `playlist.${key}` });

type Move = { tracks: TrackKey[]; before: TrackKey | null };

/** Moves tracks, optimistically in the page. Refetches the playlist if another user changed it meanwhile. */
export const useMoveTracks = (key: StationKey) => {
  const queries = useQueryClient();
  const { queryKey } = autoDjQuery(key);
  return useAction({
    failure: 'autodj.playlistFailed',
    scope: playlistScope(key),
    mutationFn: (body: Move) => call(playout.move, { params: { key }, body }),
    onMutate: async (move) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(
        queryKey,
        (now) => now && { ...now, playlist: moveBefore(now.playlist, move), dirty: true, undo: null },
      );
    },
    onSuccess: (now) => {
      const cachedPlaylist = queries.getQueryData(queryKey);
      queries.setQueryData(queryKey, (from) => from && { ...from, ...now });
      // Refetch only after the last pending move: the page already shows later moves, and a refetch would undo them.
      const isLast =
        queries.isMutating({ predicate: ({ options }) => options.scope?.id === playlistScope(key).id }) <= 1;
      if (isLast && cachedPlaylist && cachedPlaylist.revision + 1 !== now.revision)
        void queries.invalidateQueries({ queryKey });
    },
    onError: () => queries.invalidateQueries({ queryKey }),
  });
};

/** Reorders the whole playlist. */
export const useSortPlaylist = (key: StationKey) => {
  const queries = useQueryClient();
  const { queryKey } = autoDjQuery(key);
  return useAction({
    failure: 'autodj.playlistFailed',
    scope: playlistScope(key),
    mutationFn: (tracks: TrackKey[]) => {
      const revision = queries.getQueryData(queryKey)?.revision;
      return call(playout.reorder, { params: { key }, body: { tracks, ...(revision !== undefined && { revision }) } });
    },
    onMutate: async (tracks) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (now) => now && { ...now, playlist: arrange(now.playlist, tracks), dirty: true });
    },
    onSuccess: cachePlaylist(queries, key),
    onError: () => queries.invalidateQueries({ queryKey }),
  });
};

/** Appends library tracks to the playlist. */
export const useAddTracks = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'autodj.playlistFailed',
    scope: playlistScope(key),
    mutationFn: (tracks: TrackKey[]) => call(playout.addTracks, { params: { key }, body: { tracks } }),
    onSuccess: cachePlaylist(queries, key),
  });
};

/** Undoes the latest change of the playlist by any user. */
export const useUndo = (key: StationKey) => {
  const queries = useQueryClient();
  const { queryKey } = autoDjQuery(key);
  return useAction({
    failure: 'autodj.playlistFailed',
    scope: playlistScope(key),
    mutationFn: (step: number) => call(playout.undo, { params: { key }, body: { step } }),
    onSuccess: cachePlaylist(queries, key),
    onError: () => queries.invalidateQueries({ queryKey }),
  });
};

/** Removes tracks from the playlist; they stay in the library, so this can be undone. */
export const useRemoveTracks = (key: StationKey) => {
  const queries = useQueryClient();
  const { queryKey } = autoDjQuery(key);
  return useAction({
    failure: 'autodj.playlistFailed',
    scope: playlistScope(key),
    mutationFn: (tracks: TrackKey[]) => call(playout.removeTracks, { params: { key }, body: { tracks } }),
    onMutate: async (tracks) => {
      await queries.cancelQueries({ queryKey });
      const removed = new Set(tracks);
      queries.setQueryData(
        queryKey,
        (now) => now && { ...now, playlist: now.playlist.filter((track) => !removed.has(track.key)), dirty: true },
      );
    },
    onSuccess: cachePlaylist(queries, key),
    onError: () => queries.invalidateQueries({ queryKey }),
  });
};

/** Turns shuffle on or off. */
export const useShuffle = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'autodj.updateFailed',
    scope: playlistScope(key),
    mutationFn: (isOn: boolean) => call(playout.shuffle, { params: { key, playlist: isOn ? 'on' : 'off' } }),
    onSuccess: cachePlaylist(queries, key),
  });
};

/** "Save and restart": the engine restarts the playlist from its first track. */
export const useResetAutoDj = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'autodj.restartFailed',
    scope: playlistScope(key),
    mutationFn: () => call(playout.reset, { params: { key } }),
    onSuccess: (now) => {
      cachePlaylist(queries, key)(now);
      toastSuccess(successes.autodjUpdated);
    },
  });
};

/** Changes a track's title, artist and album. */
export const useUpdateTrack = (station: StationKey) =>
  useAction({
    failure: 'media.updateFailed',
    mutationFn: ({ key, ...body }: { key: TrackKey } & BodyInput<SpecOf<typeof library.update>>) =>
      withLibraryToken(station, (token) => call(library.update, { params: { key }, body }, { token })),
    meta: { form: true },
  });
