import type { Screen } from './station-screens.ts';

/** The screens of podcasts; each also stands under `/accounts/{accountKey}/stations/{stationKey}/podcasts`. */
export const podcastScreens: readonly Screen[] = [
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
];
