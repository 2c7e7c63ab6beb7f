import { Alert, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Distribution } from '#contract/distribution.ts';
import { distributionPlatforms } from '#contract/distribution-platforms.ts';
import type { PodcastKey } from '#contract/keys.ts';
import { wording } from '#brand/wording.ts';
import { feedQuery } from '#web/features/podcast-feed/queries.ts';
import { podcastQuery } from '#web/parts/podcast-queries.ts';
import { usePodcastPlace } from '#web/parts/podcast-place.ts';
import { useMay } from '#web/features/session/queries.ts';
import { count } from '#web/lib/format.ts';
import { CopyField } from '#web/ui/CopyField.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Stat } from '#web/ui/Stat.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { PlatformCard } from './PlatformCard.tsx';
import { distributionQuery } from './queries.ts';
import classes from './Distribute.module.css';

/** `…/podcasts/{podcastKey}/distribute`: where a podcast is submitted, and where it can be heard by now. */
export const DistributeScreen = () => {
  const { podcastKey, path, ...scope } = usePodcastPlace();
  const { data: podcast } = useSuspenseQuery(podcastQuery(podcastKey));
  const { data } = useSuspenseQuery(distributionQuery(podcastKey));
  const mayChange = useMay('podcast.update', scope);
  usePageTitle(`${podcast.title}: Distribution`);
  const known = new Map(data.platforms.map((one) => [one.platform, one]));
  return (
    <Stack gap="md">
      <Refused podcastKey={podcastKey} path={path} />
      <Surface
        title={`Bring it to where ${wording.podcasts} are heard`}
        description="You submit the feed once to each directory; new episodes appear there by themselves."
      >
        <Counts platforms={data.platforms} />
        <dl className={classes.feed}>
          <CopyField label="Feed address" value={data.feed_url} />
        </dl>
      </Surface>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        {distributionPlatforms.map((platform) => {
          const state = known.get(platform.id);
          return (
            state && (
              <PlatformCard
                key={platform.id}
                podcastKey={podcastKey}
                platform={platform}
                state={state}
                known={data.platforms}
                mayChange={mayChange}
              />
            )
          );
        })}
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        Listings are looked at once a day. Directories tell nobody else how often you are heard there; what is fetched
        from here is counted in the analytics.
      </Text>
    </Stack>
  );
};

/** What keeps directories from taking the feed, and the page that says what to do about it. */
const Refused = ({ podcastKey, path }: { podcastKey: PodcastKey; path: string }) => {
  const { data } = useQuery({ ...feedQuery(podcastKey), throwOnError: false });
  const refused = (data?.findings ?? []).filter(({ severity }) => severity === 'refused');
  if (refused.length === 0) return null;
  const rest = refused.length - shownFindings;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={20} />} title="Directories would not take the feed yet">
      <ul className={classes.findings}>
        {refused.slice(0, shownFindings).map(({ code, what, episode }) => (
          <li key={`${code}${episode?.key ?? ''}`}>
            {episode && `${episode.title}: `}
            {what}
          </li>
        ))}
        {rest > 0 && <li>{count(rest, 'more thing')}</li>}
      </ul>
      <Link to={`${path}/rss` as '/'} className={classes.link}>
        See what to do about it
      </Link>
    </Alert>
  );
};

const shownFindings = 4;

const Counts = ({ platforms }: Pick<Distribution, 'platforms'>) => {
  const among = (...states: readonly string[]): number =>
    platforms.filter(({ state }) => states.includes(state)).length;
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} mb="md">
      <Stat label="Listed" value={among('listed')} definition="The listing was seen and is of this feed." />
      <Stat
        label="Under way"
        value={among('submitted', 'unchecked', 'refuted')}
        definition="Submitted, or with an address that was not found to be this feed yet."
      />
      <Stat label="Still open" value={among('not_submitted')} definition="Not submitted as far as is known here." />
    </SimpleGrid>
  );
};
