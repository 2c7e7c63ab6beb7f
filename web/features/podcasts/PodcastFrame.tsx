import { Badge, Text, Title } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouteContext } from '@tanstack/react-router';
import { mayDo } from '#contract/rules/permissions.ts';
import { meQuery, rolesOf } from '#web/features/session/queries.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import { Redirect } from '#web/ui/Redirect.tsx';
import { ShareButton } from '#web/ui/ShareButton.tsx';
import { podcastQuery } from '#web/parts/podcast-queries.ts';
import { usePodcastRoute } from '#web/parts/podcast-scope.ts';
import type { PodcastTab } from './shared/podcast-tabs.ts';
import classes from './PodcastFrame.module.css';

/** The frame of all pages of a podcast: its header, within a station one line as that of its other pages, and its tabs. */
export const PodcastFrame = () => {
  const { podcastKey, accountKey, stationKey, path } = usePodcastRoute();
  const { podcastTabs } = useRouteContext({ strict: false }) as { podcastTabs: readonly PodcastTab[] };
  const { data: podcast } = useSuspenseQuery(podcastQuery(podcastKey));
  const { data: me } = useQuery(meQuery);
  const roles = me === undefined ? [] : rolesOf(me, { accountKey, ...(stationKey && { stationKey }) });
  const isElsewhere =
    podcast.account.key !== accountKey || (stationKey !== undefined && podcast.station_key !== stationKey);
  const isInStation = stationKey !== undefined;
  if (isElsewhere) return <Redirect to="/not-found" />;
  return (
    <>
      <header className={classes.head} data-compact={isInStation || undefined}>
        <Link to={path as '/'} className={classes.art} aria-hidden tabIndex={-1}>
          <Artwork name={podcast.title} src={podcast.image ?? undefined} size={isInStation ? 36 : 88} />
        </Link>
        <div className={classes.words}>
          <Title order={1} className={classes.title}>
            {podcast.title}
          </Title>
          <Text c="dimmed" truncate className={classes.about}>
            {[podcast.author, podcast.subtitle].filter(Boolean).join(' · ')}
          </Text>
          <div className={classes.state}>
            <Badge color={podcast.published ? 'green' : 'gray'}>
              {podcast.published ? 'Published' : 'Not published'}
            </Badge>
            {podcast.complete && <Badge color="gray">Complete</Badge>}
            {podcast.explicit && <Badge color="yellow">Explicit</Badge>}
            {podcast.new_feed_url !== '' && <Badge color="yellow">Redirected</Badge>}
          </div>
        </div>
        {podcast.published && <ShareButton title={podcast.title} url={podcast.page_url} />}
      </header>
      <div className={classes.tabs} data-compact={isInStation || undefined}>
        <PageTabs
          label={podcast.title}
          tabs={podcastTabs
            .filter(({ action }) => mayDo(action, roles))
            .map((tab) => ({ to: `${path}/${tab.path}`, text: tab.text }))}
        />
      </div>
      <Outlet />
    </>
  );
};
