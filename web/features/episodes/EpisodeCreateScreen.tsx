import { Button, Group, Text } from '@mantine/core';
import { IconMusic, IconX } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { EpisodeKey } from '#contract/rules/keys.ts';
import { podcastQuery } from '#web/parts/podcast-queries.ts';
import { FileDrop } from '#web/features/uploads/shared/FileDrop.tsx';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { byteSize } from '#web/lib/format.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EpisodeForm } from './EpisodeForm.tsx';
import { episodesQuery, useChangeEpisode, useCreateEpisode } from './queries.ts';
import { uploadEpisode } from './shared/upload-episode.ts';
import { useEpisodePaths } from './shared/use-episode-paths.ts';

/** How many episodes are searched for the last number; trailers and bonuses often have none. */
const mostRecent = 20;

/** `…/episodes/create`: the details of a new episode, with the audio now or later. */
export const EpisodeCreateScreen = () => {
  const { podcastKey, list, edit } = useEpisodePaths();
  const { data: podcast } = useSuspenseQuery(podcastQuery(podcastKey));
  const recent = useQuery({ ...episodesQuery(podcastKey, { limit: mostRecent }), refetchOnMount: 'always' });
  const navigate = useNavigate();
  const create = useCreateEpisode(podcastKey);
  const change = useChangeEpisode(podcastKey);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const [file, setFile] = useState<File>();
  const [createdKey, setCreatedKey] = useState<EpisodeKey>();
  usePageTitle(`${podcast.title}: New episode`);
  useEffect(() => {
    if (createdKey) void navigate({ to: edit(createdKey) as '/', replace: true, ignoreBlocker: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once it is created
  }, [createdKey]);
  // An earlier answer may lack the episode whose number comes before this one's; without any answer the number is empty.
  if (!recent.isFetchedAfterMount) return <ScreenSkeleton />;
  return (
    <EpisodeForm
      podcast={podcast}
      recent={recent.data?.entities}
      submit={(when) => submitLabels[when]}
      hasFile={file !== undefined}
      onCancel={() => void navigate({ to: list as '/' })}
      head={
        <Surface title="Audio">
          {file ? (
            <ChosenFile file={file} onRemove={() => setFile(undefined)} />
          ) : (
            <FileDrop
              title="Drop the audio file here"
              hint="MP3, FLAC, WAV, M4A or OGG, up to 1 GB. You can also add it later."
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
        // The episode exists now: a failed logo is reported on its own page, where it can be picked again.
        if (logo) await change.mutateAsync({ key, body: {}, logo }).catch(() => undefined);
        if (file) uploadEpisode(podcastKey, key, [file]);
        toastSuccess('Episode created.');
        setFile(undefined);
        setCreatedKey(key);
        return undefined;
      }}
    />
  );
};

const submitLabels = { draft: 'Save draft', now: 'Publish', date: 'Schedule' } as const;

const ChosenFile = ({ file, onRemove }: { file: File; onRemove: () => void }) => (
  <Group justify="space-between" wrap="nowrap">
    <Group gap="sm" wrap="nowrap" miw={0}>
      <IconMusic size={22} aria-hidden />
      <div style={{ minWidth: 0 }}>
        <Text fw={600} truncate>
          {file.name}
        </Text>
        <Text size="sm" c="dimmed">
          {byteSize(file.size)} · uploads when you save the episode
        </Text>
      </div>
    </Group>
    <Button variant="subtle" color="gray" size="xs" leftSection={<IconX size={15} aria-hidden />} onClick={onRemove}>
      Remove
    </Button>
  </Group>
);
