import { wording } from '#brand/wording.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';
import { frame, screen } from './screen.ts';
import { station } from './station-screens.ts';

/* The pages of a station's Auto DJ. */

const autodj = frame({
  parent: station,
  path: 'autodj',
  load: () => import('#web/features/playout/AutoDjFrame.tsx'),
  name: 'AutoDjFrame',
  may: 'station.playout',
});

const playlist = screen({
  parent: autodj,
  path: '/',
  load: () => import('#web/features/playout/AutoDjScreen.tsx'),
  name: 'AutoDjScreen',
  title: wording.AutoDJ,
  may: 'station.playout',
  calls: [
    'playout.autoDj',
    'playout.shuffle',
    'playout.reorder',
    'playout.move',
    'playout.undo',
    'playout.addTrack',
    'playout.addTracks',
    'playout.removeTracks',
    'playout.reset',
    'playout.queue',
    'playout.current',
    'library.token',
    'library.upload',
    'library.task',
    'library.update',
    'library.preview',
    'library.previewFile',
  ],
});

const rotation = screen({
  parent: autodj,
  path: 'rotation',
  load: () => import('#web/features/playout/RotationScreen.tsx'),
  name: 'RotationScreen',
  title: 'Rotation',
  may: 'station.playout',
  calls: [
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
});

const schedule = screen({
  parent: autodj,
  path: 'schedule',
  load: () => import('#web/features/playout/ScheduleScreen.tsx'),
  name: 'ScheduleScreen',
  title: 'Schedule',
  may: 'station.playout',
  calls: ['playout.playlists', 'playout.setPlaylistHours'],
});

const jingles = screen({
  parent: autodj,
  path: 'jingles',
  load: () => import('#web/features/playout/JinglesScreen.tsx'),
  name: 'JinglesScreen',
  title: 'Jingles',
  may: 'station.playout',
  calls: [
    'playout.jingles',
    'playout.addJingles',
    'playout.removeJingles',
    'library.search',
    'library.token',
    'library.upload',
    'library.task',
  ],
});

const requests = screen({
  parent: autodj,
  path: 'requests',
  load: () => import('#web/features/playout/SongRequestsScreen.tsx'),
  name: 'SongRequestsScreen',
  title: 'Requests',
  may: 'station.playout',
  calls: ['songRequests.list', 'songRequests.setSettings', 'songRequests.approve', 'songRequests.refuse'],
});

const rules = screen({
  parent: autodj,
  path: 'rules',
  load: () => import('#web/features/playout/RulesScreen.tsx'),
  name: 'RulesScreen',
  title: 'Playback rules',
  may: 'station.playout',
  calls: ['playout.rules', 'playout.setRules'],
});

const log = screen({
  parent: autodj,
  path: 'log',
  load: () => import('#web/features/playout/LogScreen.tsx'),
  name: 'LogScreen',
  title: 'Log',
  may: 'station.playout',
  search: TableSearch,
  calls: ['playout.log'],
});

export const autoDjPages = autodj.addChildren([playlist, rotation, schedule, jingles, requests, rules, log]);
