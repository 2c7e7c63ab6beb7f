import type { Screen } from './station-screens.ts';

const inForm: readonly string[] = [
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

/** The screens of advertising: campaigns, requests, and the audio ads of a station. */
export const advertisingScreens: readonly Screen[] = [
  {
    route: '/accounts/{accountKey}/advertising',
    file: 'web/features/advertising/CampaignsScreen.tsx',
    endpoints: [
      'campaigns.list',
      'campaigns.patch',
      'campaigns.patchAll',
      'campaigns.remove',
      'campaigns.advertisers',
      'campaigns.enabled',
      'adRequests.availability',
    ],
  },
  {
    route: '/accounts/{accountKey}/advertising/create',
    file: 'web/features/advertising/CampaignCreateScreen.tsx',
    endpoints: ['campaigns.create', ...inForm],
  },
  {
    route: '/accounts/{accountKey}/advertising/{campaignId}/edit',
    file: 'web/features/advertising/CampaignEditScreen.tsx',
    endpoints: ['campaigns.get', 'campaigns.update', 'campaigns.audio', 'campaigns.audioInStream', ...inForm],
  },
  {
    route: '/accounts/{accountKey}/advertising/{campaignId}/report',
    file: 'web/features/advertising/CampaignReportScreen.tsx',
    endpoints: [
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
  },
  {
    route: '/accounts/{accountKey}/advertising/requests',
    file: 'web/features/advertising/RequestsScreen.tsx',
    endpoints: ['adRequests.ofAccount', 'adRequests.availability'],
  },
  {
    route: '/accounts/{accountKey}/advertising/requests/create',
    file: 'web/features/advertising/RequestCreateScreen.tsx',
    endpoints: ['adRequests.create', 'campaigns.details', 'accounts.stations'],
  },
  {
    route: '/accounts/{accountKey}/advertising/requests/{requestId}',
    file: 'web/features/advertising/RequestScreen.tsx',
    endpoints: [
      'adRequests.get',
      'adRequests.change',
      'adRequests.withdraw',
      'adRequests.reply',
      'adRequests.audio',
      'campaigns.details',
    ],
  },
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/settings/audio-ads',
    file: 'web/features/audio-ads/AudioAdsScreen.tsx',
    endpoints: [
      ...['audioAds.get', 'audioAds.set', 'audioAds.setRules', 'audioAds.cueOffset'],
      ...['audioAds.agreement', 'audioAds.agree'],
    ],
  },
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/breaks',
    file: 'web/features/audio-ads/BreaksScreen.tsx',
    endpoints: ['audioAds.get', 'audioAds.breaks', 'audioAds.startBreak'],
  },
  {
    route: '/accounts/{accountKey}/stations/{stationKey}/settings/audio-ads/approvals',
    file: 'web/features/audio-ads/ApprovalsScreen.tsx',
    endpoints: ['audioAds.approvals', 'audioAds.approvalAudio', 'audioAds.decide'],
  },
  {
    route: '/accounts/{accountKey}/advertising/ad-servers',
    file: 'web/features/advertising/ProvidersScreen.tsx',
    endpoints: [
      'adProviders.list',
      'adProviders.create',
      'adProviders.change',
      'adProviders.remove',
      'adProviders.try',
    ],
  },
  {
    route: '/portal/ad-servers',
    file: 'web/features/advertising/PortalProvidersScreen.tsx',
    endpoints: [
      'adProviders.ofPortal',
      'adProviders.createForPortal',
      'adProviders.changeForPortal',
      'adProviders.removeForPortal',
      'adProviders.tryForPortal',
    ],
  },
  {
    route: '/portal/ad-requests',
    file: 'web/features/advertising/PortalRequestsScreen.tsx',
    endpoints: ['adRequests.all', 'adRequests.decide', 'adRequests.audio'],
  },
];
