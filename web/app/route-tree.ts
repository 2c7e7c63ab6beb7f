import { createRoute, redirect } from '@tanstack/react-router';
import { account, accountPlan, accountSettings, accountStart, accountTeam } from './account-screens.ts';
import { advertisingPages, portalAdRequests, portalAdServers } from './advertising-screens.ts';
import { accountAnalytics } from './analytics-screens.ts';
import { autoDjPages } from './autodj-screens.ts';
import { financePages, openInvoices } from './finance-screens.ts';
import { errorPages, startPages, userPages } from './home-screens.ts';
import { indexRedirects } from './index-redirects.ts';
import { joiningPages } from './joining-screens.ts';
import { playerPages } from './player-screens.ts';
import { accountPodcasts, podcastsOfStations, stationPodcasts } from './podcast-screens.ts';
import { changelog, portalContent, portalPartners } from './portal-content-screens.ts';
import { podcastAdsSettings, portalAudit, portalMoney, portalStart } from './portal-screens.ts';
import { root, shell } from './shell-route.ts';
import { sitePages } from './site-screens.ts';
import { stationAnalytics } from './station-analytics-screens.ts';
import { station, stationAir, stationLibrary, stationStart, stationWidget } from './station-screens.ts';
import { stationSettings } from './station-settings-screens.ts';
import { portalTelephony } from './telephony-screens.ts';

/** Unknown paths lead to "/" (spec §2). */
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true });
  },
});

const stationPages = station.addChildren([
  stationStart,
  autoDjPages,
  stationLibrary,
  ...stationPodcasts,
  stationAnalytics,
  ...stationAir,
  stationWidget,
  stationSettings,
]);

const accountPages = account.addChildren([
  ...accountStart,
  ...accountPodcasts,
  accountTeam,
  accountAnalytics,
  ...playerPages,
  sitePages,
  ...advertisingPages,
  financePages,
  ...accountPlan,
  accountSettings,
  stationPages,
  ...podcastsOfStations,
]);

/** The routes of spec §2; the navigation and the palette have their order. */
export const routeTree = root.addChildren([
  shell.addChildren([
    ...startPages,
    accountPages,
    changelog,
    ...portalStart,
    ...portalContent,
    podcastAdsSettings,
    portalAdRequests,
    openInvoices,
    portalAdServers,
    portalTelephony,
    ...portalPartners,
    ...portalMoney,
    portalAudit,
    ...joiningPages,
    ...indexRedirects,
    ...userPages,
    ...errorPages,
  ]),
  unknown,
]);
