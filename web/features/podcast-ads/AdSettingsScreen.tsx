import { Alert, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { wording } from '#brand/wording.ts';
import { podcastQuery } from '#web/features/podcasts/queries.ts';
import { usePodcastPlace } from '#web/features/podcasts/shared/podcast-place.ts';
import { useMay } from '#web/features/session/queries.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { AdsForm } from './AdsForm.tsx';
import { EpisodesToMark } from './EpisodesToMark.tsx';
import { adsQuery } from './queries.ts';

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
      <EpisodesToMark podcastKey={podcastKey} path={path} />
    </Stack>
  );
};
