import { Alert, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { wording } from '#brand/wording.ts';
import { podcastQuery } from '#web/parts/podcast-queries.ts';
import { usePodcastRoute } from '#web/parts/podcast-scope.ts';
import { useMay } from '#web/features/session/queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { AdsForm } from './AdsForm.tsx';
import { adsQuery } from './queries.ts';

/** Loaded after the form. */
const EpisodesToMark = lazy(() =>
  loadChunk(() => import('./EpisodeOverrides.tsx')).then((part) => ({ default: part.EpisodeOverrides })),
);

/** `…/podcasts/{podcastKey}/ad-settings`: where spots may play in a podcast's episodes. */
export const AdSettingsScreen = () => {
  const { podcastKey, path, ...scope } = usePodcastRoute();
  const { data: podcast } = useSuspenseQuery(podcastQuery(podcastKey));
  const { data: ads } = useSuspenseQuery(adsQuery(podcastKey));
  const mayChange = useMay('podcast.update', scope);
  usePageTitle(`${podcast.title}: Ad settings`);
  return (
    <Stack gap="md">
      <Alert color="blue" icon={<IconInfoCircle size={20} />} title="Spots play once campaigns are running">
        {ads.bounds.enabled
          ? 'Listeners hear spots of running campaigns where these settings allow them.'
          : `Spots are disabled for all ${wording.podcasts} on this portal. Your settings are saved and apply once they are enabled.`}
      </Alert>
      <AdsForm key={podcastKey} podcastKey={podcastKey} ads={ads} readOnly={!mayChange} />
      <Suspense fallback={<ScreenSkeleton />}>
        <EpisodesToMark podcastKey={podcastKey} path={path} />
      </Suspense>
    </Stack>
  );
};
