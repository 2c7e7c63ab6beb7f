import { Box, Skeleton, Stack } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { Episode } from '#contract/episode.ts';
import { podcastQuery } from '#web/parts/podcast-queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { announceSuccess } from '#web/lib/announce.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EpisodeAudio } from './EpisodeAudio.tsx';
import { EpisodeForm } from './EpisodeForm.tsx';
import { episodeQuery, useChangeEpisode } from './queries.ts';
import { usePlace } from './shared/use-place.ts';

const AudioEditor = lazy(() =>
  loadChunk(() => import('./audio/AudioEditor.tsx')).then((part) => ({ default: part.AudioEditor })),
);

const TranscriptPanel = lazy(() =>
  loadChunk(() => import('./TranscriptPanel.tsx')).then((part) => ({ default: part.TranscriptPanel })),
);

/** `…/{episodeKey}/edit`: its words, its sound, its transcript; each is saved by itself. */
export const EpisodeEditScreen = () => {
  const { podcastKey, episodeKey, episode: pathOf } = usePlace();
  const { data: podcast } = useSuspenseQuery(podcastQuery(podcastKey));
  const { data: episode } = useSuspenseQuery(episodeQuery(podcastKey, episodeKey));
  const navigate = useNavigate();
  const change = useChangeEpisode(podcastKey);
  usePageTitle(`${episode.title}: Edit`);
  return (
    <Stack gap="lg">
      <EpisodeForm
        key={episode.key}
        podcast={podcast}
        episode={episode}
        submit="Save"
        head={
          <Surface title="Audio">
            <EpisodeAudio episode={episode} />
          </Surface>
        }
        onCancel={() => void navigate({ to: pathOf(episode.key) as '/' })}
        onSave={async (body, logo) => {
          const saved = await change.mutateAsync({ key: episode.key, body, logo });
          announceSuccess('The episode was saved.');
          return saved;
        }}
      />
      <Box id="sound">
        <Suspense fallback={<Skeleton h={360} radius="lg" role="status" aria-label="Loading" />}>
          {canCut(episode) && <SoundEditor key={fileOf(episode)} episode={episode} />}
        </Suspense>
      </Box>
      <Suspense>
        <TranscriptPanel episode={episode} mayChange />
      </Suspense>
    </Stack>
  );
};

/** While other audio is being made of a file, where its chapters are is not settled; who began it here looks on. */
const SoundEditor = ({ episode }: { episode: Episode }) => {
  const isReady = episode.upload_status !== 'processing';
  const [isShown, setShown] = useState(isReady);
  if (isReady && !isShown) setShown(true);
  return isShown ? <AudioEditor episode={episode} /> : null;
};

/** There is a file to cut, and nothing is being made of it just now. */
const canCut = ({ original, upload_status }: Episode): boolean => original !== null && upload_status !== 'none';

/** Tells one uploaded file from the next. */
const fileOf = ({ key, original }: Episode): string =>
  `${key} ${original?.filename ?? ''} ${original?.size ?? 0} ${original?.duration ?? 0}`;
