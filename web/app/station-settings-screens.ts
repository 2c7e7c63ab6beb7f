import { createRoute, redirect } from '@tanstack/react-router';
import { PurchaseSearch } from '#web/features/billing/shared/purchase-search.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';
import { frame, screen } from './screen.ts';
import { station } from './station-screens.ts';

/* The settings of a station. */

const settings = frame({
  parent: station,
  path: 'settings',
  load: () => import('#web/features/station-settings/StationSettingsFrame.tsx'),
  name: 'StationSettingsFrame',
  may: 'station.readSettings',
});

const settingsIndex = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/accounts/$accountKey/stations/$stationKey/settings/stream', params, replace: true });
  },
});

const stream = screen({
  parent: settings,
  path: 'stream',
  load: () => import('#web/features/station-settings/StreamScreen.tsx'),
  name: 'StreamScreen',
  title: 'Stream',
  may: 'station.readSettings',
  calls: ['stations.update', 'relays.setMasterLink', 'stations.resetPassword', 'billing.features'],
});

const info = screen({
  parent: settings,
  path: 'info',
  load: () => import('#web/features/station-settings/InfoScreen.tsx'),
  name: 'InfoScreen',
  title: 'Station info',
  may: 'station.readSettings',
  calls: [
    'stations.update',
    'stations.setPrettyUrl',
    'stations.setLogo',
    'stations.removeLogo',
    'stations.setBackground',
    'stations.removeBackground',
  ],
});

const people = screen({
  parent: settings,
  path: 'people',
  load: () => import('#web/features/people/StationPeopleScreen.tsx'),
  name: 'StationPeopleScreen',
  title: 'Team',
  may: 'station.readPeople',
  search: TableSearch,
  calls: [
    'people.ofStation',
    'people.stationInvites',
    'people.inviteToStation',
    'people.removeFromStation',
    'people.removeEmailFromStation',
    'people.withdrawFromStation',
  ],
});

const ads = screen({
  parent: settings,
  path: 'ads',
  load: () => import('#web/features/station-settings/AdsScreen.tsx'),
  name: 'AdsScreen',
  title: 'Authorized Digital Sellers',
  may: 'station.readSettings',
  calls: ['stations.adsTxt', 'stations.setAdsTxt', 'portal.partnerLines'],
});

const audioAds = frame({
  parent: settings,
  path: 'audio-ads',
  load: () => import('#web/features/audio-ads/AudioAdsFrame.tsx'),
  name: 'AudioAdsFrame',
  may: 'station.readSettings',
  flag: 'advertising',
});

const audioAdsRules = screen({
  parent: audioAds,
  path: '/',
  load: () => import('#web/features/audio-ads/AudioAdsScreen.tsx'),
  name: 'AudioAdsScreen',
  title: 'Audio ads',
  may: 'station.readSettings',
  calls: [
    'audioAds.get',
    'audioAds.set',
    'audioAds.setRules',
    'audioAds.cueOffset',
    'audioAds.agreement',
    'audioAds.agree',
  ],
});

const approvals = screen({
  parent: audioAds,
  path: 'approvals',
  load: () => import('#web/features/audio-ads/ApprovalsScreen.tsx'),
  name: 'ApprovalsScreen',
  title: 'Approvals',
  may: 'station.readSettings',
  calls: ['audioAds.approvals', 'audioAds.approvalAudio', 'audioAds.decide'],
});

const listeners = screen({
  parent: settings,
  path: 'listeners',
  load: () => import('#web/features/stream-rules/ListenersScreen.tsx'),
  name: 'ListenersScreen',
  title: 'Listeners',
  may: 'station.readSettings',
  calls: ['streamRules.get', 'streamRules.set', 'streamRules.decide', 'billing.features'],
});

const alerts = screen({
  parent: settings,
  path: 'alerts',
  load: () => import('#web/features/monitoring/AlertsScreen.tsx'),
  name: 'AlertsScreen',
  title: 'Monitoring Alerts',
  may: 'station.readSettings',
  flag: 'stationAlerts',
  calls: ['stations.update', 'monitoring.alerts', 'monitoring.test'],
});

const subscriptions = screen({
  parent: settings,
  path: 'subscriptions',
  load: () => import('#web/features/station-settings/AddOnsScreen.tsx'),
  name: 'AddOnsScreen',
  title: 'Subscriptions',
  may: 'station.readSettings',
  flag: 'subscriptions',
  search: PurchaseSearch,
  calls: [
    'billing.ofStation',
    'billing.createOfStation',
    'billing.cancelOfStation',
    'billing.resumeOfStation',
    'billing.features',
  ],
});

const advanced = screen({
  parent: settings,
  path: 'advanced',
  load: () => import('#web/features/station-settings/AdvancedScreen.tsx'),
  name: 'AdvancedScreen',
  title: 'Advanced',
  may: 'station.delete',
  calls: [
    'stations.suspend',
    'stations.reactivate',
    'stations.transfer',
    'stations.remove',
    'accounts.search',
    'billing.ofStation',
    'billing.cancelOfStation',
    'people.ofAccount',
    'stations.update',
  ],
});

export const stationSettings = settings.addChildren([
  settingsIndex,
  stream,
  listeners,
  info,
  people,
  ads,
  audioAds.addChildren([audioAdsRules, approvals]),
  alerts,
  subscriptions,
  advanced,
]);
