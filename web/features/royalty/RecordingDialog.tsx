import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { Controller, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { AccountKey } from '#contract/rules/keys.ts';
import { RoyaltyCorrection, type RoyaltyRecording } from '#contract/api/royalty.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { Segments } from '#web/ui/form/Segments.tsx';
import { dashed } from './complete.ts';
import { useCompleteTrack, useCorrect, useUncorrect } from './queries.ts';

type RecordingDialogProps = { accountKey: AccountKey; recording: RoyaltyRecording; onClose: () => void };

const RecordingInput = z.omit(RoyaltyCorrection, { raw: true });
type RecordingInput = z.infer<typeof RecordingInput>;

/** Completes a recording: a track of the library, or the recording behind a title from stream metadata. */
export const RecordingDialog = (props: RecordingDialogProps) => (
  <Modal opened onClose={props.onClose} title={props.recording.track ? 'Edit track' : 'Identify this title'} size="lg">
    <RecordingForm {...props} />
  </Modal>
);

const RecordingForm = ({ accountKey, recording, onClose }: RecordingDialogProps) => {
  const { track, raw, corrected } = recording;
  const complete = useCompleteTrack();
  const correct = useCorrect(accountKey);
  const uncorrect = useUncorrect(accountKey);
  const { artist, title, album, label, isrc } = recording;
  const form = useContractForm<RecordingInput, RecordingInput>(RecordingInput, {
    kind: 'recording',
    artist,
    title,
    album,
    label,
    isrc: dashed(isrc),
  });
  const { errors } = form.formState;
  const isSpeech = useWatch({ control: form.control, name: 'kind' }) === 'speech';
  const save = async ({ kind, ...fields }: RecordingInput): Promise<void> => {
    await (track ? complete.mutateAsync({ track, fields }) : correct.mutateAsync({ raw, kind, ...fields }));
    toastSuccess(track ? 'Track saved.' : 'Correction saved for all reports.');
    onClose();
  };
  const removeCorrection = (): void =>
    uncorrect.mutate(raw, { onSuccess: () => (toastSuccess('Correction removed.'), onClose()) });
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {track
          ? 'Changes the track in its library and therefore all reports. ISRC and label are also read from file tags on upload.'
          : `Sent as “${raw}”. The correction applies wherever this title was sent.`}
      </Text>
      <ContractForm form={form} submit="Save" onCancel={onClose} onSubmit={save}>
        {!track && (
          <Controller
            control={form.control}
            name="kind"
            render={({ field: { value, onChange } }) => (
              <Segments
                aria-label="Type of content"
                value={value}
                onChange={onChange}
                data={[
                  { value: 'recording', label: 'Recording' },
                  { value: 'speech', label: 'Speech, show or ad' },
                ]}
              />
            )}
          />
        )}
        {isSpeech ? (
          <Text size="sm">Excluded from reports.</Text>
        ) : (
          <>
            <TextInput
              {...form.register('artist')}
              label="Featured artist"
              error={errors.artist?.message}
              data-autofocus
            />
            <TextInput
              {...form.register('title')}
              label="Title"
              error={errors.title?.message}
              required={track !== null}
            />
            <TextInput
              {...form.register('isrc')}
              label="ISRC"
              description="Identifies the recording. With an ISRC, album and label are optional."
              placeholder="CC-XXX-YY-NNNNN"
              error={errors.isrc?.message}
            />
            <TextInput {...form.register('album')} label="Album" error={errors.album?.message} />
            <TextInput {...form.register('label')} label="Label" error={errors.label?.message} />
          </>
        )}
      </ContractForm>
      {corrected && (
        <Group>
          <Button variant="subtle" color="gray" size="xs" loading={uncorrect.isPending} onClick={removeCorrection}>
            Remove correction
          </Button>
        </Group>
      )}
    </Stack>
  );
};
