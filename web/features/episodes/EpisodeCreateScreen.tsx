import { Button, Group, Text } from '@mantine/core';
import { IconMusic, IconX } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { EpisodeKey } from '#contract/keys.ts';
import { podcastQuery } from '#web/parts/podcast-queries.ts';
import { FileDrop } from '#web/features/uploads/shared/FileDrop.tsx';
import { announceSuccess } from '#web/lib/announce.tsx';
import { byteSize } from '#web/lib/format.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EpisodeForm } from './EpisodeForm.tsx';
import { useChangeEpisode, useCreateEpisode } from './queries.ts';
import { uploadEpisode } from './shared/upload-episode.ts';
import { usePlace } from './shared/use-place.ts';

/** `…/episodes/create`: words first, the sound with them or later. */
export const EpisodeCreateScreen = () => {
  const { podcastKey, list, edit } = usePlace();
  const { data: podcast } = useSuspenseQuery(podcastQuery(podcastKey));
  const navigate = useNavigate();
  const create = useCreateEpisode(podcastKey);
  const change = useChangeEpisode(podcastKey);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [file, setFile] = useState<File>();
  const [made, setMade] = useState<EpisodeKey>();
  usePageTitle(`${podcast.title}: New episode`);
  useEffect(() => {
    if (made) void navigate({ to: edit(made) as '/', replace: true, ignoreBlocker: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once it is made
  }, [made]);
  return (
    <EpisodeForm
      podcast={podcast}
      submit="Create the episode"
      hasFile={file !== undefined}
      onCancel={() => void navigate({ to: list as '/' })}
      head={
        <Surface title="Audio">
          {file ? (
            <Chosen file={file} onRemove={() => setFile(undefined)} />
          ) : (
            <FileDrop
              title="Drop the sound of the episode here"
              hint="MP3, FLAC, WAV, M4A or OGG, up to 1 GB. It can also be added later."
              button="Choose a file"
              isCompact
              multiple={false}
              onFiles={([chosen]) => setFile(chosen)}
            />
          )}
        </Surface>
      }
      onSave={async (body, logo) => {
        const { key } = await create.mutateAsync({ body, idempotencyKey });
        // The episode is there now: what fails of its logo is said on its own page, where it can be chosen again.
        if (logo) await change.mutateAsync({ key, body: {}, logo }).catch(() => undefined);
        if (file) uploadEpisode(podcastKey, key, [file]);
        announceSuccess('The episode was created.');
        setFile(undefined);
        setMade(key);
        return undefined;
      }}
    />
  );
};

const Chosen = ({ file, onRemove }: { file: File; onRemove: () => void }) => (
  <Group justify="space-between" wrap="nowrap">
    <Group gap="sm" wrap="nowrap" miw={0}>
      <IconMusic size={22} aria-hidden />
      <div style={{ minWidth: 0 }}>
        <Text fw={600} truncate>
          {file.name}
        </Text>
        <Text size="sm" c="dimmed">
          {byteSize(file.size)}, uploaded when the episode is created
        </Text>
      </div>
    </Group>
    <Button variant="subtle" color="gray" size="xs" leftSection={<IconX size={15} aria-hidden />} onClick={onRemove}>
      Remove
    </Button>
  </Group>
);
