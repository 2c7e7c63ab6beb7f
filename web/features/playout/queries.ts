import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { BodyInput, SpecOf } from '#contract/http.ts';
import type { StationKey, TrackKey } from '#contract/keys.ts';
import { library } from '#contract/library.ts';
import { playout, type AutoDj } from '#contract/playout.ts';
import { successes } from '#contract/successes.ts';
import { withLibraryToken } from '#web/features/library/shared/library-token.ts';
import { useAction } from '#web/lib/action.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { call } from '#web/lib/call.ts';
import { arrange, movedBefore } from './arrange.ts';

export const autoDjQuery = (key: StationKey) =>
  queryOptions({
    queryKey: ['playout', key, 'autodj'],
    queryFn: ({ signal }) => call(playout.autoDj, { params: { key } }, { signal }),
    // What is being prepared becomes ready without anybody doing anything.
    refetchInterval: ({ state }) => (state.data?.playlist.some((track) => track.state === 'preparing') ? 2000 : false),
  });

const keep = (queries: QueryClient, key: StationKey) => (playlist: AutoDj) =>
  queries.setQueryData(autoDjQuery(key).queryKey, playlist);
/** Changes of one playlist go one after another, each from the revision that the last one left. */
const inOrder = (key: StationKey) => ({ id: `playlist.${key}` });

type Move = { tracks: TrackKey[]; before: TrackKey | null };

/** Moves tracks: at once in the page, then on the server; where somebody else changed the playlist it is read anew. */
export const useMoveTracks = (key: StationKey) => {
  const queries = useQueryClient();
  const { queryKey } = autoDjQuery(key);
  return useAction({
    failure: 'autodj.playlistFailed',
    scope: inOrder(key),
    mutationFn: (body: Move) => call(playout.move, { params: { key }, body }),
    onMutate: async (move) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(
        queryKey,
        (now) => now && { ...now, playlist: movedBefore(now.playlist, move), dirty: true, undo: null },
      );
    },
    onSuccess: (now) => {
      const shown = queries.getQueryData(queryKey);
      queries.setQueryData(queryKey, (from) => from && { ...from, ...now });
      // Later moves are already shown, and read anew they would be lost until they are done.
      const isLast = queries.isMutating({ predicate: ({ options }) => options.scope?.id === inOrder(key).id }) <= 1;
      if (isLast && shown && shown.revision + 1 !== now.revision) void queries.invalidateQueries({ queryKey });
    },
    onError: () => queries.invalidateQueries({ queryKey }),
  });
};

/** Puts the whole playlist into another order. */
export const useSortPlaylist = (key: StationKey) => {
  const queries = useQueryClient();
  const { queryKey } = autoDjQuery(key);
  return useAction({
    failure: 'autodj.playlistFailed',
    scope: inOrder(key),
    mutationFn: (tracks: TrackKey[]) => {
      const revision = queries.getQueryData(queryKey)?.revision;
      return call(playout.reorder, { params: { key }, body: { tracks, ...(revision !== undefined && { revision }) } });
    },
    onMutate: async (tracks) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (now) => now && { ...now, playlist: arrange(now.playlist, tracks), dirty: true });
    },
    onSuccess: keep(queries, key),
    onError: () => queries.invalidateQueries({ queryKey }),
  });
};

/** Adds tracks of the library to the end of the playlist. */
export const useAddTracks = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'autodj.playlistFailed',
    scope: inOrder(key),
    mutationFn: (tracks: TrackKey[]) => call(playout.addTracks, { params: { key }, body: { tracks } }),
    onSuccess: (now) => {
      keep(queries, key)(now);
      void queries.invalidateQueries({ queryKey: ['playout', key, 'jingles'] });
    },
  });
};

/** Undoes the latest change of the playlist, whoever made it. */
export const useUndo = (key: StationKey) => {
  const queries = useQueryClient();
  const { queryKey } = autoDjQuery(key);
  return useAction({
    failure: 'autodj.playlistFailed',
    scope: inOrder(key),
    mutationFn: (step: number) => call(playout.undo, { params: { key }, body: { step } }),
    onSuccess: (now) => {
      keep(queries, key)(now);
      void queries.invalidateQueries({ queryKey: ['playout', key, 'jingles'] });
    },
    onError: () => queries.invalidateQueries({ queryKey }),
  });
};

/** Takes tracks out of the playlist; they stay in the library, so it can be undone. */
export const useRemoveTracks = (key: StationKey) => {
  const queries = useQueryClient();
  const { queryKey } = autoDjQuery(key);
  return useAction({
    failure: 'autodj.playlistFailed',
    scope: inOrder(key),
    mutationFn: (tracks: TrackKey[]) => call(playout.removeTracks, { params: { key }, body: { tracks } }),
    onMutate: async (tracks) => {
      await queries.cancelQueries({ queryKey });
      const gone = new Set(tracks);
      queries.setQueryData(
        queryKey,
        (now) => now && { ...now, playlist: now.playlist.filter((track) => !gone.has(track.key)), dirty: true },
      );
    },
    onSuccess: keep(queries, key),
    onError: () => queries.invalidateQueries({ queryKey }),
  });
};

/** Shuffled, or in order. */
export const useShuffle = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'autodj.updateFailed',
    scope: inOrder(key),
    mutationFn: (isOn: boolean) => call(playout.shuffle, { params: { key, playlist: isOn ? 'on' : 'off' } }),
    onSuccess: keep(queries, key),
  });
};

/** "Save and restart": the engine takes the playlist over from its first track. */
export const useResetAutoDj = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'autodj.restartFailed',
    scope: inOrder(key),
    mutationFn: () => call(playout.reset, { params: { key } }),
    onSuccess: (now) => {
      keep(queries, key)(now);
      announceSuccess(successes.autodjUpdated);
    },
  });
};

/** Changes what listeners read of a track. */
export const useUpdateTrack = (station: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'media.updateFailed',
    mutationFn: ({ key, ...body }: { key: TrackKey } & BodyInput<SpecOf<typeof library.update>>) =>
      withLibraryToken(station, (token) => call(library.update, { params: { key }, body }, { token })),
    meta: { form: true },
    onSuccess: () => queries.invalidateQueries({ queryKey: autoDjQuery(station).queryKey }),
  });
};
