import { List, Text } from '@mantine/core';
import type { Podcast } from '#contract/podcasts.ts';
import { wording } from '#brand/wording.ts';
import { CopyField } from '#web/ui/CopyField.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import classes from './Import.module.css';

/** How listeners and directories come along from the host where the podcast was. */
export const MoveHere = ({ podcast }: { podcast: Podcast }) => (
  <Surface
    title="Bring your listeners along"
    description="Apps go on asking your former host until it sends them here."
  >
    <dl className={classes.addresses}>
      <CopyField label="New feed address" value={podcast.feed_url} />
      <CopyField label="For the old feed" value={`<itunes:new-feed-url>${podcast.feed_url}</itunes:new-feed-url>`} />
    </dl>
    <List type="ordered" spacing="xs" mt="md" className={classes.steps}>
      <List.Item>
        Look at the episodes here
        {podcast.published
          ? '.'
          : `, and publish the ${wording.podcast} in its settings: nobody can have the feed before.`}
      </List.Item>
      <List.Item>
        At your former host, enter the new feed address where it lets you redirect the feed (“301 redirect”, “move to
        another host”). Where it asks for a tag, give it the second line.
      </List.Item>
      <List.Item>
        Leave the redirect there for good, or as long as you can: some apps ask only once in a while.
      </List.Item>
      <List.Item>
        Where a directory doesn’t follow within a few days, change the address there yourself. The episodes keep their
        GUIDs, so nobody gets them twice.
      </List.Item>
    </List>
    <Text size="sm" c="dimmed" mt="md">
      Keep the account at your former host until downloads there have ended.
    </Text>
  </Surface>
);
