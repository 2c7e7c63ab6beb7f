import { AdRequestsSearch, CampaignsSearch, ReportSearch } from '#web/features/advertising/campaigns-search.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';
import { account } from './account-screens.ts';
import { screen, type EndpointName } from './screen.ts';
import { shell } from './shell-route.ts';

/* The advertising pages of an account: its campaigns, their reports and its requests; and those of the portal. */

const inCampaignForm: readonly EndpointName[] = [
  'campaigns.details',
  'campaigns.advertisers',
  'campaigns.ruleChains',
  'campaigns.createRuleChain',
  'campaigns.changeRuleChain',
  'campaigns.removeRuleChain',
  'campaigns.targets',
  'campaigns.target',
  'campaigns.inventory',
  'campaigns.forecast',
  'campaigns.setAudio',
  'adProviders.list',
  'accounts.stations',
];

const list = screen({
  parent: account,
  path: 'advertising',
  load: () => import('#web/features/advertising/CampaignsScreen.tsx'),
  name: 'CampaignsScreen',
  title: 'Advertising',
  may: 'account.readCampaigns',
  flag: 'advertising',
  search: CampaignsSearch,
  nav: { of: 'account', icon: 'speakerphone' },
  calls: [
    'campaigns.list',
    'campaigns.patch',
    'campaigns.patchAll',
    'campaigns.remove',
    'campaigns.advertisers',
    'campaigns.enabled',
    'adRequests.availability',
  ],
});

const create = screen({
  parent: account,
  path: 'advertising/create',
  load: () => import('#web/features/advertising/CampaignCreateScreen.tsx'),
  name: 'CampaignCreateScreen',
  title: 'Create',
  may: 'account.writeCampaigns',
  flag: 'advertising',
  calls: ['campaigns.create', ...inCampaignForm],
});

const edit = screen({
  parent: account,
  path: 'advertising/$campaignId/edit',
  load: () => import('#web/features/advertising/CampaignEditScreen.tsx'),
  name: 'CampaignEditScreen',
  title: 'Edit',
  may: 'account.writeCampaigns',
  flag: 'advertising',
  calls: ['campaigns.get', 'campaigns.update', 'campaigns.audio', 'campaigns.audioInStream', ...inCampaignForm],
});

const report = screen({
  parent: account,
  path: 'advertising/$campaignId/report',
  load: () => import('#web/features/advertising/CampaignReportScreen.tsx'),
  name: 'CampaignReportScreen',
  title: 'Report',
  may: 'account.readCampaigns',
  flag: 'advertising',
  search: ReportSearch,
  calls: [
    'campaigns.get',
    'campaigns.report',
    'campaigns.audio',
    'campaigns.forecast',
    'campaigns.makegood',
    'campaigns.makeGood',
    'campaigns.plays',
    'campaigns.proofs',
    'campaigns.proofAudio',
  ],
});

const requests = screen({
  parent: account,
  path: 'advertising/requests',
  load: () => import('#web/features/advertising/RequestsScreen.tsx'),
  name: 'RequestsScreen',
  title: 'Requests',
  may: 'account.readCampaigns',
  flag: 'advertising',
  search: TableSearch,
  calls: ['adRequests.ofAccount', 'adRequests.availability'],
});

const requestCreate = screen({
  parent: account,
  path: 'advertising/requests/create',
  load: () => import('#web/features/advertising/RequestCreateScreen.tsx'),
  name: 'RequestCreateScreen',
  title: 'Create',
  may: 'account.requestAdvertising',
  flag: 'advertising',
  calls: ['adRequests.create', 'campaigns.details', 'accounts.stations'],
});

const request = screen({
  parent: account,
  path: 'advertising/requests/$requestId',
  load: () => import('#web/features/advertising/RequestScreen.tsx'),
  name: 'RequestScreen',
  title: false,
  may: 'account.readCampaigns',
  flag: 'advertising',
  calls: [
    'adRequests.get',
    'adRequests.change',
    'adRequests.withdraw',
    'adRequests.reply',
    'adRequests.audio',
    'campaigns.details',
  ],
});

const adServers = screen({
  parent: account,
  path: 'advertising/ad-servers',
  load: () => import('#web/features/advertising/ProvidersScreen.tsx'),
  name: 'ProvidersScreen',
  title: 'Ad servers',
  may: 'account.readCampaigns',
  flag: 'advertising',
  calls: ['adProviders.list', 'adProviders.create', 'adProviders.change', 'adProviders.remove', 'adProviders.try'],
});

export const portalAdRequests = screen({
  parent: shell,
  path: '/portal/ad-requests',
  load: () => import('#web/features/advertising/PortalRequestsScreen.tsx'),
  name: 'PortalRequestsScreen',
  title: 'Advertising requests',
  may: 'portal.read',
  flag: 'advertising',
  search: AdRequestsSearch,
  nav: { of: 'portal', icon: 'speakerphone' },
  calls: ['adRequests.all', 'adRequests.decide', 'adRequests.audio'],
});

export const portalAdServers = screen({
  parent: shell,
  path: '/portal/ad-servers',
  load: () => import('#web/features/advertising/PortalProvidersScreen.tsx'),
  name: 'PortalProvidersScreen',
  title: 'Ad servers',
  may: 'portal.read',
  flag: 'advertising',
  nav: { of: 'portal', icon: 'server2' },
  calls: [
    'adProviders.ofPortal',
    'adProviders.createForPortal',
    'adProviders.changeForPortal',
    'adProviders.removeForPortal',
    'adProviders.tryForPortal',
  ],
});

export const advertisingPages = [list, create, edit, report, requests, requestCreate, request, adServers] as const;
