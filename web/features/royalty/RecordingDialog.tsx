import { Button, Group, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { Controller, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import type { AccountKey } from '#contract/keys.ts';
import { RoyaltyCorrection, type RoyaltyRecording } from '#contract/royalty.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { dashed } from './complete.ts';
import { useCompleteTrack, useCorrect, useUncorrect } from './queries.ts';

type RecordingDialogProps = { accountKey: AccountKey; recording: RoyaltyRecording; onClose: () => void };

const Words = z.omit(RoyaltyCorrection, { raw: true });
type Words = z.infer<typeof Words>;

/** Completes a recording: the track where it stands in the library, or what a title that was sent stands for. */
export const RecordingDialog = (props: RecordingDialogProps) => (
  <Modal
    opened
    onClose={props.onClose}
    title={props.recording.track ? 'Edit track' : 'What this title stands for'}
    size="lg"
  >
    <RecordingForm {...props} />
  </Modal>
);

const RecordingForm = ({ accountKey, recording, onClose }: RecordingDialogProps) => {
  const { track, raw, corrected } = recording;
  const complete = useCompleteTrack(accountKey);
  const correct = useCorrect(accountKey);
  const uncorrect = useUncorrect(accountKey);
  const { artist, title, album, label, isrc } = recording;
  const form = useContractForm<Words, Words>(Words, {
    kind: 'recording',
    artist,
    title,
    album,
    label,
    isrc: dashed(isrc),
  });
  const { errors } = form.formState;
  const isSpeech = useWatch({ control: form.control, name: 'kind' }) === 'speech';
  const save = async ({ kind, ...said }: Words): Promise<void> => {
    await (track ? complete.mutateAsync({ track, said }) : correct.mutateAsync({ raw, kind, ...said }));
    announceSuccess(track ? 'The track was changed.' : 'The title was corrected, for all reports.');
    onClose();
  };
  const takeBack = (): void =>
    uncorrect.mutate(raw, { onSuccess: () => (announceSuccess('The title stands as it was sent.'), onClose()) });
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {track
          ? 'Changes the track in its library, and so all reports. ISRC and label also come from a file’s tags when it is uploaded.'
          : `Sent as “${raw}”. What you say here is kept, and holds wherever it was sent.`}
      </Text>
      <ContractForm form={form} submit="Save" onCancel={onClose} onSubmit={save}>
        {!track && (
          <Controller
            control={form.control}
            name="kind"
            render={({ field: { value, onChange } }) => (
              <SegmentedControl
                aria-label="What it is"
                value={value}
                onChange={onChange}
                data={[
                  { value: 'recording', label: 'A recording' },
                  { value: 'speech', label: 'Speech, a show, an ad' },
                ]}
              />
            )}
          />
        )}
        {isSpeech ? (
          <Text size="sm">It is left out of reports.</Text>
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
              description="The recording’s own code. With it, SoundExchange needs neither album nor label."
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
          <Button variant="subtle" color="gray" size="xs" loading={uncorrect.isPending} onClick={takeBack}>
            Take the correction back
          </Button>
        </Group>
      )}
    </Stack>
  );
};
