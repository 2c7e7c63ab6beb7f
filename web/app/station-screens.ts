import { LibraryUrl } from '#web/features/library/library-url.ts';
import { LoggerSearch } from '#web/features/logger/logger-search.ts';
import { NumbersSearch } from '#web/features/players/numbers/use-site.ts';
import { StationSearch } from '#web/features/stations/station-search.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';
import { account } from './account-screens.ts';
import { frame, screen } from './screen.ts';

/* The pages about the station itself: library, logger, presenters, relays and its widget. */

export const station = frame({
  parent: account,
  path: 'stations/$stationKey',
  load: () => import('#web/features/stations/StationFrame.tsx'),
  name: 'StationFrame',
  may: 'station.read',
});

const stationHome = screen({
  parent: station,
  path: '/',
  load: () => import('#web/features/stations/StationScreen.tsx'),
  name: 'StationScreen',
  title: ({ station }) => station ?? 'Station',
  may: 'station.read',
  search: StationSearch,
  nav: { of: 'shell' },
  calls: [
    'stations.get',
    'stations.live',
    'stations.encoder',
    'stations.revealPassword',
    'stations.resetPassword',
    'stations.score',
    'playout.start',
    'playout.restart',
    'playout.stop',
    'playout.skip',
    'playout.queue',
    'playout.unqueue',
    'playout.stopAfter',
    'playout.resume',
    'playout.kick',
    'playout.unbar',
    'library.token',
    'library.list',
    'library.search',
    'analytics.stations',
    'session.events',
  ],
});

const breaks = screen({
  parent: station,
  path: 'breaks',
  load: () => import('#web/features/audio-ads/BreaksScreen.tsx'),
  name: 'BreaksScreen',
  title: 'Breaks',
  may: 'station.readAds',
  flag: 'advertising',
  calls: ['audioAds.get', 'audioAds.breaks', 'audioAds.startBreak'],
});

const automation = screen({
  parent: station,
  path: 'automation',
  load: () => import('#web/features/automation/AutomationScreen.tsx'),
  name: 'AutomationScreen',
  title: 'Automation',
  may: 'station.readSettings',
  flag: 'automation',
  calls: ['automation.get', 'automation.request', 'automation.setMix'],
});

const ctl = screen({
  parent: station,
  path: 'ctl',
  load: () => import('#web/features/telephony/CtlScreen.tsx'),
  name: 'CtlScreen',
  title: 'Call-To-Listen',
  may: 'station.readSettings',
  calls: [
    'telephony.line',
    'telephony.request',
    'telephony.setRequest',
    'telephony.token',
    'telephony.setPrompt',
    'telephony.hasPrompt',
    'telephony.removePrompt',
    'telephony.prompt',
    'telephony.listen',
    'ctlStats.recent',
    'session.events',
  ],
});

const logger = screen({
  parent: station,
  path: 'logger',
  load: () => import('#web/features/logger/LoggerScreen.tsx'),
  name: 'LoggerScreen',
  title: 'Logger',
  may: 'station.readLog',
  search: LoggerSearch,
  calls: [
    'logger.overview',
    'logger.day',
    'logger.link',
    'logger.sound',
    'logger.cut',
    'logger.cutEpisode',
    'logger.change',
    'logger.clear',
  ],
});

const library = screen({
  parent: station,
  path: 'library',
  load: () => import('#web/features/library/LibraryScreen.tsx'),
  name: 'LibraryScreen',
  title: 'Library',
  may: 'station.readLibrary',
  search: LibraryUrl,
  calls: [
    'library.token',
    'library.list',
    'library.search',
    'library.upload',
    'library.addUrl',
    'library.task',
    'library.tags',
    'library.changeTags',
    'library.update',
    'library.updateMany',
    'library.setArtwork',
    'library.removeArtwork',
    'library.remove',
    'library.removeMany',
    'library.preview',
    'library.previewFile',
    'playout.addTracks',
    'playout.queue',
    'portal.image',
  ],
});

const presenters = screen({
  parent: station,
  path: 'presenters',
  load: () => import('#web/features/presenters/PresentersScreen.tsx'),
  name: 'PresentersScreen',
  title: 'Presenters',
  may: 'station.readPresenters',
  calls: [
    'presenters.list',
    'presenters.create',
    'presenters.update',
    'presenters.remove',
    'presenters.newPassword',
    'presenters.setPicture',
    'presenters.removePicture',
    'presenters.recordings',
    'presenters.recordingLink',
    'people.ofStation',
    'presenters.recordingAudio',
    'presenters.removeRecording',
    'playout.kick',
    'playout.unbar',
  ],
});

const studio = screen({
  parent: station,
  path: 'studio',
  load: () => import('#web/features/studio/StudioScreen.tsx'),
  name: 'StudioScreen',
  title: 'Studio',
  may: 'station.goLive',
  calls: ['studio.connect', 'stations.live', 'session.events'],
});

const relays = screen({
  parent: station,
  path: 'relays',
  load: () => import('#web/features/relays/RelaysScreen.tsx'),
  name: 'RelaysScreen',
  title: 'Relays',
  may: 'station.readSettings',
  search: TableSearch,
  calls: [
    'relays.list',
    'relays.add',
    'relays.update',
    'relays.remove',
    'relays.masterLink',
    'relays.resetMasterLink',
    'relays.icecast',
    'relays.resetIcecast',
    'session.events',
  ],
});

const widget = frame({
  parent: station,
  path: 'widget',
  load: () => import('#web/features/station-settings/WidgetFrame.tsx'),
  name: 'WidgetFrame',
  may: 'station.readSettings',
});

const profile = screen({
  parent: widget,
  path: '/',
  load: () => import('#web/features/station-settings/WidgetScreen.tsx'),
  name: 'WidgetScreen',
  title: 'Widget',
  may: 'station.readSettings',
  calls: ['stations.profile', 'stations.setProfile'],
});

const playerWidget = screen({
  parent: widget,
  path: 'player',
  load: () => import('#web/features/players/StationPlayerScreen.tsx'),
  name: 'StationPlayerScreen',
  title: 'Player',
  may: 'station.readSettings',
  flag: 'players',
  calls: ['stations.get', 'players.ofStation', 'players.updateOfStation'],
});

const playerNumbers = screen({
  parent: widget,
  path: 'player/numbers',
  load: () => import('#web/features/players/numbers/StationPlayerNumbersScreen.tsx'),
  name: 'StationPlayerNumbersScreen',
  title: false,
  may: 'station.readAnalytics',
  flag: 'players',
  search: NumbersSearch,
  calls: ['stations.get', 'players.ofStation', 'players.updateOfStation', 'players.statsOfStation'],
});

export const stationStart = stationHome;
export const stationLibrary = library;
export const stationAir = [logger, breaks, automation, ctl, studio, presenters, relays] as const;
export const stationWidget = widget.addChildren([profile, playerWidget, playerNumbers]);
