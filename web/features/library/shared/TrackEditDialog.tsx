import { Modal, NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { StationKey } from '#contract/rules/keys.ts';
import { ChangedTrack, type MediaTrack } from '#contract/api/library.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { byteSize, duration } from '#web/lib/format.ts';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { ImageField } from '#web/ui/form/ImageField.tsx';
import { useArtwork, useChangeTrack } from '../queries.ts';

type TrackEditDialogProps = { stationKey: StationKey; track: MediaTrack | undefined; onClose: () => void };

/** Edits a track's title, artist, album and artwork, its ISRC and label for royalty reports, and its cue points. */
export const TrackEditDialog = ({ stationKey, track, onClose }: TrackEditDialogProps) => (
  <Modal opened={track !== undefined} onClose={onClose} title="Edit track" size="lg">
    {track && <TrackForm key={track.key} stationKey={stationKey} track={track} onClose={onClose} />}
  </Modal>
);

const TrackForm = ({ stationKey, track, onClose }: TrackEditDialogProps & { track: MediaTrack }) => {
  const change = useChangeTrack(stationKey);
  const cues = { starts_at: track.cues.from, ends_at: track.cues.to };
  const form = useContractForm(ChangedTrack, { ...track.metadata, ...cues });
  const { errors } = form.formState;
  return (
    <Stack gap="md">
      <ArtworkField stationKey={stationKey} track={track} />
      <ContractForm
        form={form}
        submit="Save"
        onCancel={onClose}
        onSubmit={async (values) => {
          const { starts_at, ends_at, ...tags } = values;
          await change.mutateAsync({
            key: track.key,
            ...tags,
            // Send only changed cue points: an unset one keeps following the audio.
            ...(starts_at !== cues.starts_at && { starts_at: starts_at ?? null }),
            ...(ends_at !== cues.ends_at && { ends_at: ends_at ?? null }),
          });
          onClose();
        }}
      >
        <TextInput {...form.register('title')} label="Title" error={errors.title?.message} required data-autofocus />
        <TextInput {...form.register('artist')} label="Artist" error={errors.artist?.message} />
        <TextInput {...form.register('album')} label="Album" error={errors.album?.message} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            {...form.register('isrc')}
            label="ISRC"
            placeholder="CC-XXX-YY-NNNNN"
            description="Identifies the recording in royalty reports."
            error={errors.isrc?.message}
          />
          <TextInput
            {...form.register('label')}
            label="Label"
            description="Record label"
            error={errors.label?.message}
          />
        </SimpleGrid>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <CueField form={form} name="starts_at" label="Starts at (seconds)" audioAt={track.cues.sound_from} />
          <CueField form={form} name="ends_at" label="Ends at (seconds)" audioAt={track.cues.sound_to} />
        </SimpleGrid>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {about(track)}
        </Text>
      </ContractForm>
    </Stack>
  );
};

type TrackFormValues = ReturnType<typeof useContractForm<z.input<typeof ChangedTrack>, z.output<typeof ChangedTrack>>>;
type CueFieldProps = { form: TrackFormValues; name: 'starts_at' | 'ends_at'; label: string; audioAt: number };

/** A cue point: where a track starts or ends. Empty, it is where the audio starts or ends. */
const CueField = ({ form, name, label, audioAt }: CueFieldProps) => (
  <Controller
    control={form.control}
    name={name}
    render={({ field, fieldState }) => (
      <NumberInput
        label={label}
        description={`The audio ${name === 'starts_at' ? 'starts' : 'ends'} at ${audioAt.toFixed(2)}. Leave empty to use that.`}
        value={field.value ?? ''}
        onChange={(value) => field.onChange(value === '' ? null : Number(value))}
        onBlur={field.onBlur}
        ref={field.ref}
        min={0}
        step={0.1}
        decimalScale={3}
        error={fieldState.error?.message}
      />
    )}
  />
);

/** The artwork is saved immediately, apart from the form. */
const ArtworkField = ({ stationKey, track }: { stationKey: StationKey; track: MediaTrack }) => {
  const [src, setSrc] = useState(track.artwork);
  const artwork = useArtwork(stationKey, track.key);
  const saveArtwork = (file: File | null): void =>
    artwork.mutate(file, {
      onSuccess: (saved) => {
        setSrc(saved.artwork);
        toastSuccess(file ? 'Artwork changed.' : 'Artwork removed.');
      },
    });
  return (
    <ImageField
      label="Artwork"
      name={track.metadata.title}
      src={src}
      hint="Cropped to a centred square."
      busy={artwork.isPending}
      onUpload={saveArtwork}
      onRemove={() => saveArtwork(null)}
    />
  );
};

const about = ({ filename, url, codec, bitrate, size, duration: seconds }: MediaTrack): string =>
  [
    url ?? filename,
    duration(seconds),
    ...(codec === '' ? [] : [`${codec.toUpperCase()} ${Math.round(bitrate / 1000)} kbit/s`]),
    byteSize(size),
  ].join(' · ');
