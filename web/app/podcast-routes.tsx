import { createRoute, redirect, type AnyRoute, type RouteComponent } from '@tanstack/react-router';
import type * as z from 'zod/mini';
import type { Flag } from '#contract/brand-flags.ts';
import type { Action } from '#contract/permissions.ts';
import { PeriodSearch } from '#web/features/analytics/shared/period-search.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';
import { brand } from '#brand/brand.ts';
import { account } from './account-routes.tsx';
import { onlyWith } from './brand-route.ts';
import { screen } from './shell-route.tsx';
import { station } from './station-routes.tsx';

/*
 * The pages of podcasts (spec §2). The same screens stand at two places, under an account and under one of its stations, so they
 * ask `usePodcastPlace()` where they are, and link by `${path}/…`. One page of a podcast is one entry of `pages`; one with a
 * `tab` is a tab of it, in this order. What it calls stands in podcast-screens.ts.
 */

type Page = {
  /** Behind `…/podcasts/{podcastKey}/`. */
  path: string;
  component: RouteComponent;
  search?: z.ZodMiniType;
  /** Only brands with this flag have the page. */
  flag?: Flag;
  tab?: { text: string; action: Action };
};

const recording: Page = {
  path: 'recording',
  flag: 'recordPodcast',
  component: screen(() => import('#web/features/recording/RecordingScreen.tsx'), 'RecordingScreen'),
  tab: { text: 'Recording', action: 'podcast.read' },
};

const importing: Page = {
  path: 'import',
  flag: 'importPodcast',
  component: screen(() => import('#web/features/podcast-import/ImportScreen.tsx'), 'ImportScreen'),
  tab: { text: 'Import', action: 'podcast.read' },
};

const pages: readonly Page[] = [
  {
    path: 'episodes',
    component: screen(() => import('#web/features/episodes/EpisodesScreen.tsx'), 'EpisodesScreen'),
    search: TableSearch,
    tab: { text: 'Episodes', action: 'podcast.read' },
  },
  {
    path: 'episodes/create',
    component: screen(() => import('#web/features/episodes/EpisodeCreateScreen.tsx'), 'EpisodeCreateScreen'),
  },
  {
    path: 'episodes/$episodeKey',
    component: screen(() => import('#web/features/episodes/EpisodeScreen.tsx'), 'EpisodeScreen'),
  },
  {
    path: 'episodes/$episodeKey/edit',
    component: screen(() => import('#web/features/episodes/EpisodeEditScreen.tsx'), 'EpisodeEditScreen'),
  },
  recording,
  {
    path: 'analytics',
    component: screen(
      () => import('#web/features/podcast-analytics/PodcastAnalyticsScreen.tsx'),
      'PodcastAnalyticsScreen',
    ),
    search: PeriodSearch,
    tab: { text: 'Analytics', action: 'podcast.readAnalytics' },
  },
  {
    path: 'rss',
    component: screen(() => import('#web/features/podcast-feed/FeedScreen.tsx'), 'FeedScreen'),
    tab: { text: 'RSS', action: 'podcast.read' },
  },
  {
    path: 'distribute',
    component: screen(() => import('#web/features/distribution/DistributeScreen.tsx'), 'DistributeScreen'),
    tab: { text: 'Distribution', action: 'podcast.read' },
  },
  {
    path: 'ad-settings',
    flag: 'podcastAds',
    component: screen(() => import('#web/features/podcast-ads/AdSettingsScreen.tsx'), 'AdSettingsScreen'),
    search: TableSearch,
    tab: { text: 'Ads', action: 'podcast.update' },
  },
  {
    path: 'ad-settings/$episodeKey',
    flag: 'podcastAds',
    component: screen(() => import('#web/features/podcast-ads/EpisodeAdsScreen.tsx'), 'EpisodeAdsScreen'),
  },
  importing,
  {
    path: 'settings',
    component: screen(() => import('#web/features/podcasts/PodcastSettingsScreen.tsx'), 'PodcastSettingsScreen'),
    tab: { text: 'Settings', action: 'podcast.update' },
  },
];

const podcastTabs = pages.flatMap(({ path, tab, flag }) =>
  tab && (flag === undefined || brand.flags[flag]) ? [{ path, ...tab }] : [],
);

const frame = screen(() => import('#web/features/podcasts/PodcastFrame.tsx'), 'PodcastFrame');
const list = screen(() => import('#web/features/podcasts/PodcastsScreen.tsx'), 'PodcastsScreen');
const create = screen(() => import('#web/features/podcasts/PodcastCreateScreen.tsx'), 'PodcastCreateScreen');

/** The list of podcasts and the page that makes one. */
const listPages = (parent: AnyRoute) => [
  createRoute({ getParentRoute: () => parent, path: 'podcasts', validateSearch: TableSearch, component: list }),
  createRoute({ getParentRoute: () => parent, path: 'podcasts/create', component: create }),
];

/** The pages of one podcast, whose address begins with `path` behind the account's. */
const podcastPages = (path: string): AnyRoute => {
  const podcast = createRoute({
    getParentRoute: () => account,
    path: `${path}/$podcastKey` as string,
    beforeLoad: () => ({ podcastTabs }),
    component: frame,
  }) as AnyRoute;
  const index = createRoute({
    getParentRoute: () => podcast,
    path: '/',
    beforeLoad: ({ location }) => {
      throw redirect({
        to: `${location.pathname.replace(/\/$/, '')}/${podcastTabs[0]?.path ?? ''}` as '/',
        replace: true,
      });
    },
  });
  const children = pages.map(({ path: own, component, search, flag }) =>
    createRoute({
      getParentRoute: () => podcast,
      path: own,
      component,
      ...(flag && onlyWith(flag)),
      ...(search && { validateSearch: search as unknown as typeof TableSearch }),
    }),
  );
  return podcast.addChildren([index, ...children]) as AnyRoute;
};

/** Their types are let go, as the same pages stand at two places: nothing of the router's is asked of them. */
type Untyped = readonly [];

/** What stands under an account: its podcasts, and each podcast, also as one of a station. */
export const podcastsOfAccount = [
  ...listPages(account),
  podcastPages('podcasts'),
  podcastPages('stations/$stationKey/podcasts'),
] as unknown as Untyped;

/** What stands in the frame of a station. */
export const podcastsOfStation = listPages(station) as unknown as Untyped;
