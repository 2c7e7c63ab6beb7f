import type { Screen } from './station-screens.ts';

/** The Auto DJ's screens other than the playlist. */
export const autoDjScreens: readonly Screen[] = [
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/autodj/rotation',
    file: 'web/features/playout/RotationScreen.tsx',
    endpoints: [
      'playout.playlists',
      'playout.playlist',
      'playout.addPlaylist',
      'playout.changePlaylist',
      'playout.removePlaylist',
      'playout.setPlaylistWeight',
      'library.list',
      'library.search',
      'library.tags',
    ],
  },
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/autodj/schedule',
    file: 'web/features/playout/ScheduleScreen.tsx',
    endpoints: ['playout.playlists', 'playout.setPlaylistHours'],
  },
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/autodj/jingles',
    file: 'web/features/playout/JinglesScreen.tsx',
    endpoints: [
      ...['playout.jingles', 'playout.addJingles', 'playout.removeJingles', 'library.search'],
      ...['library.token', 'library.upload', 'library.task'],
    ],
  },
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/autodj/requests',
    file: 'web/features/playout/SongRequestsScreen.tsx',
    endpoints: ['songRequests.list', 'songRequests.setSettings', 'songRequests.approve', 'songRequests.refuse'],
  },
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/autodj/rules',
    file: 'web/features/playout/RulesScreen.tsx',
    endpoints: ['playout.rules', 'playout.setRules'],
  },
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/autodj/log',
    file: 'web/features/playout/LogScreen.tsx',
    endpoints: ['playout.log'],
  },
];
