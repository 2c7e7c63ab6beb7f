import { createRoute, redirect, type AnyRoute } from '@tanstack/react-router';
import { wording } from '#brand/wording.ts';
import type { Action } from '#contract/rules/permissions.ts';
import { PeriodSearch } from '#web/features/analytics/shared/period-search.ts';
import { isOfferedPage } from '#web/lib/pages.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';
import { account } from './account-screens.ts';
import { frame, screen, type ScreenOptions } from './screen.ts';
import { station } from './station-screens.ts';

/*
 * The pages of podcasts (spec §2). The same screens have two paths, under an account and under one of its stations, so
 * they read theirs from `usePodcastScope()` and link to `${path}/…`. Each page of a podcast is an entry of `pages`;
 * entries with a `tab` are its tabs, in this order.
 */

type Shared = Omit<ScreenOptions<AnyRoute, string, typeof TableSearch | typeof PeriodSearch>, 'parent'>;
/** `tabFor` is who sees the tab, if not all who may open the page. */
type PodcastPage = Shared & { tab?: string; tabFor?: Action; may: Action };

const pages: readonly PodcastPage[] = [
  {
    path: 'episodes',
    load: () => import('#web/features/episodes/EpisodesScreen.tsx'),
    name: 'EpisodesScreen',
    title: 'Episodes',
    tab: 'Episodes',
    may: 'podcast.read',
    search: TableSearch,
    calls: [
      'podcasts.get',
      'episodes.list',
      'episodes.upload',
      'episodes.uploadToken',
      'episodes.task',
      'episodes.remove',
      'episodes.preview',
      'episodes.previewFile',
    ],
  },
  {
    path: 'episodes/create',
    load: () => import('#web/features/episodes/EpisodeCreateScreen.tsx'),
    name: 'EpisodeCreateScreen',
    title: 'Create',
    may: 'podcast.read',
    calls: ['podcasts.get', 'episodes.create', 'episodes.update', 'episodes.uploadFor', 'episodes.task'],
  },
  {
    path: 'episodes/$episodeKey',
    load: () => import('#web/features/episodes/EpisodeScreen.tsx'),
    name: 'EpisodeScreen',
    title: ({ episode }) => episode ?? 'Episode',
    may: 'podcast.read',
    calls: [
      'episodes.get',
      'episodes.preview',
      'episodes.previewFile',
      'episodes.transcript',
      'episodes.setTranscript',
      'episodes.removeTranscript',
      'episodes.remove',
    ],
  },
  {
    path: 'episodes/$episodeKey/edit',
    load: () => import('#web/features/episodes/EpisodeEditScreen.tsx'),
    name: 'EpisodeEditScreen',
    title: 'Edit',
    may: 'podcast.read',
    calls: [
      'episodes.get',
      'episodes.update',
      'episodes.uploadFor',
      'episodes.task',
      'episodes.edit',
      'episodes.waveform',
      'episodes.preview',
      'episodes.previewFile',
      'episodes.transcript',
      'episodes.setTranscript',
      'episodes.removeTranscript',
    ],
  },
  {
    path: 'recording',
    load: () => import('#web/features/recording/RecordingScreen.tsx'),
    name: 'RecordingScreen',
    title: 'Recording',
    tab: 'Recording',
    may: 'podcast.read',
    flag: 'recordPodcast',
    calls: [
      'recordingSchedules.table',
      'recordingSchedules.create',
      'recordingSchedules.update',
      'recordingSchedules.remove',
    ],
  },
  {
    path: 'analytics',
    load: () => import('#web/features/podcast-analytics/PodcastAnalyticsScreen.tsx'),
    name: 'PodcastAnalyticsScreen',
    title: 'Analytics',
    tab: 'Analytics',
    may: 'podcast.readAnalytics',
    search: PeriodSearch,
    calls: ['podcastStats.podcast', 'podcastStats.requests', 'podcastStats.requestsFile'],
  },
  {
    path: 'rss',
    load: () => import('#web/features/podcast-feed/FeedScreen.tsx'),
    name: 'FeedScreen',
    title: 'RSS',
    tab: 'RSS',
    may: 'podcast.read',
    calls: ['podcasts.get', 'podcasts.update', 'podcastFeed.get', 'podcastFeed.preview'],
  },
  {
    path: 'distribute',
    load: () => import('#web/features/distribution/DistributeScreen.tsx'),
    name: 'DistributeScreen',
    title: 'Distribution',
    tab: 'Distribution',
    may: 'podcast.read',
    calls: ['distribution.get', 'distribution.set', 'distribution.check', 'podcastFeed.get'],
  },
  {
    path: 'ad-settings',
    load: () => import('#web/features/podcast-ads/AdSettingsScreen.tsx'),
    name: 'AdSettingsScreen',
    title: 'Ad settings',
    tab: 'Ads',
    tabFor: 'podcast.update',
    may: 'podcast.read',
    flag: 'podcastAds',
    search: TableSearch,
    calls: ['podcastAds.get', 'podcastAds.set', 'episodes.list'],
  },
  {
    path: 'ad-settings/$episodeKey',
    load: () => import('#web/features/podcast-ads/EpisodeAdsScreen.tsx'),
    name: 'EpisodeAdsScreen',
    title: false,
    may: 'podcast.read',
    flag: 'podcastAds',
    calls: ['podcastAds.episode', 'podcastAds.setEpisode', 'episodes.get', 'episodes.waveform', 'episodes.preview'],
  },
  {
    path: 'import',
    load: () => import('#web/features/podcast-import/ImportScreen.tsx'),
    name: 'ImportScreen',
    title: 'Import',
    tab: 'Import',
    may: 'podcast.read',
    flag: 'importPodcast',
    calls: [
      'podcastImport.start',
      'podcastImport.startInStation',
      'podcastImport.prove',
      'podcastImport.task',
      'podcastImport.latest',
      'podcastImport.episodes',
      'podcastImport.retry',
      'podcastImport.cancel',
    ],
  },
  {
    path: 'settings',
    load: () => import('#web/features/podcasts/PodcastSettingsScreen.tsx'),
    name: 'PodcastSettingsScreen',
    title: 'Settings',
    tab: 'Settings',
    may: 'podcast.update',
    calls: ['podcasts.get', 'podcasts.update', 'podcasts.remove', 'podcasts.list'],
  },
];

export const podcastTabs = pages.flatMap(({ path, tab, may, tabFor = may, flag }) =>
  tab !== undefined && isOfferedPage(flag) ? [{ path, text: tab, action: tabFor }] : [],
);

const list: Omit<Shared, 'may'> = {
  path: 'podcasts',
  load: () => import('#web/features/podcasts/PodcastsScreen.tsx'),
  name: 'PodcastsScreen',
  title: wording.Podcasts,
  search: TableSearch,
  calls: ['podcasts.list', 'podcasts.ofStation'],
};
const create: Omit<Shared, 'may'> = {
  path: 'podcasts/create',
  load: () => import('#web/features/podcasts/PodcastCreateScreen.tsx'),
  name: 'PodcastCreateScreen',
  title: 'Create',
  calls: ['podcasts.create', 'podcasts.createInStation', 'billing.features'],
};

/** The pages of one podcast; `path` is relative to the account, whose team alone may open them if `may` says so. */
const podcastPages = (path: string, may?: Action): AnyRoute => {
  const podcast: AnyRoute = frame({
    parent: account as AnyRoute,
    path: `${path}/$podcastKey` as string,
    load: () => import('#web/features/podcasts/PodcastFrame.tsx'),
    name: 'PodcastFrame',
    title: ({ podcast: title }) => title ?? wording.Podcast,
    may: may ?? 'podcast.read',
  });
  podcast.update({ beforeLoad: () => ({ podcastTabs }) } as never);
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
  const children = pages.map((page) => screen({ ...page, parent: podcast, may: may ?? page.may }));
  return podcast.addChildren([index, ...children]) as AnyRoute;
};

/** Routes without types: the same pages have two paths, so no typed link or hook refers to them. */
type Untyped = readonly [];

/** Routes below an account: its podcasts, and each podcast. */
export const accountPodcasts = [
  screen({
    ...list,
    parent: account as AnyRoute,
    may: 'account.readPodcasts',
    nav: { of: 'account', icon: 'microphone2' },
  }),
  screen({ ...create, parent: account as AnyRoute, may: 'account.createPodcast' }),
  podcastPages('podcasts', 'account.readPodcasts'),
] as unknown as Untyped;

/** Each podcast under its station, outside the station's frame. */
export const podcastsOfStations = [podcastPages('stations/$stationKey/podcasts')] as unknown as Untyped;

/** Routes within a station's frame. */
export const stationPodcasts = [
  screen({ ...list, parent: station as AnyRoute, may: 'station.read' }),
  screen({ ...create, parent: station as AnyRoute, may: 'station.createPodcast' }),
] as unknown as Untyped;
