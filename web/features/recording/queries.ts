import type { PodcastKey } from '#contract/rules/keys.ts';
import {
  recordingSchedules,
  type NewRecordingSchedule,
  type Recording,
  type RecordingSchedule,
} from '#contract/api/recording-schedules.ts';
import { useAction } from '#web/lib/action.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** Poll faster while a recording is in progress or about to start. */
const refreshMs = { soon: 4000, later: 60_000 };
const settled: readonly Recording['state'][] = ['done', 'failed'];

/** A podcast's recording schedules, next recordings and past recordings. */
export const recordingQuery = (podcastKey: PodcastKey) =>
  endpointQuery(
    recordingSchedules.table,
    { params: { podcastKey } },
    {
      refetchInterval: ({ state: { data } }) => {
        if (!data) return refreshMs.later;
        const isOn = data.recordings.some(({ state }) => !settled.includes(state));
        const msUntilNext = Date.parse(data.next[0]?.begin ?? '') - Date.now();
        return isOn || msUntilNext < refreshMs.later ? refreshMs.soon : refreshMs.later;
      },
    },
  );

/** Adds a schedule, or changes the one with the id. */
export const useSaveSchedule = (podcastKey: PodcastKey, id: string | undefined) => {
  return useAction({
    failure: id === undefined ? 'schedule.createFailed' : 'schedule.updateFailed',
    mutationFn: ({ body, idempotencyKey }: { body: NewRecordingSchedule; idempotencyKey: string }) =>
      id === undefined
        ? call(recordingSchedules.create, { params: { podcastKey }, body }, { idempotencyKey })
        : call(recordingSchedules.update, { params: { podcastKey, id }, body }),
    meta: { form: true },
    onSuccess: ({ name }) => toastSuccess(`“${name}” saved.`),
  });
};

/** Deletes a schedule; its episodes are kept. */
export const useRemoveSchedule = (podcastKey: PodcastKey) => {
  return useAction({
    failure: 'schedule.deleteFailed',
    mutationFn: ({ id }: RecordingSchedule) => call(recordingSchedules.remove, { params: { podcastKey, id } }),
    onSuccess: (_, { name }) => toastSuccess(`“${name}” deleted.`),
  });
};
