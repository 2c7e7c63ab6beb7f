import { Box, Skeleton, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Episode } from '#contract/api/episode.ts';
import { podcastQuery } from '#web/parts/podcast-queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EpisodeAudio } from './EpisodeAudio.tsx';
import { EpisodeForm } from './EpisodeForm.tsx';
import { episodeQuery, useChangeEpisode } from './queries.ts';
import { useEpisodePaths } from './shared/use-episode-paths.ts';

const AudioEditor = lazy(() =>
  loadChunk(() => import('./audio/AudioEditor.tsx')).then((part) => ({ default: part.AudioEditor })),
);

const TranscriptPanel = lazy(() =>
  loadChunk(() => import('./TranscriptPanel.tsx')).then((part) => ({ default: part.TranscriptPanel })),
);

/** `…/{episodeKey}/edit`: an episode's details, audio and transcript, each saved separately. */
export const EpisodeEditScreen = () => {
  const { podcastKey, episodeKey } = useEpisodePaths();
  const { data: podcast } = useSuspenseQuery(podcastQuery(podcastKey));
  const { data: episode } = useSuspenseQuery(episodeQuery(podcastKey, episodeKey));
  const change = useChangeEpisode(podcastKey);
  usePageTitle(`${episode.title}: Edit`);
  return (
    <Stack gap="lg">
      <EpisodeForm
        key={episode.key}
        podcast={podcast}
        episode={episode}
        head={
          <Surface title="Audio">
            <EpisodeAudio episode={episode} />
          </Surface>
        }
        onSave={async (body, logo) => {
          const saved = await change.mutateAsync({ key: episode.key, body, logo });
          toastSuccess('Episode saved.');
          return saved;
        }}
      />
      <Box id="sound">
        <Suspense fallback={<Skeleton h={360} radius="lg" role="status" aria-label="Loading" />}>
          {canCut(episode) && <EpisodeAudioEditor key={fileOf(episode)} episode={episode} />}
        </Suspense>
      </Box>
      <Suspense>
        <TranscriptPanel episode={episode} mayChange />
      </Suspense>
    </Stack>
  );
};

/** Hidden while the audio is processed, since chapters may still move; stays shown if the processing started here. */
const EpisodeAudioEditor = ({ episode }: { episode: Episode }) => {
  const isReady = episode.upload_status !== 'processing';
  const [isShown, setShown] = useState(isReady);
  if (isReady && !isShown) setShown(true);
  return isShown ? <AudioEditor episode={episode} /> : null;
};

/** Whether there is an original file to edit. */
const canCut = ({ original, upload_status }: Episode): boolean => original !== null && upload_status !== 'none';

/** Identifies the uploaded file, so that a new one resets the editor. */
const fileOf = ({ key, original }: Episode): string =>
  `${key} ${original?.filename ?? ''} ${original?.size ?? 0} ${original?.duration ?? 0}`;
