import { ActionIcon, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { PodcastFeed } from '#contract/podcast-feed.ts';
import { wording } from '#brand/wording.ts';
import { podcastQuery } from '#web/parts/podcast-queries.ts';
import { usePodcastPlace } from '#web/parts/podcast-place.ts';
import { useMay } from '#web/features/session/queries.ts';
import { moment } from '#web/lib/format.ts';
import { CopyField } from '#web/ui/CopyField.tsx';
import { Hint } from '#web/ui/Hint.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Stat } from '#web/ui/Stat.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { FeedPreview } from './FeedPreview.tsx';
import { Findings } from './Findings.tsx';
import { MovedForm } from './MovedForm.tsx';
import classes from './PodcastFeed.module.css';
import { feedQuery } from './queries.ts';

/** `…/podcasts/{podcastKey}/rss`: the feed's address and state, what directories would refuse of it, and where it has moved. */
export const FeedScreen = () => {
  const { podcastKey, path, ...scope } = usePodcastPlace();
  const { data: podcast } = useSuspenseQuery(podcastQuery(podcastKey));
  const { data: feed } = useSuspenseQuery(feedQuery(podcastKey));
  const mayChange = useMay('podcast.update', scope);
  usePageTitle(`${podcast.title}: RSS`);
  return (
    <Stack gap="md">
      <Surface title="Feed" description={stateOf(feed)}>
        <SimpleGrid cols={{ base: 1, xs: 3 }} mb="md">
          <Stat label="In the feed" value={feed.episodes} definition="Published episodes whose audio is ready." />
          <Stat
            label="Scheduled"
            value={feed.scheduled}
            definition="Episodes that appear in the feed at their moment."
          />
          <Stat
            label="Last change"
            value={
              <Text size="lg" component="span">
                {moment(feed.changed)}
              </Text>
            }
            definition="When anything of the podcast or of one of its episodes was last changed or published."
          />
        </SimpleGrid>
        <dl className={classes.addresses}>
          <CopyField
            label="Feed address"
            value={feed.feed_url}
            actions={feed.published && <OpenLink href={feed.feed_url} label="Open the feed" />}
          />
          <CopyField
            label="Public page"
            value={feed.page_url}
            actions={feed.published && <OpenLink href={feed.page_url} label="Open the public page" />}
          />
          <CopyField label="GUID" value={feed.guid} />
        </dl>
        <Text size="sm" c="dimmed" mt="sm">
          {noticed(feed)}
        </Text>
      </Surface>
      <Findings findings={feed.findings} path={path} mayChange={mayChange} />
      <FeedPreview podcastKey={podcastKey} />
      <MovedForm podcast={podcast} mayChange={mayChange} />
    </Stack>
  );
};

/** Leads out of the portal. */
const OpenLink = ({ href, label }: { href: string; label: string }) => (
  <Hint label={label}>
    <ActionIcon component="a" href={href} target="_blank" rel="noopener" aria-label={label}>
      <IconExternalLink size={17} aria-hidden />
    </ActionIcon>
  </Hint>
);

const stateOf = ({ published, new_feed_url }: PodcastFeed): string => {
  if (new_feed_url !== '') return `It has moved: everybody is sent on to ${new_feed_url}.`;
  return published
    ? 'Apps and directories ask this address for new episodes.'
    : `Nobody can have it until the ${wording.podcast} is published.`;
};

const noticed = ({ notices }: PodcastFeed): string => {
  const kinds = [...(notices.websub ? ['WebSub'] : []), ...(notices.podping ? ['podping'] : [])];
  return kinds.length === 0
    ? 'Apps find new episodes when they ask for the feed the next time, most within the hour.'
    : `New episodes are told to apps at once, by ${kinds.join(' and ')}.`;
};
