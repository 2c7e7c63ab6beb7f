import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Episode } from '#contract/api/episode.ts';
import { FileDrop } from '#web/features/uploads/shared/FileDrop.tsx';
import { uploads } from '#web/features/uploads/shared/upload-store.ts';
import type { UploadItem } from '#web/features/uploads/shared/upload-queue.ts';
import { byteSize, duration } from '#web/lib/format.ts';
import { useRefreshEpisodes } from './queries.ts';
import { EpisodePlay } from './shared/EpisodePlay.tsx';
import { uploadEpisode, useEpisodeUpload } from './shared/upload-episode.ts';

/** The audio of an episode: the current file, a running upload, and a way to replace it. */
export const EpisodeAudio = ({ episode }: { episode: Episode }) => {
  const item = useEpisodeUpload(episode.key);
  const refresh = useRefreshEpisodes(episode.podcast);
  const [isReplacing, setReplacing] = useState(false);
  const status = item?.status;
  useEffect(() => {
    if (status === 'processing' || status === 'success') void refresh();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each state
  }, [status]);
  const isBusy = status === 'pending' || status === 'uploading';
  const isProcessing = episode.upload_status === 'processing' || status === 'processing';
  const acceptsFile = !isBusy && !isProcessing && (episode.original === null || isReplacing);
  return (
    <Stack gap="sm">
      {episode.duration > 0 && <Facts episode={episode} />}
      {episode.upload_status === 'error' && !isBusy && (
        <Alert color="red" variant="light" title="The audio could not be prepared">
          {episode.upload_error?.message}
        </Alert>
      )}
      {item && status === 'error' && episode.upload_status !== 'error' && (
        <Alert color="red" variant="light" title="The upload failed">
          {item.error}
        </Alert>
      )}
      {item && isBusy && <Sending item={item} />}
      {isProcessing && <Preparing progress={status === 'processing' ? (item?.progress ?? 0) : undefined} />}
      {acceptsFile && (
        <FileDrop
          title={episode.original === null ? 'Drop the audio file here' : 'Drop the new audio file here'}
          hint="MP3, FLAC, WAV, M4A or OGG, up to 1 GB"
          button="Choose a file"
          isCompact
          multiple={false}
          onFiles={(files) => {
            setReplacing(false);
            uploadEpisode(episode.podcast, episode.key, files);
          }}
        />
      )}
      {episode.original !== null && !isBusy && !isProcessing && (
        <Group>
          <Button variant="default" size="xs" onClick={() => setReplacing(!isReplacing)}>
            {isReplacing ? 'Keep current audio' : 'Replace audio'}
          </Button>
        </Group>
      )}
    </Stack>
  );
};

const Facts = ({ episode }: { episode: Episode }) => (
  <Group gap="md" wrap="nowrap">
    <EpisodePlay episode={episode} size={44} />
    <div style={{ minWidth: 0 }}>
      <Text fw={600} className="numbers">
        {duration(episode.duration)} · {byteSize(episode.size)}
      </Text>
      {episode.original && (
        <Text size="sm" c="dimmed" truncate title={episode.original.filename}>
          Original file {episode.original.filename}: {duration(episode.original.duration)},{' '}
          {byteSize(episode.original.size)}
        </Text>
      )}
    </div>
  </Group>
);

const Sending = ({ item }: { item: UploadItem }) => (
  <Group wrap="nowrap" align="center">
    <div style={{ flex: 1, minWidth: 0 }}>
      <Text size="sm" truncate>
        {item.file.name}: {item.status === 'pending' ? 'waiting in the queue' : `uploading, ${item.progress}%`}
      </Text>
      <Progress value={item.progress} size="sm" mt={6} aria-label={`${item.file.name}: uploading`} />
    </div>
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      leftSection={<IconX size={15} aria-hidden />}
      onClick={() => uploads.cancel(item.id)}
    >
      Cancel
    </Button>
  </Group>
);

const Preparing = ({ progress }: { progress: number | undefined }) => (
  <div role="status">
    <Text size="sm">Preparing the audio{progress === undefined ? '' : `, ${progress}%`}. You can keep editing.</Text>
    <Progress
      value={progress ?? 100}
      animated={progress === undefined}
      color="green"
      size="sm"
      mt={6}
      aria-label="Preparing the audio"
    />
  </div>
);
