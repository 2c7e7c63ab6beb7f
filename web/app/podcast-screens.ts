import type { Screen } from './station-screens.ts';

/** The screens of podcasts; each also stands under `/accounts/{accountKey}/stations/{stationKey}/podcasts`. */
export const podcastScreens: readonly Screen[] = [
  {
    route: '/portal/podcasts',
    file: 'web/features/podcasts/PortalPodcastsScreen.tsx',
    endpoints: ['podcasts.search'],
  },
  {
    route: '/accounts/{accountKey}/podcasts/{podcastKey}/episodes',
    file: 'web/features/episodes/EpisodesScreen.tsx',
    endpoints: [
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
    route: '/accounts/{accountKey}/podcasts/{podcastKey}/episodes/create',
    file: 'web/features/episodes/EpisodeCreateScreen.tsx',
    endpoints: ['podcasts.get', 'episodes.create', 'episodes.update', 'episodes.uploadFor', 'episodes.task'],
  },
  {
    route: '/accounts/{accountKey}/podcasts/{podcastKey}/episodes/{episodeKey}',
    file: 'web/features/episodes/EpisodeScreen.tsx',
    endpoints: [
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
    route: '/accounts/{accountKey}/podcasts/{podcastKey}/episodes/{episodeKey}/edit',
    file: 'web/features/episodes/EpisodeEditScreen.tsx',
    endpoints: [
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
    route: '/accounts/{accountKey}/podcasts',
    file: 'web/features/podcasts/PodcastsScreen.tsx',
    endpoints: ['podcasts.list', 'podcasts.ofStation'],
  },
  {
    route: '/accounts/{accountKey}/podcasts/create',
    file: 'web/features/podcasts/PodcastCreateScreen.tsx',
    endpoints: ['podcasts.create', 'podcasts.createInStation', 'billing.features'],
  },
  {
    route: '/accounts/{accountKey}/podcasts/{podcastKey}/settings',
    file: 'web/features/podcasts/PodcastSettingsScreen.tsx',
    endpoints: ['podcasts.get', 'podcasts.update', 'podcasts.remove', 'podcasts.list'],
  },
  {
    route: '/accounts/{accountKey}/podcasts/{podcastKey}/recording',
    file: 'web/features/recording/RecordingScreen.tsx',
    endpoints: [
      'recordingSchedules.table',
      'recordingSchedules.create',
      'recordingSchedules.update',
      'recordingSchedules.remove',
    ],
  },
  {
    route: '/accounts/{accountKey}/podcasts/{podcastKey}/rss',
    file: 'web/features/podcast-feed/FeedScreen.tsx',
    endpoints: ['podcasts.get', 'podcasts.update', 'podcastFeed.get', 'podcastFeed.preview'],
  },
  {
    route: '/accounts/{accountKey}/podcasts/{podcastKey}/distribute',
    file: 'web/features/distribution/DistributeScreen.tsx',
    endpoints: ['distribution.get', 'distribution.set', 'distribution.check', 'podcastFeed.get'],
  },
  {
    route: '/accounts/{accountKey}/podcasts/{podcastKey}/ad-settings',
    file: 'web/features/podcast-ads/AdSettingsScreen.tsx',
    endpoints: ['podcastAds.get', 'podcastAds.set', 'episodes.list'],
  },
  {
    route: '/accounts/{accountKey}/podcasts/{podcastKey}/ad-settings/{episodeKey}',
    file: 'web/features/podcast-ads/EpisodeAdsScreen.tsx',
    endpoints: ['podcastAds.episode', 'podcastAds.setEpisode', 'episodes.get', 'episodes.waveform', 'episodes.preview'],
  },
  {
    route: '/accounts/{accountKey}/podcasts/{podcastKey}/analytics',
    file: 'web/features/podcast-analytics/PodcastAnalyticsScreen.tsx',
    endpoints: ['podcastStats.podcast', 'podcastStats.requests', 'podcastStats.requestsFile'],
  },
  {
    route: '/accounts/{accountKey}/analytics/podcasts',
    file: 'web/features/podcast-analytics/PodcastsOverviewScreen.tsx',
    endpoints: ['podcastStats.account', 'podcasts.list'],
  },
  {
    route: '/accounts/{accountKey}/analytics/podcasts/full',
    file: 'web/features/podcast-analytics/PodcastsFullScreen.tsx',
    endpoints: ['podcastStats.account', 'podcasts.list'],
  },
  {
    route: '/accounts/{accountKey}/podcasts/{podcastKey}/import',
    file: 'web/features/podcast-import/ImportScreen.tsx',
    endpoints: [
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
];
