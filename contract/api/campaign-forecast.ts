import * as z from 'zod/mini';
import { Campaign, NewCampaign } from './campaign.ts';
import { Day, ListeningDay } from '../rules/dates.ts';
import { endpoint } from './http.ts';
import { CampaignKey, StationKey } from '../rules/keys.ts';

/* What campaigns can still deliver, before they are saved and after they have ended. */

const flag = 'advertising';
const StationKeys = { stationKeys: z._default(z.array(StationKey).check(z.maxLength(1000)), []) };

/** A recording of what a listener was sent around a spot; times within it in seconds. */
export const CampaignProof = z.object({
  id: z.uuid(),
  at: z.string(),
  station: z.nullable(StationKey),
  stationName: z.string(),
  audio: z.uuid(),
  seconds: z.number(),
  from: z.number(),
  to: z.number(),
  bytes: z.number(),
  sha256: z.string(),
  /** The portal's, over the campaign, the time and the hash. */
  signature: z.string(),
});
export type CampaignProof = z.infer<typeof CampaignProof>;

/** What holds a campaign back from its goal, in the words of its form. */
export const forecastLimits = {
  place: 'places',
  audience: 'devices and players',
  stations: 'stations',
  positions: 'positions',
  hours: 'hours',
  caps: 'frequency caps',
  daily: 'daily limit',
  tiers: 'campaigns of higher priority',
} as const;
export type ForecastLimit = keyof typeof forecastLimits;
const forecastLimitIds = Object.keys(forecastLimits) as [ForecastLimit, ...ForecastLimit[]];

/** Expected impressions that are this near to a goal reach it. */
export const nearGoal = 0.995;
/** How far ahead a later end is looked for. */
export const latestDays = 120;

/** How far forecasts of 14 days were off, of the last `days`; null where there was nothing to compare yet. */
export const ForecastAccuracy = z.object({ days: z.number(), medianError: z.nullable(z.number()) });
export type ForecastAccuracy = z.infer<typeof ForecastAccuracy>;

export const Inventory = z.object({
  /** How many impressions these rules could get in the period. */
  total: z.number(),
  /** What campaigns of the same or a higher priority already need, also if it is more, and what is left. */
  booked: z.number(),
  available: z.number(),
  /** Of ten such forecasts, in eight between `low` and `high` are available. */
  low: z.number(),
  high: z.number(),
  days: z.array(z.object({ date: z.string(), total: z.number(), available: z.number() })),
  /** Who needs the most of what is booked: at most 10. */
  contending: z.array(z.object({ id: CampaignKey, name: z.string(), priority: z.number(), impressions: z.number() })),
  accuracy: ForecastAccuracy,
});
export type Inventory = z.infer<typeof Inventory>;

/** A campaign as it is being written; `id` of an existing one, whose place it takes. */
export const ForecastDraft = z.extend(
  z.pick(NewCampaign, {
    priority: true,
    impressionLimit: true,
    startDate: true,
    endDate: true,
    timezone: true,
    schedule: true,
    rateLimiting: true,
    positions: true,
    providerRuleChains: true,
  }),
  { id: z.optional(CampaignKey) },
);
export type ForecastDraft = z.infer<typeof ForecastDraft>;

export const CampaignForecast = z.object({
  goal: z.number(),
  delivered: z.number(),
  /** Impressions at the end with those delivered; of ten such forecasts, eight end between `low` and `high`. */
  expected: z.number(),
  low: z.number(),
  high: z.number(),
  /** From today on, in the campaign's time zone. */
  days: z.array(z.object({ date: z.string(), expected: z.number() })),
  /** How many more impressions there would be without this limit alone, most first; none where the goal is met. */
  limitedBy: z.array(z.object({ by: z.enum(forecastLimitIds), loss: z.number() })),
  /** Campaigns that get fewer impressions because of this one, most first: at most 10. */
  contending: z.array(z.object({ id: CampaignKey, name: z.string(), priority: z.number(), impressions: z.number() })),
  /** The last day with which the goal is expected; null if none within 120 days is late enough, or none is needed. */
  reachedBy: z.nullable(z.string()),
  accuracy: ForecastAccuracy,
});
export type CampaignForecast = z.infer<typeof CampaignForecast>;

/** A campaign that makes up for what an ended one has not delivered. */
export const Makegood = z.object({
  /** Impressions that are missing. */
  missing: z.number(),
  startDate: z.string(),
  /** The last day that the forecast needs; null if 120 days are not enough. */
  endDate: z.nullable(z.string()),
  /** The one that there is already. */
  campaign: z.nullable(z.object({ id: CampaignKey, name: z.string() })),
});
export type Makegood = z.infer<typeof Makegood>;

export const campaignForecasts = {
  forecast: endpoint('POST accounts/{id}/campaigns/forecast', {
    flag,
    access: { 'path.id': 'account.readCampaigns', 'query.stationKeys': 'station.read', 'body.id': 'campaign.read' },
    summary: 'How many impressions a campaign will end with, and what holds it back',
    query: StationKeys,
    body: ForecastDraft,
    audit: false,
    returns: CampaignForecast,
    spec: 'own',
    changes: { none: 'It only calculates.' },
  }),
  makegood: endpoint('GET accounts/{id}/campaigns/{cid}/makegood', {
    flag,
    access: { 'path.id': 'account.readCampaigns', 'path.cid': 'campaign.read' },
    summary: 'What a campaign that ended short of its goal has not delivered, and until when that can be made up for',
    returns: z.object({ makegood: z.nullable(Makegood) }),
    spec: 'own',
  }),
  makeGood: endpoint('POST accounts/{id}/campaigns/{cid}/makegood', {
    flag,
    access: { 'path.id': 'account.writeCampaigns', 'path.cid': 'campaign.write' },
    summary: 'Create a campaign that makes up for what an ended one has not delivered, without charge',
    body: z.object({ endDate: Day }),
    returns: Campaign,
    status: 201,
    idempotent: true,
    spec: 'own',
    changes: ['accounts/{id}/campaigns/**'],
  }),
  proofs: endpoint('GET accounts/{id}/campaigns/{cid}/proofs', {
    flag,
    access: { 'path.id': 'account.readCampaigns', 'path.cid': 'campaign.read' },
    summary: 'Recordings of what was heard around a spot, at most one a day, latest first: at most 500',
    query: { from: z.optional(ListeningDay), to: z.optional(ListeningDay) },
    returns: z.array(CampaignProof),
    spec: 'own',
  }),
  proofAudio: endpoint('GET accounts/{id}/campaigns/{cid}/proofs/{proof}', {
    flag,
    access: { 'path.id': 'account.readCampaigns', 'path.cid': 'campaign.read' },
    summary: 'A recording of what was heard around a spot: the frames as they were sent',
    params: { proof: z.uuid() },
    returns: { raw: 'binary', type: 'audio/mpeg' },
    spec: 'own',
  }),
  plays: endpoint('GET accounts/{id}/campaigns/{cid}/plays', {
    flag,
    access: { 'path.id': 'account.readCampaigns', 'path.cid': 'campaign.read' },
    summary: 'Proof of play: each impression with its time, station, place and player, as CSV',
    query: { from: z.optional(ListeningDay), to: z.optional(ListeningDay) },
    returns: { raw: 'csv' },
    spec: 'own',
  }),
};
