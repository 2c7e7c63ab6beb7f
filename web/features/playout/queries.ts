import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { StationKey, TrackKey } from '#contract/keys.ts';
import { library } from '#contract/library.ts';
import { playout, type AutoDj } from '#contract/playout.ts';
import { successes } from '#contract/errors.ts';
import { withLibraryToken } from '#web/features/library/shared/library-token.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { call } from '#web/lib/call.ts';
import { arrange } from './arrange.ts';

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

/** Puts the tracks in a new order: at once in the page, then on the server; a conflict brings the true order back. */
export const useReorder = (key: StationKey) => {
  const queries = useQueryClient();
  const { queryKey } = autoDjQuery(key);
  return useMutation({
    scope: inOrder(key),
    mutationFn: (tracks: TrackKey[]) => {
      const revision = queries.getQueryData(queryKey)?.revision;
      return call(playout.reorder, { params: { key }, body: { tracks, ...(revision !== undefined && { revision }) } });
    },
    onMutate: async (tracks) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (now) => now && { ...now, playlist: arrange(now.playlist, tracks), dirty: true });
    },
    onSuccess: (now) => {
      // Later moves are already shown: only the revision is taken over while some wait.
      const isLast = queries.isMutating({ predicate: ({ options }) => options.scope?.id === `playlist.${key}` }) <= 1;
      if (isLast) keep(queries, key)(now);
      else queries.setQueryData(queryKey, (shown) => shown && { ...shown, revision: now.revision });
    },
    onError: () => queries.invalidateQueries({ queryKey }),
  });
};

/** Takes tracks out of the playlist; they stay in the library, so it can be undone. */
export const useRemoveTracks = (key: StationKey) => {
  const queries = useQueryClient();
  const { queryKey } = autoDjQuery(key);
  return useMutation({
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

/** Undoes a removal: adds the tracks again and restores the order that was. */
export const useRestoreTracks = (key: StationKey) => {
  const queries = useQueryClient();
  return useMutation({
    scope: inOrder(key),
    mutationFn: async ({ removed, order }: { removed: TrackKey[]; order: TrackKey[] }) => {
      let now: AutoDj | undefined;
      for (const trackId of removed) now = await call(playout.addTrack, { params: { key, trackId } });
      const there = new Set(now?.playlist.map((track) => track.key));
      const late = now?.playlist.map((track) => track.key).filter((track) => !order.includes(track)) ?? [];
      const tracks = [...order.filter((track) => there.has(track)), ...late];
      return call(playout.reorder, { params: { key }, body: { tracks } });
    },
    onSuccess: keep(queries, key),
    onError: () => queries.invalidateQueries({ queryKey: autoDjQuery(key).queryKey }),
  });
};

/** Shuffled, or in order. */
export const useShuffle = (key: StationKey) => {
  const queries = useQueryClient();
  return useMutation({
    scope: inOrder(key),
    mutationFn: (isOn: boolean) => call(playout.shuffle, { params: { key, playlist: isOn ? 'on' : 'off' } }),
    onSuccess: keep(queries, key),
  });
};

/** "Save and restart": the engine takes the playlist over from its first track. */
export const useResetAutoDj = (key: StationKey) => {
  const queries = useQueryClient();
  return useMutation({
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
  return useMutation({
    mutationFn: ({ key, ...body }: { key: TrackKey; title: string; artist: string; album: string }) =>
      withLibraryToken(station, (token) => call(library.update, { params: { key }, body }, { token })),
    meta: { form: true },
    onSuccess: () => queries.invalidateQueries({ queryKey: autoDjQuery(station).queryKey }),
  });
};

/** A link to listen to a track, signed for it alone. */
export const previewUrl = async (key: TrackKey): Promise<string> =>
  (await call(library.preview, { params: { key } })).url;
