import { Alert, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Distribution } from '#contract/api/distribution.ts';
import { distributionPlatforms, type DistributionPlatform } from '#contract/rules/distribution-platforms.ts';
import type { PodcastKey } from '#contract/rules/keys.ts';
import { feedQuery } from '#web/features/podcast-feed/queries.ts';
import { podcastQuery } from '#web/parts/podcast-queries.ts';
import { usePodcastRoute } from '#web/parts/podcast-scope.ts';
import { useMay } from '#web/features/session/queries.ts';
import { count } from '#web/lib/format.ts';
import { CopyField } from '#web/ui/CopyField.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Stat } from '#web/ui/Stat.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { PlatformCard } from './PlatformCard.tsx';
import { distributionQuery } from './queries.ts';
import classes from './Distribute.module.css';

/** `…/podcasts/{podcastKey}/distribute`: the directories a podcast is submitted to and listed in. */
export const DistributeScreen = () => {
  const { podcastKey, path, ...scope } = usePodcastRoute();
  const { data: podcast } = useSuspenseQuery(podcastQuery(podcastKey));
  const { data } = useSuspenseQuery(distributionQuery(podcastKey));
  const mayChange = useMay('podcast.update', scope);
  usePageTitle(`${podcast.title}: Distribution`);
  const statesById = new Map(data.platforms.map((one) => [one.platform, one]));
  const cardOf = (platform: DistributionPlatform) => {
    const state = statesById.get(platform.id);
    return (
      state && (
        <PlatformCard
          key={platform.id}
          podcastKey={podcastKey}
          platform={platform}
          state={state}
          states={data.platforms}
          mayChange={mayChange}
          isLeading={leading.includes(platform.id)}
        />
      )
    );
  };
  return (
    <Stack gap="md">
      <FeedErrors podcastKey={podcastKey} path={path} />
      <Surface
        title="Submit to directories"
        description="Submit the feed to each directory once. New episodes then appear there automatically."
      >
        <Counts platforms={data.platforms} />
        <dl className={classes.feed}>
          <CopyField label="Feed URL" value={data.feed_url} />
        </dl>
      </Surface>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {distributionPlatforms.filter(({ id }) => leading.includes(id)).map(cardOf)}
      </SimpleGrid>
      <Title order={2} size="h5" mt="xs">
        More directories
      </Title>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {distributionPlatforms.filter(({ id }) => !leading.includes(id)).map(cardOf)}
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        Listings are checked once a day. Directories do not share their play counts; downloads from this server appear
        in the analytics.
      </Text>
    </Stack>
  );
};

/** The directories that most listeners use. */
const leading: readonly string[] = ['apple', 'spotify'];

/** The errors that make directories refuse the feed, with a link to their fixes. */
const FeedErrors = ({ podcastKey, path }: { podcastKey: PodcastKey; path: string }) => {
  const { data } = useQuery({ ...feedQuery(podcastKey), throwOnError: false });
  const errors = (data?.findings ?? []).filter(({ severity }) => severity === 'refused');
  if (errors.length === 0) return null;
  const rest = errors.length - shownFindings;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={20} />} title="Your feed is not ready for directories">
      <ul className={classes.findings}>
        {errors.slice(0, shownFindings).map(({ code, what, episode }) => (
          <li key={`${code}${episode?.key ?? ''}`}>
            {episode && `${episode.title}: `}
            {what}
          </li>
        ))}
        {rest > 0 && <li>{count(rest, 'more issue')}</li>}
      </ul>
      <Link to={`${path}/rss` as '/'} className={classes.link}>
        See how to fix it
      </Link>
    </Alert>
  );
};

const shownFindings = 4;

const Counts = ({ platforms }: Pick<Distribution, 'platforms'>) => {
  const countOf = (...states: readonly string[]): number =>
    platforms.filter(({ state }) => states.includes(state)).length;
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} mb="md">
      <Stat label="Listed" value={countOf('listed')} definition="The listing was found and points to this feed." />
      <Stat
        label="Pending"
        value={countOf('submitted', 'unchecked', 'refuted')}
        definition="Submitted, but not yet confirmed as a listing of this feed."
      />
      <Stat label="Not submitted" value={countOf('not_submitted')} definition="Directories not yet submitted to." />
    </SimpleGrid>
  );
};
