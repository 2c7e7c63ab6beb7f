export type Screen = { route: string; file: string; endpoints: readonly string[] };

/** The screens of a station's settings, and of stations that were deleted. */
export const stationScreens: readonly Screen[] = [
  {
    route: '/accounts/{accountKey}/stations/deleted',
    file: 'web/features/stations/DeletedStationsScreen.tsx',
    endpoints: ['accounts.stations', 'stations.restorable', 'stations.restore'],
  },
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/automation',
    file: 'web/features/automation/AutomationScreen.tsx',
    endpoints: ['automation.get', 'automation.request', 'automation.setMix'],
  },
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/widget',
    file: 'web/features/station-settings/WidgetScreen.tsx',
    endpoints: ['stations.profile', 'stations.setProfile'],
  },
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/settings/stream',
    file: 'web/features/station-settings/StreamScreen.tsx',
    endpoints: ['stations.update', 'stations.resetPassword', 'billing.features'],
  },
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/settings/info',
    file: 'web/features/station-settings/InfoScreen.tsx',
    endpoints: [
      'stations.update',
      'stations.setPrettyUrl',
      'stations.setLogo',
      'stations.removeLogo',
      'stations.setBackground',
      'stations.removeBackground',
    ],
  },
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/settings/people',
    file: 'web/features/people/StationPeopleScreen.tsx',
    endpoints: [
      'people.ofStation',
      'people.stationInvites',
      'people.inviteToStation',
      'people.removeFromStation',
      'people.removeEmailFromStation',
      'people.withdrawFromStation',
    ],
  },
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/settings/ads',
    file: 'web/features/station-settings/AdsScreen.tsx',
    endpoints: ['stations.adsTxt', 'stations.setAdsTxt'],
  },
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/settings/advanced',
    file: 'web/features/station-settings/AdvancedScreen.tsx',
    endpoints: [
      'stations.suspend',
      'stations.reactivate',
      'stations.transfer',
      'stations.remove',
      'accounts.search',
      'billing.ofStation',
      'billing.cancelOfStation',
    ],
  },
];
