import { createRoute, redirect, type AnyRoute, type RouteComponent } from '@tanstack/react-router';
import type * as z from 'zod/mini';
import type { Action } from '#contract/permissions.ts';
import { PeriodSearch } from '#web/features/analytics/shared/period-search.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';
import { offersRoute } from '#web/lib/brand-routes.ts';
import { account } from './account-routes.tsx';
import { screen } from './shell-route.tsx';
import { station } from './station-routes.tsx';

/*
 * The pages of podcasts (spec §2). The same screens have two paths, under an account and under one of its stations, so
 * they read theirs from `usePodcastScope()` and link to `${path}/…`. Each page of a podcast is an entry of `pages`;
 * entries with a `tab` are its tabs, in this order. podcast-screens.ts lists the endpoints each page calls.
 */

type Page = {
  /** Relative to `…/podcasts/{podcastKey}/`. */
  path: string;
  component: RouteComponent;
  search?: z.ZodMiniType;
  tab?: { text: string; action: Action };
};

const recording: Page = {
  path: 'recording',
  component: screen(() => import('#web/features/recording/RecordingScreen.tsx'), 'RecordingScreen'),
  tab: { text: 'Recording', action: 'podcast.read' },
};

const importing: Page = {
  path: 'import',
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
    component: screen(() => import('#web/features/podcast-ads/AdSettingsScreen.tsx'), 'AdSettingsScreen'),
    search: TableSearch,
    tab: { text: 'Ads', action: 'podcast.update' },
  },
  {
    path: 'ad-settings/$episodeKey',
    component: screen(() => import('#web/features/podcast-ads/EpisodeAdsScreen.tsx'), 'EpisodeAdsScreen'),
  },
  importing,
  {
    path: 'settings',
    component: screen(() => import('#web/features/podcasts/PodcastSettingsScreen.tsx'), 'PodcastSettingsScreen'),
    tab: { text: 'Settings', action: 'podcast.update' },
  },
];

const podcastTabs = pages.flatMap(({ path, tab }) =>
  tab && offersRoute(`/accounts/$accountKey/podcasts/$podcastKey/${path}`) ? [{ path, ...tab }] : [],
);

const frame = screen(() => import('#web/features/podcasts/PodcastFrame.tsx'), 'PodcastFrame');
const list = screen(() => import('#web/features/podcasts/PodcastsScreen.tsx'), 'PodcastsScreen');
const create = screen(() => import('#web/features/podcasts/PodcastCreateScreen.tsx'), 'PodcastCreateScreen');

/** The list of podcasts and the page that creates one. */
const listPages = (parent: AnyRoute) => [
  createRoute({ getParentRoute: () => parent, path: 'podcasts', validateSearch: TableSearch, component: list }),
  createRoute({ getParentRoute: () => parent, path: 'podcasts/create', component: create }),
];

/** The pages of one podcast; `path` is relative to the account. */
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
  const children = pages.map(({ path: childPath, component, search }) =>
    createRoute({
      getParentRoute: () => podcast,
      path: childPath,
      component,
      ...(search && { validateSearch: search as unknown as typeof TableSearch }),
    }),
  );
  return podcast.addChildren([index, ...children]) as AnyRoute;
};

/** Routes without types: the same pages have two paths, so no typed link or hook refers to them. */
type Untyped = readonly [];

/** Routes below an account: its podcasts, and each podcast, also under its station. */
export const accountPodcastRoutes = [
  ...listPages(account),
  podcastPages('podcasts'),
  podcastPages('stations/$stationKey/podcasts'),
] as unknown as Untyped;

/** Routes within a station's frame. */
export const stationPodcastRoutes = listPages(station) as unknown as Untyped;
