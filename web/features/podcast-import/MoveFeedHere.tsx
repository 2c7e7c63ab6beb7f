import { List, Text } from '@mantine/core';
import type { Podcast } from '#contract/api/podcasts.ts';
import { wording } from '#brand/wording.ts';
import { CopyField } from '#web/ui/CopyField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import classes from './Import.module.css';

/** How to redirect listeners and directories from the old host. */
export const MoveFeedHere = ({ podcast }: { podcast: Podcast }) => (
  <Surface title="Redirect your old feed" description="Apps keep using your old feed until it redirects them here.">
    <dl className={classes.addresses}>
      <CopyField label="New feed URL" value={podcast.feed_url} />
      <CopyField
        label="Tag for the old feed"
        value={`<itunes:new-feed-url>${podcast.feed_url}</itunes:new-feed-url>`}
      />
    </dl>
    <List type="ordered" spacing="xs" mt="md" className={classes.steps}>
      <List.Item>
        Check the episodes here
        {podcast.published ? '.' : `, then publish the ${wording.podcast} in its settings to put the feed online.`}
      </List.Item>
      <List.Item>
        At your old host, enter the new feed URL as the redirect (“301 redirect”, “move to another host”). If it asks
        for a tag, use the second line.
      </List.Item>
      <List.Item>
        Keep the redirect permanently, or as long as you can, because some apps check only occasionally.
      </List.Item>
      <List.Item>
        If a directory doesn’t follow within a few days, change the URL there yourself. Episodes keep their GUIDs, so
        nobody gets them twice.
      </List.Item>
    </List>
    <Text size="sm" c="dimmed" mt="md">
      Keep your account at the old host until downloads there have stopped.
    </Text>
  </Surface>
);
