import { Alert, Anchor, Slider, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Episode } from '#contract/api/episode.ts';
import { duration } from '#web/lib/format.ts';
import { EpisodePlay } from './shared/EpisodePlay.tsx';
import { episodePlayback, useEpisodePlayback } from './shared/episode-playback.ts';
import classes from './EpisodeScreen.module.css';

type EpisodePlayerProps = { episode: Episode; editPath: string | undefined };

/** Plays an episode from any position, or shows why there is no audio. */
export const EpisodePlayer = ({ episode, editPath }: EpisodePlayerProps) => {
  const { at } = useEpisodePlayback(episode.key);
  const { upload_status, upload_error } = episode;
  return (
    <>
      {episode.duration > 0 && (
        <div className={classes.player}>
          <EpisodePlay episode={episode} size={52} />
          <Slider
            className={classes.slider}
            value={Math.min(at, episode.duration)}
            onChange={(to) => episodePlayback.seek(episode.podcast, episode.key, to)}
            min={0}
            max={Math.max(1, episode.duration)}
            step={1}
            label={duration}
            thumbLabel={`Position in ${episode.title}`}
            thumbProps={{ 'aria-valuetext': `${duration(at)} of ${duration(episode.duration)}` } as never}
          />
          <Text size="sm" c="dimmed" className="numbers">
            {duration(at)} / {duration(episode.duration)}
          </Text>
        </div>
      )}
      {upload_status === 'processing' && (
        <Text size="sm" c="dimmed" mt="md" role="status">
          Preparing the audio.
        </Text>
      )}
      {upload_status === 'error' && (
        <Alert color="red" variant="light" mt="md" title="The audio could not be prepared">
          {upload_error?.message}
        </Alert>
      )}
      {upload_status === 'none' && (
        <Text c="dimmed" mt="md">
          No audio yet.{' '}
          {editPath !== undefined && (
            <Anchor component={Link} to={editPath as '/'}>
              Add audio
            </Anchor>
          )}
        </Text>
      )}
    </>
  );
};
