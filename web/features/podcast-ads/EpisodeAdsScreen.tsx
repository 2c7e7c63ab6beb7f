import { Anchor, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { episodeQuery } from '#web/features/episodes/queries.ts';
import { episodePlayback } from '#web/features/episodes/shared/episode-playback.ts';
import { useEpisodeRoute } from '#web/parts/podcast-scope.ts';
import { useMay } from '#web/features/session/queries.ts';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EpisodeSpots } from './EpisodeSpots.tsx';
import { episodeAdsQuery } from './queries.ts';

/** `…/ad-settings/{episodeKey}`: the spots of one episode. */
export const EpisodeAdsScreen = () => {
  const { podcastKey, episodeKey, path, ...scope } = useEpisodeRoute();
  const { data: episode } = useSuspenseQuery(episodeQuery(podcastKey, episodeKey));
  const { data: ads } = useSuspenseQuery(episodeAdsQuery(podcastKey, episodeKey));
  const mayChange = useMay('podcast.update', scope);
  usePageTitle(`${episode.title}: Spots`);
  useEffect(() => episodePlayback.stop, []);
  return (
    <Stack gap="md">
      <Anchor component={Link} to={`${path}/ad-settings` as '/'} size="sm" w="fit-content">
        <IconArrowLeft size={14} aria-hidden /> Ad settings
      </Anchor>
      <Surface title={episode.title} description="Spots of running campaigns play here.">
        {ads.duration === 0 ? (
          <Text c="dimmed">This episode has no audio yet. You can place spots once the audio is ready.</Text>
        ) : (
          <EpisodeSpots key={episodeKey} episode={episode} ads={ads} readOnly={!mayChange} />
        )}
      </Surface>
    </Stack>
  );
};
