import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { NewCampaign, ownAudio, type Campaign } from '#contract/api/campaign.ts';
import { type Rule } from '#contract/rules/ad-rules.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { useContractForm } from '#web/ui/form/ContractForm.tsx';

/** What the form edits: all fields of a campaign. */
export type CampaignValues = NewCampaign;
export type CampaignForm = UseFormReturn<CampaignValues, unknown, CampaignValues>;

const Schema = NewCampaign as unknown as z.ZodMiniType<CampaignValues, CampaignValues>;

export const useCampaignForm = (values: CampaignValues): CampaignForm =>
  useContractForm<CampaignValues, CampaignValues>(Schema, values);

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
const dayMs = 86_400_000;

/** A new campaign: it starts tomorrow and runs for four weeks. */
export const newCampaign = (timezone: string, now: number): CampaignValues => ({
  enabled: true,
  campaignName: '',
  advertiser: '',
  category: 'other',
  priority: 3,
  impressionLimit: 10_000,
  startDate: day(now + dayMs),
  endDate: day(now + 28 * dayMs),
  timezone,
  schedule: null,
  rateLimiting: {
    pacing: 'even',
    perListener: [{ count: 2, seconds: 3600 }],
    perSession: null,
    perDay: null,
    minutesBetween: null,
  },
  positions: ['pre', 'mid'],
  companion: null,
  providerRuleChains: [{ order: 1, provider: ownAudio, ruleChainId: null, name: '', rules: [], creativeId: null }],
});

/** The values of an existing campaign. */
export const valuesOf = (campaign: Campaign): CampaignValues => ({
  enabled: campaign.enabled,
  campaignName: campaign.campaignName,
  advertiser: campaign.advertiser,
  category: campaign.category,
  priority: campaign.priority,
  impressionLimit: campaign.impressionLimit,
  startDate: campaign.startDate,
  endDate: campaign.endDate,
  timezone: campaign.timezone,
  schedule: campaign.schedule,
  rateLimiting: campaign.rateLimiting,
  positions: campaign.positions,
  companion: campaign.companion,
  providerRuleChains:
    campaign.providerRuleChains.length === 0
      ? newCampaign(campaign.timezone, 0).providerRuleChains
      : campaign.providerRuleChains.map(({ order, provider, ruleChainId, name, rules, creativeId }) => ({
          order,
          provider,
          ruleChainId,
          name,
          rules,
          creativeId,
        })),
});

type Chains = CampaignValues['providerRuleChains'];

/** The ad server that is asked before the campaign's own audio; '' for none. */
export const providerIn = ([first]: Chains): string =>
  first && first.provider.id !== ownAudio.id ? first.provider.id : '';

/** The attempts with this ad server before the first own audio; with '' without one. */
export const withProvider = (chains: Chains, provider: string): Chains => {
  const rest = providerIn(chains) === '' ? chains : chains.slice(1);
  const own = rest[0] ?? { ...chains[0]!, provider: ownAudio, creativeId: null };
  const asked = provider === '' ? [] : [{ ...own, provider: { id: provider }, creativeId: null }];
  return [...asked, own, ...rest.slice(1)].map((chain, i) => ({ ...chain, order: i + 1 }));
};

/** The attempts with these rules for the first own audio, and for the ad server that is asked before it. */
export const withRules = (chains: Chains, rules: Pick<Chains[number], 'ruleChainId' | 'name' | 'rules'>): Chains =>
  chains.map((chain, i) => (i === 0 || (i === 1 && providerIn(chains) !== '') ? { ...chain, ...rules } : chain));

/** The rules of the campaign's first attempt, plus one for the stations it is limited to. */
export const demandRules = (values: CampaignValues, stationKeys: readonly StationKey[]): Rule[] => [
  ...(values.providerRuleChains[0]?.rules ?? []),
  ...(stationKeys.length === 0
    ? []
    : [{ targets: stationKeys.map((path) => ({ type: 'station' as const, path })), isNegated: false }]),
];
