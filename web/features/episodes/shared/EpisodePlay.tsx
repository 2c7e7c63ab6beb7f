import { ActionIcon, Loader } from '@mantine/core';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import type { Episode } from '#contract/api/episode.ts';
import { episodePlayback, useEpisodePlayback } from './episode-playback.ts';

type EpisodePlayProps = { episode: Pick<Episode, 'key' | 'podcast' | 'title' | 'duration'>; size?: number };

/** Plays an episode on the page, including drafts; one at a time. */
export const EpisodePlay = ({ episode, size = 32 }: EpisodePlayProps) => {
  const { status } = useEpisodePlayback(episode.key);
  const isOn = status === 'playing' || status === 'loading';
  const toggle = (): void => (isOn ? episodePlayback.pause() : void episodePlayback.play(episode.podcast, episode.key));
  return (
    <ActionIcon
      size={size}
      radius="xl"
      variant={isOn || size > 40 ? 'filled' : 'light'}
      color="brand"
      disabled={episode.duration === 0}
      onClick={toggle}
      aria-label={isOn ? `Pause ${episode.title}` : `Play ${episode.title}`}
    >
      {status === 'loading' ? (
        <Loader size={size * 0.44} color={size > 40 ? 'white' : undefined} />
      ) : isOn ? (
        <IconPlayerPauseFilled size={size * 0.44} aria-hidden />
      ) : (
        <IconPlayerPlayFilled size={size * 0.44} aria-hidden />
      )}
    </ActionIcon>
  );
};
