import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { StationKey } from '#contract/keys.ts';
import { presenters, type NewPresenter } from '#contract/presenters.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';

/** The presenters of a station, and the time zone of their hours. */
export const presentersQuery = (key: StationKey) =>
  queryOptions({
    queryKey: ['stations', key, 'presenters'],
    queryFn: ({ signal }) => call(presenters.list, { params: { key } }, { signal }),
  });

const useRefresh = (key: StationKey) => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: presentersQuery(key).queryKey, exact: true });
};

/** Adds a presenter; the reply has the password, which is shown once. */
export const useAddPresenter = (key: StationKey) => {
  const onSuccess = useRefresh(key);
  return useAction({
    failure: 'default',
    mutationFn: (body: NewPresenter) => call(presenters.create, { params: { key }, body }),
    meta: { form: true },
    onSuccess,
  });
};

/** Changes a presenter. */
export const useChangePresenter = (key: StationKey) => {
  const onSuccess = useRefresh(key);
  return useAction({
    failure: 'default',
    mutationFn: ({ id, body }: { id: string; body: NewPresenter }) =>
      call(presenters.update, { params: { key, id }, body }),
    meta: { form: true },
    onSuccess,
  });
};

/** Deletes a presenter. */
export const useRemovePresenter = (key: StationKey) => {
  const onSuccess = useRefresh(key);
  return useAction({
    failure: 'default',
    mutationFn: (id: string) => call(presenters.remove, { params: { key, id } }),
    onSuccess,
  });
};

/** Replaces the password of a presenter. */
export const useNewPassword = (key: StationKey) => {
  const onSuccess = useRefresh(key);
  return useAction({
    failure: 'default',
    mutationFn: (id: string) => call(presenters.newPassword, { params: { key, id } }),
    onSuccess,
  });
};

/** Replaces or, without a file, removes the picture of a presenter. */
export const usePresenterPicture = (key: StationKey, id: string) => {
  const onSuccess = useRefresh(key);
  return useAction({
    failure: 'default',
    mutationFn: (file: File | null) =>
      file === null
        ? call(presenters.removePicture, { params: { key, id } })
        : call(presenters.setPicture, { params: { key, id }, file }),
    onSuccess,
  });
};

/** The recorded broadcasts of a presenter; a running one grows. */
export const recordingsQuery = (key: StationKey, id: string) =>
  queryOptions({
    queryKey: ['stations', key, 'presenters', id, 'recordings'],
    queryFn: ({ signal }) => call(presenters.recordings, { params: { key, id } }, { signal }),
    refetchInterval: 10_000,
  });

/** Fetches the links of a recorded broadcast. */
export const useRecordingLink = (key: StationKey, id: string) =>
  useAction({
    failure: 'default',
    mutationFn: (recording: string) => call(presenters.recordingLink, { params: { key, id, recording } }),
  });

/** Deletes a recorded broadcast. */
export const useRemoveRecording = (key: StationKey, id: string) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (recording: string) => call(presenters.removeRecording, { params: { key, id, recording } }),
    onSettled: () => queries.invalidateQueries({ queryKey: recordingsQuery(key, id).queryKey }),
  });
};
