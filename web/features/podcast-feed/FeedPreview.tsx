import { Alert, Button, Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { formatXml } from './format-xml.ts';
import classes from './PodcastFeed.module.css';
import { previewQuery } from './queries.ts';

/** The current XML of the feed, fetched on demand. */
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
      description="The current feed, even before it is published."
      actions={
        <Button variant="default" loading={isFetching} onClick={() => (isShown ? void refetch() : setShown(true))}>
          {isShown ? 'Refresh' : 'Show feed'}
        </Button>
      }
    >
      {isError && <Alert color="red" title="Could not load the feed. Please try again." />}
      {data && (
        <>
          <Text size="sm" c="dimmed" mb="xs">
            {data.of > data.episodes ? `The newest ${data.episodes} of ${data.of} episodes.` : 'The complete feed.'}
          </Text>
          <Code block className={classes.preview} tabIndex={0} role="region" aria-label="Feed XML">
            {formatXml(data.xml)}
          </Code>
        </>
      )}
      {!data && !isError && (
        <Text size="sm" c="dimmed">
          The RSS XML as apps see it.
        </Text>
      )}
    </Surface>
  );
};
