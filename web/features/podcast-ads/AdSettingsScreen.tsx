import { Alert, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { wording } from '#brand/wording.ts';
import { podcastQuery } from '#web/parts/podcast-queries.ts';
import { usePodcastPlace } from '#web/parts/podcast-place.ts';
import { useMay } from '#web/features/session/queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Waiting } from '#web/ui/Waiting.tsx';
import { AdsForm } from './AdsForm.tsx';
import { adsQuery } from './queries.ts';

/** The table's code comes after the form's. */
const EpisodesToMark = lazy(() =>
  loadChunk(() => import('./EpisodesToMark.tsx')).then((part) => ({ default: part.EpisodesToMark })),
);

/** `…/podcasts/{podcastKey}/ad-settings`: where spots may stand in its episodes. */
export const AdSettingsScreen = () => {
  const { podcastKey, path, ...scope } = usePodcastPlace();
  const { data: podcast } = useSuspenseQuery(podcastQuery(podcastKey));
  const { data: ads } = useSuspenseQuery(adsQuery(podcastKey));
  const mayChange = useMay('podcast.update', scope);
  usePageTitle(`${podcast.title}: Ad settings`);
  return (
    <Stack gap="md">
      <Alert color="blue" icon={<IconInfoCircle size={20} />} title="Spots play once campaigns are running">
        {ads.bounds.enabled
          ? 'Nothing is put into your episodes today. What you choose here is kept, and spots will stand where it says.'
          : `Spots are switched off for all ${wording.podcasts} here. What you choose is kept for when they are switched on.`}
      </Alert>
      <AdsForm key={podcastKey} podcastKey={podcastKey} ads={ads} readOnly={!mayChange} />
      <Suspense fallback={<Waiting />}>
        <EpisodesToMark podcastKey={podcastKey} path={path} />
      </Suspense>
    </Stack>
  );
};
