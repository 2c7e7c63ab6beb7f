import type { StationKey } from '#contract/rules/keys.ts';
import { presenters, type NewPresenter } from '#contract/api/presenters.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** The presenters of a station, and the time zone of their hours. */
export const presentersQuery = (key: StationKey) => endpointQuery(presenters.list, { params: { key } });

/** Adds a presenter; the reply has the password, which is shown once. */
export const useAddPresenter = (key: StationKey) => {
  return useAction({
    failure: 'default',
    mutationFn: (body: NewPresenter) => call(presenters.create, { params: { key }, body }),
    meta: { form: true },
  });
};

/** Changes a presenter. */
export const useChangePresenter = (key: StationKey) => {
  return useAction({
    failure: 'default',
    mutationFn: ({ id, body }: { id: string; body: NewPresenter }) =>
      call(presenters.update, { params: { key, id }, body }),
    meta: { form: true },
  });
};

/** Deletes a presenter. */
export const useRemovePresenter = (key: StationKey) => {
  return useAction({
    failure: 'default',
    mutationFn: (id: string) => call(presenters.remove, { params: { key, id } }),
  });
};

/** Replaces the password of a presenter. */
export const useNewPassword = (key: StationKey) => {
  return useAction({
    failure: 'default',
    mutationFn: (id: string) => call(presenters.newPassword, { params: { key, id } }),
  });
};

/** Replaces or, without a file, removes the picture of a presenter. */
export const usePresenterPicture = (key: StationKey, id: string) => {
  return useAction({
    failure: 'default',
    mutationFn: (file: File | null) =>
      file === null
        ? call(presenters.removePicture, { params: { key, id } })
        : call(presenters.setPicture, { params: { key, id }, file }),
  });
};

/** The recorded broadcasts of a presenter; a running one grows. */
export const recordingsQuery = (key: StationKey, id: string) =>
  endpointQuery(presenters.recordings, { params: { key, id } }, { refetchInterval: 10_000 });

/** Fetches the links of a recorded broadcast. */
export const useRecordingLink = (key: StationKey, id: string) =>
  useAction({
    failure: 'default',
    mutationFn: (recording: string) => call(presenters.recordingLink, { params: { key, id, recording } }),
  });

/** Deletes a recorded broadcast. */
export const useRemoveRecording = (key: StationKey, id: string) =>
  useAction({
    failure: 'default',
    mutationFn: (recording: string) => call(presenters.removeRecording, { params: { key, id, recording } }),
  });
