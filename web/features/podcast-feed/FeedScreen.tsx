import { ActionIcon, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { PodcastFeed } from '#contract/api/podcast-feed.ts';
import { wording } from '#brand/wording.ts';
import { podcastQuery } from '#web/parts/podcast-queries.ts';
import { usePodcastRoute } from '#web/parts/podcast-scope.ts';
import { useMay } from '#web/features/session/queries.ts';
import { moment } from '#web/lib/format.ts';
import { CopyField } from '#web/ui/CopyField.tsx';
import { InfoTooltip } from '#web/ui/InfoTooltip.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Stat } from '#web/ui/Stat.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { FeedPreview } from './FeedPreview.tsx';
import { Findings } from './Findings.tsx';
import { RedirectForm } from './RedirectForm.tsx';
import classes from './PodcastFeed.module.css';
import { feedQuery } from './queries.ts';

/** `…/podcasts/{podcastKey}/rss`: the feed's URL and state, its validation, and its redirect. */
export const FeedScreen = () => {
  const { podcastKey, path, ...scope } = usePodcastRoute();
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
            definition="Episodes that will appear in the feed at their scheduled time."
          />
          <Stat
            label="Last change"
            value={
              <Text size="lg" component="span">
                {moment(feed.changed)}
              </Text>
            }
            definition={`When the ${wording.podcast} or one of its episodes was last changed or published.`}
          />
        </SimpleGrid>
        <dl className={classes.addresses}>
          <CopyField
            label="Feed URL"
            value={feed.feed_url}
            actions={feed.published && <OpenLink href={feed.feed_url} label="Open feed" />}
          />
          <CopyField
            label="Public page"
            value={feed.page_url}
            actions={feed.published && <OpenLink href={feed.page_url} label="Open public page" />}
          />
          <CopyField label="GUID" value={feed.guid} />
        </dl>
        <Text size="sm" c="dimmed" mt="sm">
          {noticeText(feed)}
        </Text>
      </Surface>
      <Findings findings={feed.findings} path={path} mayChange={mayChange} />
      <FeedPreview podcastKey={podcastKey} />
      <RedirectForm podcast={podcast} mayChange={mayChange} />
    </Stack>
  );
};

/** A link out of the portal. */
const OpenLink = ({ href, label }: { href: string; label: string }) => (
  <InfoTooltip label={label}>
    <ActionIcon component="a" href={href} target="_blank" rel="noopener" aria-label={label}>
      <IconExternalLink size={17} aria-hidden />
    </ActionIcon>
  </InfoTooltip>
);

const stateOf = ({ published, new_feed_url }: PodcastFeed): string => {
  if (new_feed_url !== '') return `Redirected: apps and directories are sent to ${new_feed_url}.`;
  return published
    ? 'Submit this URL to apps and directories.'
    : `The feed is offline until you publish the ${wording.podcast}.`;
};

const noticeText = ({ notices }: PodcastFeed): string => {
  const kinds = [...(notices.websub ? ['WebSub'] : []), ...(notices.podping ? ['podping'] : [])];
  return kinds.length === 0
    ? 'Apps find new episodes when they next check the feed, usually within an hour.'
    : `Apps are notified of new episodes immediately via ${kinds.join(' and ')}.`;
};
