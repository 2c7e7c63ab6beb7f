import type { Request as Input } from '#contract/api/request.ts';
import { defaultBreakRules } from '#contract/rules/break-rules.ts';

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
  'campaigns.update': { body: { ...campaign, id: 'c-1111111111111111111111', version: 1 } },
  'campaigns.patch': { body: { id: 'c-1111111111111111111111', enabled: false } },
  'campaigns.patchAll': { body: { ids: ['c-1111111111111111111111'], enabled: false } },
  'campaigns.setAudio': { fields: { from: '10' }, file: sound },
  'campaigns.audioInStream': { query: { station: 's-1111111111111111111111' } },
  'campaigns.createRuleChain': { body: { name: 'Athens', rules } },
  'campaigns.changeRuleChain': { params: { chainId: nobody }, body: { name: 'Athens', rules } },
  'campaigns.removeRuleChain': { params: { chainId: nobody } },
  'campaigns.target': { query: { type: 'location' } },
  'campaigns.enable': { body: { enabled: true } },
  'campaigns.inventory': { query: { from: '2098-01-01', to: '2098-01-31' }, body: rules },
  'adProviders.createForPortal': { body: provider },
  'adProviders.changeForPortal': { params: { providerId: nobody }, body: provider },
  'adProviders.removeForPortal': { params: { providerId: nobody } },
  'adProviders.tryForPortal': { params: { providerId: nobody } },
  'adProviders.create': { body: provider },
  'adProviders.change': { params: { providerId: nobody }, body: provider },
  'adProviders.remove': { params: { providerId: nobody } },
  'adProviders.try': { params: { providerId: nobody } },
  'campaigns.forecast': { body: { ...draft, id: 'c-1111111111111111111111' } },
  'campaigns.makeGood': { body: { endDate: '2098-01-31' } },
  'campaigns.proofAudio': { params: { proof: nobody } },
  'adRequests.create': { body: request },
  'adRequests.setAvailability': { body: { available: true } },
  'adRequests.get': { params: { requestId: nobody } },
  'adRequests.change': { params: { requestId: nobody }, body: request },
  'adRequests.withdraw': { params: { requestId: nobody } },
  'adRequests.reply': { params: { requestId: nobody }, body: { text: 'Any news?' } },
  'adRequests.audio': { params: { requestId: nobody } },
  'adRequests.decide': { params: { requestId: nobody }, body: { decision: 'rejected', reason: 'Too loud.' } },
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
  'audioAds.agree': { body: { version: '2026-11-24', fullName: 'Ada Byron' } },
  'audioAds.decide': { body: { state: 'approved' } },
  'audioAds.startBreak': { body: { seconds: 30 } },
} satisfies Record<string, Input>;
