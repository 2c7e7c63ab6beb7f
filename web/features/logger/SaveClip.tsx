import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import { LogCut } from '#contract/api/logger.ts';
import { toastFailure } from '#web/lib/toasts.tsx';
import { longDuration } from '#web/lib/format.ts';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { Segments } from '#web/ui/form/Segments.tsx';
import { EpisodeForm, useEpisodePodcasts } from './EpisodeForm.tsx';
import type { Span } from './log-time.ts';
import { logLink, useCutLog } from './queries.ts';

type CutKeepProps = { stationKey: StationKey; span: Span; title: string; mayCut: boolean };

/** Saves a selection: as a download, a track of the media library or an episode. */
export const SaveClip = ({ stationKey, span, title, mayCut }: CutKeepProps) => {
  const [target, setTarget] = useState<'track' | 'episode'>('track');
  const [name, setName] = useState(title);
  const podcasts = useEpisodePodcasts(stationKey);
  const download = async (): Promise<void> => {
    try {
      const link = await logLink(stationKey, span.from, span.to, name || title);
      location.assign(link.download_url);
    } catch (thrown) {
      toastFailure(thrown);
    }
  };
  return (
    <Stack gap="sm" mt="md">
      <Group justify="space-between">
        <Text size="sm" c="dimmed" className="numbers">
          {longDuration((span.to - span.from) / 1000)} selected
        </Text>
        <Button variant="default" leftSection={<IconDownload size={17} aria-hidden />} onClick={() => void download()}>
          Download
        </Button>
      </Group>
      {podcasts.length > 0 && (
        <Segments
          aria-label="Save clip to"
          value={target}
          onChange={setTarget}
          data={[
            { value: 'track', label: 'Media library' },
            { value: 'episode', label: 'Episode' },
          ]}
          w="fit-content"
        />
      )}
      {target === 'track' ? (
        <TrackForm {...{ stationKey, span, mayCut, name }} onName={setName} />
      ) : (
        <EpisodeForm {...{ stationKey, span, podcasts, name }} onName={setName} />
      )}
    </Stack>
  );
};

type TrackFormProps = Omit<CutKeepProps, 'title'> & { name: string; onName: (name: string) => void };

const TrackForm = ({ stationKey, span, mayCut, name, onName }: TrackFormProps) => {
  const cut = useCutLog(stationKey);
  const form = useContractForm(LogCut, { ...span, title: name, artist: '' });
  const { errors } = form.formState;
  const titleField = form.register('title', {
    onChange: ({ target }: { target: { value: string } }) => onName(target.value),
  });
  return (
    <ContractForm
      form={form}
      submit="Save to media library"
      readOnly={!mayCut}
      onSubmit={async (names) => {
        await cut.mutateAsync({ ...names, ...span });
        form.reset({ ...names });
      }}
    >
      <Group grow align="flex-start">
        <TextInput {...titleField} label="Title" error={errors.title?.message} required />
        <TextInput {...form.register('artist')} label="Artist" error={errors.artist?.message} />
      </Group>
    </ContractForm>
  );
};
