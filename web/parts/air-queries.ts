import { useQueryClient } from '@tanstack/react-query';
import type { BodyInput, SpecOf } from '#contract/api/http.ts';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import { playoutAir } from '#contract/api/playout-air.ts';
import type { StationLive } from '#contract/api/session.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { stationLiveQuery } from './station-queries.ts';

/** Writes the state that a command led to; the event stream sends it to everyone else. */
const useCacheLive = (key: StationKey) => {
  const queries = useQueryClient();
  return (live: StationLive): void => void queries.setQueryData(stationLiveQuery(key).queryKey, live);
};

/** The play that a command is about, so that a second click is not a second skip. */
export const playOf = ({ track, track_started }: Pick<StationLive, 'track' | 'track_started'>) =>
  track && { track: track.key as TrackKey, ...(track_started !== null && { started: track_started }) };

/** Skips the rest of the Auto DJ's track. */
export const useSkip = (key: StationKey) => {
  const onSuccess = useCacheLive(key);
  return useAction({
    failure: 'default',
    mutationFn: (body: BodyInput<SpecOf<typeof playoutAir.skip>>) => call(playoutAir.skip, { params: { key }, body }),
    onSuccess,
  });
};

/** Queues a track of the library. */
export const useQueueTrack = (key: StationKey) => {
  const onSuccess = useCacheLive(key);
  return useAction({
    failure: 'default',
    mutationFn: (body: BodyInput<SpecOf<typeof playoutAir.queue>>) => call(playoutAir.queue, { params: { key }, body }),
    onSuccess,
  });
};

/** Removes a track from the queue. */
export const useUnqueue = (key: StationKey) => {
  const onSuccess = useCacheLive(key);
  return useAction({
    failure: 'default',
    mutationFn: (id: string) => call(playoutAir.unqueue, { params: { key }, body: { id } }),
    onSuccess,
  });
};

/** Stops the Auto DJ after the track that plays. */
export const useStopAfter = (key: StationKey) => {
  const onSuccess = useCacheLive(key);
  return useAction({
    failure: 'default',
    mutationFn: (track: TrackKey) => call(playoutAir.stopAfter, { params: { key }, body: { track } }),
    onSuccess,
  });
};

/** Cancels the stop, or continues. */
export const useResume = (key: StationKey) => {
  const onSuccess = useCacheLive(key);
  return useAction({
    failure: 'default',
    mutationFn: () => call(playoutAir.resume, { params: { key } }),
    onSuccess,
  });
};

/** Disconnects the encoder, and refuses it for some time. */
export const useKickEncoder = (key: StationKey) => {
  const onSuccess = useCacheLive(key);
  return useAction({
    failure: 'default',
    mutationFn: (body: BodyInput<SpecOf<typeof playoutAir.kick>>) => call(playoutAir.kick, { params: { key }, body }),
    onSuccess,
  });
};

/** Allows the encoder, or a presenter, to connect again. */
export const useUnbar = (key: StationKey) => {
  const onSuccess = useCacheLive(key);
  return useAction({
    failure: 'default',
    mutationFn: (presenter?: string) =>
      call(playoutAir.unbar, { params: { key }, query: presenter === undefined ? {} : { presenter } }),
    onSuccess,
  });
};
