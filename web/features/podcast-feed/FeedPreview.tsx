import { Alert, Button, Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PodcastKey } from '#contract/keys.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { inLines } from './in-lines.ts';
import classes from './PodcastFeed.module.css';
import { previewQuery } from './queries.ts';

/** The feed as it would be sent now, for those who want to read it; fetched when it is asked for. */
export const FeedPreview = ({ podcastKey }: { podcastKey: PodcastKey }) => {
  const [isShown, setShown] = useState(false);
  const { data, isFetching, isError, refetch } = useQuery({
    ...previewQuery(podcastKey),
    enabled: isShown,
    throwOnError: false,
  });
  return (
    <Surface
      title="Preview"
      description="The feed as it would be sent now, also while it isn’t published."
      actions={
        <Button variant="default" loading={isFetching} onClick={() => (isShown ? void refetch() : setShown(true))}>
          {isShown ? 'Read it again' : 'Show the feed'}
        </Button>
      }
    >
      {isError && <Alert color="red" title="The feed could not be read. Please try again." />}
      {data && (
        <>
          <Text size="sm" c="dimmed" mb="xs">
            {data.of > data.episodes ? `Its newest ${data.episodes} of ${data.of} episodes.` : 'All of it.'}
          </Text>
          <Code block className={classes.preview} tabIndex={0} role="region" aria-label="The feed">
            {inLines(data.xml)}
          </Code>
        </>
      )}
      {!data && !isError && (
        <Text size="sm" c="dimmed">
          Everything that stands in the settings and the episodes, as apps read it.
        </Text>
      )}
    </Surface>
  );
};
