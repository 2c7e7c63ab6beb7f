import type { Request as Input } from '#contract/request.ts';
import { defaultBreakRules } from '#contract/audio-ads.ts';

const sound = new Blob([Buffer.from('not really sound')], { type: 'audio/mpeg' });
const nobody = '00000000-0000-4000-8000-000000000000';

const campaign = {
  campaignName: 'Spring sale',
  impressionLimit: 10_000,
  startDate: '2098-01-01',
  endDate: '2098-01-31',
  timezone: 'Europe/Athens',
};
const { campaignName: _, ...draft } = campaign;
const rules = [{ targets: [{ type: 'location', path: 'GR/Attica/Athens' }], isNegated: false }];
const provider = { name: 'Spots of others', tagUrl: 'https://ads.example/vast?cb=[CACHEBUSTING]' };
const request = {
  stationKeys: ['s-1111111111111111111111'],
  campaignName: 'Spring sale',
  impressionsGoal: 10_000,
  startDate: '2098-01-01',
  endDate: '2098-01-31',
};

/** A valid call of every endpoint of advertising; see `fixtures`. */
export const advertisingFixtures = {
  'campaigns.create': { body: campaign },
  'campaigns.get': {},
  'campaigns.list': {},
  'campaigns.update': { body: { ...campaign, id: 'c-1111111111111111111111', version: 1 } },
  'campaigns.patch': { body: { id: 'c-1111111111111111111111', enabled: false } },
  'campaigns.patchAll': { body: { ids: ['c-1111111111111111111111'], enabled: false } },
  'campaigns.remove': {},
  'campaigns.setAudio': { fields: { from: '10' }, file: sound },
  'campaigns.audio': {},
  'campaigns.audioInStream': { query: { station: 's-1111111111111111111111' } },
  'campaigns.createRuleChain': { body: { name: 'Athens', rules } },
  'campaigns.ruleChains': {},
  'campaigns.changeRuleChain': { params: { chainId: nobody }, body: { name: 'Athens', rules } },
  'campaigns.removeRuleChain': { params: { chainId: nobody } },
  'campaigns.targets': {},
  'campaigns.target': { query: { type: 'location' } },
  'campaigns.advertisers': {},
  'campaigns.details': {},
  'campaigns.enabled': {},
  'campaigns.enable': { body: { enabled: true } },
  'campaigns.inventory': { query: { from: '2098-01-01', to: '2098-01-31' }, body: rules },
  'campaigns.report': {},
  'adProviders.ofPortal': {},
  'adProviders.createForPortal': { body: provider },
  'adProviders.changeForPortal': { params: { providerId: nobody }, body: provider },
  'adProviders.removeForPortal': { params: { providerId: nobody } },
  'adProviders.tryForPortal': { params: { providerId: nobody } },
  'adProviders.list': {},
  'adProviders.create': { body: provider },
  'adProviders.change': { params: { providerId: nobody }, body: provider },
  'adProviders.remove': { params: { providerId: nobody } },
  'adProviders.try': { params: { providerId: nobody } },
  'campaigns.forecast': { body: { ...draft, id: 'c-1111111111111111111111' } },
  'campaigns.makegood': {},
  'campaigns.makeGood': { body: { endDate: '2098-01-31' } },
  'campaigns.plays': {},
  'campaigns.proofs': {},
  'campaigns.proofAudio': { params: { proof: nobody } },
  'adRequests.create': { body: request },
  'adRequests.availability': {},
  'adRequests.setAvailability': { body: { available: true } },
  'adRequests.ofAccount': {},
  'adRequests.get': { params: { requestId: nobody } },
  'adRequests.change': { params: { requestId: nobody }, body: request },
  'adRequests.withdraw': { params: { requestId: nobody } },
  'adRequests.reply': { params: { requestId: nobody }, body: { text: 'Any news?' } },
  'adRequests.audio': { params: { requestId: nobody } },
  'adRequests.all': {},
  'adRequests.decide': { params: { requestId: nobody }, body: { decision: 'rejected', reason: 'Too loud.' } },
  'audioAds.get': {},
  'audioAds.set': { params: { status: 'disabled' } },
  'audioAds.setRules': {
    body: {
      breaks: defaultBreakRules,
      networkAds: true,
      approval: 'each',
      blockedCategories: ['alcohol'],
      blockedAdvertisers: ['Acme'],
    },
  },
  'audioAds.agreement': {},
  'audioAds.agree': { body: { version: '2026-11-24', fullName: 'Ada Byron' } },
  'audioAds.approvals': {},
  'audioAds.approvalAudio': {},
  'audioAds.decide': { body: { state: 'approved' } },
  'audioAds.breaks': {},
  'audioAds.cueOffset': {},
  'audioAds.startBreak': { body: { seconds: 30 } },
} satisfies Record<string, Input>;
