import { Modal, TextInput } from '@mantine/core';
import { ChangedTrack } from '#contract/api/library.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { AutoDjTrack } from '#contract/api/playout.ts';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { useUpdateTrack } from './queries.ts';

type TrackDialogProps = { stationKey: StationKey; track: AutoDjTrack | undefined; onClose: () => void };

/** Changes a track's title, artist and album, which players show to listeners. */
export const TrackDialog = ({ stationKey, track, onClose }: TrackDialogProps) => (
  <Modal opened={track !== undefined} onClose={onClose} title="Track details">
    {track && <TrackForm key={track.key} stationKey={stationKey} track={track} onClose={onClose} />}
  </Modal>
);

const TrackForm = ({ stationKey, track, onClose }: TrackDialogProps & { track: AutoDjTrack }) => {
  const update = useUpdateTrack(stationKey);
  const form = useContractForm(ChangedTrack, { title: track.title, artist: track.artist, album: track.album });
  const { errors } = form.formState;
  return (
    <ContractForm
      form={form}
      submit="Save"
      onCancel={onClose}
      onSubmit={async (values) => {
        await update.mutateAsync({ key: track.key, ...values });
        onClose();
      }}
    >
      <TextInput {...form.register('title')} label="Title" error={errors.title?.message} required data-autofocus />
      <TextInput {...form.register('artist')} label="Artist" error={errors.artist?.message} />
      <TextInput {...form.register('album')} label="Album" error={errors.album?.message} />
    </ContractForm>
  );
};
