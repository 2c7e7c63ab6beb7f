import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { playout } from '#contract/api/playout.ts';
import type { StationLive } from '#contract/api/session.ts';
import { stations, type NewStation, type Station } from '#contract/api/stations.ts';
import { useAction } from '#web/lib/action.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { useFollowStations } from '#web/lib/live-context.ts';

export const stationQuery = (key: StationKey) =>
  endpointQuery(stations.get, { params: { key } }, { staleTime: 30_000 });

/** A station's live state; the event stream writes its updates to this query. */
export const stationLiveQuery = (key: StationKey) =>
  endpointQuery(stations.live, { params: { key } }, { staleTime: Number.POSITIVE_INFINITY });

export const encoderQuery = (key: StationKey) => endpointQuery(stations.encoder, { params: { key } });

/** The live state of a station as the engine reports it. */
export const useStationLive = (key: StationKey): StationLive | undefined => {
  useFollowStations([key]);
  return useQuery(stationLiveQuery(key)).data;
};

/**
 * The live state of several stations by key. Only the event stream fills it: each connection starts with the last
 * state.
 */
export const useStationsLive = (keys: readonly StationKey[]): ReadonlyMap<StationKey, StationLive> => {
  useFollowStations(keys);
  const results = useQueries({ queries: keys.map((key) => ({ ...stationLiveQuery(key), enabled: false })) });
  return new Map(results.flatMap(({ data }) => (data ? [[data.key, data] as const] : [])));
};

/** Creates a station and refetches lists and rights. */
export const useCreateStation = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: ({ body, key }: { body: NewStation; key: string }) =>
      call(stations.create, { params: { id }, body }, { idempotencyKey: key }),
    meta: { form: true },
    onSuccess: (station: Station) => queries.setQueryData(stationQuery(station.key).queryKey, station),
  });
};

const serverCalls = { start: playout.start, restart: playout.restart, stop: playout.stop };
export type ServerCommand = keyof typeof serverCalls;

/** Starts, restarts or stops a station's server; the final status comes from the engine. */
export const useServerCommand = (key: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: (command) => `server.${command}Failed`,
    mutationFn: (command: ServerCommand) => call(serverCalls[command], { params: { key } }),
    onSuccess: ({ status }) =>
      queries.setQueryData(stationLiveQuery(key).queryKey, (live) => live && { ...live, status }),
  });
};

/** Fetches the encoder's password on demand; it is not cached. */
export const useRevealPassword = (key: StationKey) =>
  useAction({ failure: 'default', mutationFn: () => call(stations.revealPassword, { params: { key } }), gcTime: 0 });

/** Replaces the encoder's password; a connected encoder is disconnected. */
export const useResetPassword = (key: StationKey) =>
  useAction({
    failure: 'default',
    mutationFn: () => call(stations.resetPassword, { params: { key } }),
    gcTime: 0,
    onSuccess: () => toastSuccess('Enter the new password in your encoder.', 'Password replaced'),
  });

/** The station's score: how complete its setup is. */
export const scoreQuery = (key: StationKey) => endpointQuery(stations.score, { params: { key } });

/** Whether a deleted station can be restored, and why not; never cached. */
export const restorableQuery = (id: AccountKey, stationKey: StationKey) =>
  endpointQuery(stations.restorable, { params: { id, stationKey } }, { staleTime: 0, gcTime: 0 });

/** Restores a deleted station; the dialog shows the reason for a refusal. */
export const useRestoreStation = (id: AccountKey, stationKey: StationKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'restore.failed',
    mutationFn: () => call(stations.restore, { params: { id, stationKey } }),
    meta: { form: true },
    onSuccess: (station) => queries.setQueryData(stationQuery(stationKey).queryKey, station),
  });
};

/** Features a station or removes it from the featured ones (portal administrators). */
export const useFeatureStation = () =>
  useAction({
    failure: 'default',
    mutationFn: ({ key, featured }: { key: StationKey; featured: boolean }) =>
      call(stations.setFeatured, { params: { id: key, flag: featured } }),
  });
