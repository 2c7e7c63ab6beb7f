import { Modal, TextInput } from '@mantine/core';
import * as z from 'zod/mini';
import type { StationKey } from '#contract/rules/keys.ts';
import { ChangedTracks, type MediaTrack } from '#contract/api/library.ts';
import { count } from '#web/lib/format.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { useChangeTracks } from './queries.ts';

type TracksEditDialogProps = {
  stationKey: StationKey;
  tracks: readonly MediaTrack[];
  onClose: () => void;
  onSaved: () => void;
};

const Details = z.pick(ChangedTracks, { artist: true, album: true });

/** Edits the artist and album of several tracks; a field that is left alone stays as it is on each track. */
export const TracksEditDialog = (props: TracksEditDialogProps) => (
  <Modal opened onClose={props.onClose} title={`Edit ${count(props.tracks.length, 'track')}`}>
    <TracksForm {...props} />
  </Modal>
);

const TracksForm = ({ stationKey, tracks, onClose, onSaved }: TracksEditDialogProps) => {
  const change = useChangeTracks(stationKey);
  const artist = commonOf(tracks.map(({ metadata }) => metadata.artist));
  const album = commonOf(tracks.map(({ metadata }) => metadata.album));
  const form = useContractForm(Details, { artist: artist ?? '', album: album ?? '' });
  const { errors } = form.formState;
  return (
    <ContractForm
      form={form}
      submit="Save"
      onCancel={onClose}
      onSubmit={async (values) => {
        await change.mutateAsync({
          tracks: tracks.map(({ key }) => key),
          ...(values.artist !== (artist ?? '') && { artist: values.artist }),
          ...(values.album !== (album ?? '') && { album: values.album }),
        });
        toastSuccess(`${count(tracks.length, 'track')} changed.`);
        onSaved();
        onClose();
      }}
    >
      <TextInput
        {...form.register('artist')}
        label="Artist"
        placeholder={artist === undefined ? several : ''}
        error={errors.artist?.message}
        data-autofocus
      />
      <TextInput
        {...form.register('album')}
        label="Album"
        placeholder={album === undefined ? several : ''}
        error={errors.album?.message}
      />
    </ContractForm>
  );
};

const several = 'Several: unchanged';

/** The value that all tracks have; undefined if they differ. */
const commonOf = (values: readonly string[]): string | undefined =>
  new Set(values).size === 1 ? values[0] : undefined;
