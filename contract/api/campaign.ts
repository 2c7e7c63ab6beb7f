import * as z from 'zod/mini';
import { AdCategory, adPositions, RateLimiting, Rules } from '../rules/ad-rules.ts';
import { Day } from '../rules/dates.ts';
import { AccountKey, CampaignKey, StationKey } from '../rules/keys.ts';
import { text } from '../rules/listing.ts';
import { TimeZone } from '../rules/time-zone.ts';
import { webAddress } from '../rules/web-address.ts';
import { DayPartHours } from '../rules/week.ts';

/* An advertising campaign (spec §5): what is played to whom, when, how often and at what price. */

/** A named list of rules, all of which must hold; campaigns of the account can use it. */
export const RuleChain = z.object({ id: z.uuid(), name: z.string(), rules: Rules, usedBy: z.number() });
export type RuleChain = z.infer<typeof RuleChain>;
export const NewRuleChain = z.object({ name: text(100).check(z.minLength(1, 'Please enter a name.')), rules: Rules });
export type NewRuleChain = z.infer<typeof NewRuleChain>;

/** Who provides the audio of an attempt without an ad server. */
export const ownAudio = { id: 'creative', name: 'Own audio' } as const;
const ProviderId = z.union([z.literal(ownAudio.id), z.uuid()]);

/**
 * One attempt of a campaign: for a listener, the first one (by `order`) whose rules hold says what they hear. An ad server
 * that has nothing for the listener lets the next one decide. `rules` are those of the chain as they were when the campaign
 * was saved.
 */
export const ProviderRuleChain = z.object({
  order: z.number(),
  provider: z.object({ id: ProviderId, name: z.string() }),
  ruleChainId: z.nullable(z.uuid()),
  name: z.string(),
  rules: Rules,
  /** Where the audio can be heard; null before it is ready. */
  adUrl: z.nullable(z.string()),
  creativeId: z.nullable(z.uuid()),
});
export type ProviderRuleChain = z.infer<typeof ProviderRuleChain>;

/** 1 sponsorship, 2 guaranteed, 3 standard, 4 remnant, 5 house: a smaller number goes first. */
export const priorities = {
  1: 'Sponsorship',
  2: 'Guaranteed',
  3: 'Standard',
  4: 'Remnant',
  5: 'House',
} as const;
const Priority = z.literal([1, 2, 3, 4, 5]);

/** `draft` has no audio or dates yet; `ended` ran out of time short of its goal; `blocked` can't play anywhere. */
export const campaignStatuses = [
  'draft',
  'preparing',
  'scheduled',
  'active',
  'paused',
  'completed',
  'ended',
  'blocked',
  'archived',
] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];

/** The audio of a campaign; times in s, loudness in LUFS. */
export const CampaignAudio = z.object({
  id: z.uuid(),
  name: z.string(),
  duration: z.number(),
  /** The part that plays of a longer file, faded out at its end; null for a file of at most 30 s. */
  adjusted: z.nullable(z.object({ from: z.number(), faded: z.boolean(), original: z.number() })),
  loudness: z.nullable(z.number()),
  state: z.enum(['preparing', 'ready', 'failed']),
  error: z.string(),
});
export type CampaignAudio = z.infer<typeof CampaignAudio>;

const chosen = {
  enabled: z.boolean(),
  campaignName: text(120).check(z.minLength(1, 'Please enter a name.')),
  advertiser: text(120),
  category: AdCategory,
  priority: Priority,
  /** The goal: how many impressions it ends with. */
  impressionLimit: z.number().check(z.int(), z.gte(1, 'Please enter a number'), z.lte(1_000_000_000)),
  startDate: Day,
  /** Its last day. */
  endDate: Day,
  timezone: TimeZone,
  /** Hours of the week in which it plays, in the time zone of the listener's station; null for always. */
  schedule: z.nullable(z.array(DayPartHours).check(z.minLength(1), z.maxLength(50))),
  rateLimiting: RateLimiting,
  positions: z.array(z.enum(adPositions)).check(z.minLength(1, 'Please choose at least one position.'), z.maxLength(3)),
};

/** The link and text shown while the spot plays, where players show them. */
const Companion = z.object({ title: text(100), url: webAddress('link') });

/** What a person writes. Omitted fields get their defaults. */
export const NewCampaign = z.object({
  ...chosen,
  enabled: z._default(chosen.enabled, true),
  advertiser: z._default(chosen.advertiser, ''),
  category: z._default(chosen.category, 'other'),
  priority: z._default(Priority, 3),
  schedule: z._default(chosen.schedule, null),
  rateLimiting: z.prefault(RateLimiting, {}),
  positions: z._default(chosen.positions, ['pre', 'mid']),
  companion: z._default(z.nullable(Companion), null),
  providerRuleChains: z._default(
    z
      .array(
        z.object({
          order: z._default(z.number().check(z.int(), z.gte(1), z.lte(20)), 1),
          /** Own audio, or an ad server of the account or the portal; its name is only shown. */
          provider: z._default(z.object({ id: ProviderId, name: z.optional(z.string()) }), ownAudio),
          ruleChainId: z._default(z.nullable(z.uuid()), null),
          name: z._default(text(100), ''),
          rules: z._default(Rules, []),
          creativeId: z._default(z.nullable(z.uuid()), null),
        }),
      )
      .check(z.maxLength(20)),
    [],
  ),
});
export type NewCampaign = z.infer<typeof NewCampaign>;

/** A whole campaign to save; of another version than the stored one it is refused. */
export const ChangedCampaign = z.extend(NewCampaign, { id: CampaignKey, version: z.number().check(z.int(), z.gte(1)) });
export type ChangedCampaign = z.infer<typeof ChangedCampaign>;

export const PatchedCampaign = z.object({
  id: CampaignKey,
  enabled: z.optional(z.boolean()),
  campaignName: z.optional(chosen.campaignName),
  impressionLimit: z.optional(chosen.impressionLimit),
  endDate: z.optional(Day),
});
export type PatchedCampaign = z.infer<typeof PatchedCampaign>;

/** The same change of several campaigns. */
export const ChangedCampaigns = z.object({
  ids: z.array(CampaignKey).check(z.minLength(1), z.maxLength(100)),
  enabled: z.optional(z.boolean()),
  endDate: z.optional(Day),
});
export type ChangedCampaigns = z.infer<typeof ChangedCampaigns>;

/** A campaign as lists show it. */
export const CampaignSummary = z.object({
  ...chosen,
  id: CampaignKey,
  accountKey: AccountKey,
  name: z.string(),
  /** Plays on stations of other accounts too; made by the portal. */
  network: z.boolean(),
  impressions: z.object({ actual: z.number(), objective: z.number() }),
  /** Delivered ÷ what was due by now: 1 is on pace; null before anything was due. */
  deliveryRate: z.nullable(z.number()),
  /** Delivered ÷ the goal. */
  progress: z.number(),
  status: z.enum(campaignStatuses),
  statusReason: z.string(),
  /** Impressions that it is expected to end with; null while it isn't running or about to. */
  forecast: z.nullable(z.object({ expected: z.number(), low: z.number(), high: z.number(), at: z.string() })),
  /** The ended campaign whose missing impressions it makes up for. */
  makegoodOf: z.nullable(CampaignKey),
  /** Price of one impression, in the currency's major unit. */
  impressionPrice: z.number(),
  currency: z.string(),
  version: z.number(),
  updated: z.string(),
});
export type CampaignSummary = z.infer<typeof CampaignSummary>;

export const Campaign = z.extend(CampaignSummary, {
  adUrl: z.nullable(z.string()),
  audio: z.nullable(CampaignAudio),
  companion: z.nullable(Companion),
  providerRuleChains: z.array(ProviderRuleChain),
  /** Where it plays; none for every station of the account that may. */
  stationKeys: z.array(StationKey),
});
export type Campaign = z.infer<typeof Campaign>;

/** What an advertiser needs to know before a campaign; prices in the currency's major unit. */
export const AdvertisingDetails = z.object({
  impressionPrice: z.number(),
  currency: z.string(),
  /** Price of a thousand impressions. */
  cpm: z.number(),
  maxSeconds: z.number(),
  minImpressions: z.number(),
  /** How many stations of the account may play spots. */
  stations: z.number(),
  listeners30d: z.number(),
});
export type AdvertisingDetails = z.infer<typeof AdvertisingDetails>;
