import { createRoute, redirect } from '@tanstack/react-router';
import type { StationKey } from '#contract/keys.ts';
import { PurchaseSearch } from '#web/features/billing/shared/purchase-search.ts';
import { LibraryUrl } from '#web/features/library/library-url.ts';
import { LoggerSearch } from '#web/features/logger/logger-search.ts';
import { NumbersSearch } from '#web/features/players/numbers/use-site.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';
import { account } from './account-routes.tsx';
import { screen } from './shell-route.tsx';

/* The pages about the station itself: settings, profile, library, logger, automation and relays. */

export const station = createRoute({
  getParentRoute: () => account,
  path: 'stations/$stationKey',
  params: {
    parse: ({ stationKey }) => ({ stationKey: stationKey as StationKey }),
    stringify: ({ stationKey }) => ({ stationKey }),
  },
  component: screen(() => import('#web/features/stations/StationFrame.tsx'), 'StationFrame'),
});

const settings = createRoute({
  getParentRoute: () => station,
  path: 'settings',
  component: screen(() => import('#web/features/station-settings/StationSettingsFrame.tsx'), 'StationSettingsFrame'),
});
const settingsIndex = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/accounts/$accountKey/stations/$stationKey/settings/stream', params, replace: true });
  },
});
const stream = createRoute({
  getParentRoute: () => settings,
  path: 'stream',
  component: screen(() => import('#web/features/station-settings/StreamScreen.tsx'), 'StreamScreen'),
});
const info = createRoute({
  getParentRoute: () => settings,
  path: 'info',
  component: screen(() => import('#web/features/station-settings/InfoScreen.tsx'), 'InfoScreen'),
});
const people = createRoute({
  getParentRoute: () => settings,
  path: 'people',
  validateSearch: TableSearch,
  component: screen(() => import('#web/features/people/StationPeopleScreen.tsx'), 'StationPeopleScreen'),
});
const ads = createRoute({
  getParentRoute: () => settings,
  path: 'ads',
  component: screen(() => import('#web/features/station-settings/AdsScreen.tsx'), 'AdsScreen'),
});
const audioAds = createRoute({
  getParentRoute: () => settings,
  path: 'audio-ads',
  component: screen(() => import('#web/features/audio-ads/AudioAdsFrame.tsx'), 'AudioAdsFrame'),
});
const audioAdsRules = createRoute({
  getParentRoute: () => audioAds,
  path: '/',
  component: screen(() => import('#web/features/audio-ads/AudioAdsScreen.tsx'), 'AudioAdsScreen'),
});
const breaks = createRoute({
  getParentRoute: () => station,
  path: 'breaks',
  component: screen(() => import('#web/features/audio-ads/BreaksScreen.tsx'), 'BreaksScreen'),
});
const approvals = createRoute({
  getParentRoute: () => audioAds,
  path: 'approvals',
  component: screen(() => import('#web/features/audio-ads/ApprovalsScreen.tsx'), 'ApprovalsScreen'),
});
const listeners = createRoute({
  getParentRoute: () => settings,
  path: 'listeners',
  component: screen(() => import('#web/features/stream-rules/ListenersScreen.tsx'), 'ListenersScreen'),
});
const alerts = createRoute({
  getParentRoute: () => settings,
  path: 'alerts',
  component: screen(() => import('#web/features/monitoring/AlertsScreen.tsx'), 'AlertsScreen'),
});
const subscriptions = createRoute({
  getParentRoute: () => settings,
  path: 'subscriptions',
  validateSearch: PurchaseSearch,
  component: screen(() => import('#web/features/station-settings/AddOnsScreen.tsx'), 'AddOnsScreen'),
});
const advanced = createRoute({
  getParentRoute: () => settings,
  path: 'advanced',
  component: screen(() => import('#web/features/station-settings/AdvancedScreen.tsx'), 'AdvancedScreen'),
});
const automation = createRoute({
  getParentRoute: () => station,
  path: 'automation',
  component: screen(() => import('#web/features/automation/AutomationScreen.tsx'), 'AutomationScreen'),
});
const ctl = createRoute({
  getParentRoute: () => station,
  path: 'ctl',
  component: screen(() => import('#web/features/telephony/CtlScreen.tsx'), 'CtlScreen'),
});
const logger = createRoute({
  getParentRoute: () => station,
  path: 'logger',
  validateSearch: LoggerSearch,
  component: screen(() => import('#web/features/logger/LoggerScreen.tsx'), 'LoggerScreen'),
});
const library = createRoute({
  getParentRoute: () => station,
  path: 'library',
  validateSearch: LibraryUrl,
  component: screen(() => import('#web/features/library/LibraryScreen.tsx'), 'LibraryScreen'),
});
const presenters = createRoute({
  getParentRoute: () => station,
  path: 'presenters',
  component: screen(() => import('#web/features/presenters/PresentersScreen.tsx'), 'PresentersScreen'),
});
const studio = createRoute({
  getParentRoute: () => station,
  path: 'studio',
  component: screen(() => import('#web/features/studio/StudioScreen.tsx'), 'StudioScreen'),
});
const relays = createRoute({
  getParentRoute: () => station,
  path: 'relays',
  validateSearch: TableSearch,
  component: screen(() => import('#web/features/relays/RelaysScreen.tsx'), 'RelaysScreen'),
});
const widget = createRoute({
  getParentRoute: () => station,
  path: 'widget',
  component: screen(() => import('#web/features/station-settings/WidgetFrame.tsx'), 'WidgetFrame'),
});
const profile = createRoute({
  getParentRoute: () => widget,
  path: '/',
  component: screen(() => import('#web/features/station-settings/WidgetScreen.tsx'), 'WidgetScreen'),
});
const playerWidget = createRoute({
  getParentRoute: () => widget,
  path: 'player',
  component: screen(() => import('#web/features/players/StationPlayerScreen.tsx'), 'StationPlayerScreen'),
});
const playerNumbers = createRoute({
  getParentRoute: () => widget,
  path: 'player/numbers',
  validateSearch: NumbersSearch,
  component: screen(
    () => import('#web/features/players/numbers/StationPlayerNumbersScreen.tsx'),
    'StationPlayerNumbersScreen',
  ),
});

export const stationPages = [
  settings.addChildren([
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
  ]),
  automation,
  ctl,
  breaks,
  logger,
  library,
  presenters,
  studio,
  relays,
  widget.addChildren([profile, playerWidget, playerNumbers]),
] as const;
