import * as z from 'zod/mini';
import { AdCategory, Target } from '../rules/ad-rules.ts';
import { CampaignAudio } from './campaign.ts';
import { Day } from '../rules/dates.ts';
import { endpoint } from './http.ts';
import { AccountKey, CampaignKey, StationKey } from '../rules/keys.ts';
import { limits } from '../rules/limits.ts';
import { listed, text, whole } from '../rules/listing.ts';

const requestLists = ['accounts/{id}/audioadvertising/requests', 'portal/ad-requests'] as const;

/* Audio advertising requests: an account asks for a campaign, the portal makes it one, asks for changes or refuses. */

const flag = 'advertising';

/** `needsChanges` waits for the account; `approved` has become a campaign. */
export const adRequestStatuses = ['submitted', 'needsChanges', 'approved', 'rejected', 'withdrawn'] as const;

/** A country, state or city: a target `GR`, `GR/Attica`, `GR/Attica/Athens`, or `GR//Athens` for the city in whatever state. */
const Location = z.extend(Target, {
  type: z.literal('location'),
  path: text(300).check(
    z.overwrite((path) => path.replaceAll(/(?<=^|\/)(%20)+|(%20)+(?=\/|$)/g, '').replace(/\/+$/, '')),
    z.regex(/^[A-Z]{2}(\/|$)/, 'Please choose a country.'),
  ),
});
const StoredLocation = z.object({ type: z.literal('location'), path: z.string() });

export const NewAdRequest = z.object({
  stationKeys: z.array(StationKey).check(z.minLength(1, 'Please choose at least one station.'), z.maxLength(1000)),
  campaignName: text(120).check(z.minLength(1, 'Please enter a name.')),
  advertiser: z._default(text(120), ''),
  category: z._default(AdCategory, 'other'),
  impressionsGoal: z
    .number('Please enter a number')
    .check(
      z.int('Please enter a number'),
      z.gte(limits.adMinImpressions, `Please enter at least ${String(limits.adMinImpressions)}.`),
      z.lte(1_000_000_000),
    ),
  startDate: Day,
  endDate: Day,
  /** Where it shall be heard; empty for everywhere. */
  locations: z._default(z.array(Location).check(z.maxLength(100)), []),
  additionalInfo: z._default(text(4000), ''),
});
export type NewAdRequest = z.infer<typeof NewAdRequest>;

/** A message about a request; `portal` tells which side wrote it. */
const Message = z.object({ at: z.string(), by: z.string(), portal: z.boolean(), text: z.string() });

export const AdRequest = z.object({
  id: z.uuid(),
  account: z.object({ key: AccountKey, company: z.string() }),
  status: z.enum(adRequestStatuses),
  ...NewAdRequest.shape,
  advertiser: z.string(),
  category: AdCategory,
  locations: z.array(StoredLocation),
  additionalInfo: z.string(),
  stations: z.array(z.object({ key: StationKey, name: z.string() })),
  /** The price of all impressions, frozen when it was sent: minor units of `currency`. */
  cost: z.number(),
  currency: z.string(),
  /** Price of one impression, in the currency's major unit. */
  impressionPrice: z.number(),
  audio: z.nullable(CampaignAudio),
  thread: z.array(Message),
  campaign: z.nullable(CampaignKey),
  created: z.string(),
  decided: z.nullable(z.string()),
});
export type AdRequest = z.infer<typeof AdRequest>;

const requestForm = {
  json: { field: 'formData', schema: NewAdRequest },
  file: { field: 'file', maxBytes: limits.adAudioMaxBytes, optional: true },
} as const;
const RequestId = { requestId: z.uuid('Not the ID of an advertising request.') };
const stationsOfRequest = { 'path.id': 'account.requestAdvertising', 'body.stationKeys': 'station.read' } as const;
const Reply = z.object({ text: text(2000).check(z.minLength(1, 'Please write a message.')) });

export const adRequests = {
  create: endpoint('POST accounts/{id}/audioadvertising/request/', {
    flag,
    access: stationsOfRequest,
    summary: 'Ask the portal for an audio advertising campaign',
    form: requestForm,
    returns: AdRequest,
    status: 201,
    idempotent: true,
    rateLimit: { max: 30, seconds: 3600 },
    changes: requestLists,
  }),
  availability: endpoint('GET accounts/{id}/audioadvertising/availability', {
    flag,
    access: 'account.readCampaigns',
    summary: 'Whether the account can ask for audio advertising; a boolean',
    returns: z.boolean(),
  }),
  setAvailability: endpoint('PUT accounts/{id}/audioadvertising/availability', {
    flag,
    access: 'account.setLimits',
    summary: 'Let an account ask for audio advertising, or no longer',
    body: z.object({ available: z.boolean() }),
    returns: z.boolean(),
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
  ofAccount: endpoint('GET accounts/{id}/audioadvertising/requests', {
    flag,
    access: 'account.readCampaigns',
    summary: "An account's advertising requests, the newest first",
    query: { page: whole(0, 100_000), size: whole(10, 1000) },
    returns: listed(AdRequest),
    spec: 'own',
  }),
  get: endpoint('GET accounts/{id}/audioadvertising/requests/{requestId}', {
    flag,
    access: 'account.readCampaigns',
    summary: 'An advertising request of an account',
    params: RequestId,
    returns: AdRequest,
    spec: 'own',
  }),
  change: endpoint('PUT accounts/{id}/audioadvertising/requests/{requestId}', {
    flag,
    access: stationsOfRequest,
    summary: 'Send an advertising request again, after changes were asked for',
    params: RequestId,
    form: requestForm,
    returns: AdRequest,
    rateLimit: { max: 30, seconds: 3600 },
    spec: 'own',
    changes: requestLists,
  }),
  withdraw: endpoint('POST accounts/{id}/audioadvertising/requests/{requestId}/withdraw', {
    flag,
    access: 'account.requestAdvertising',
    summary: 'Withdraw an advertising request that is not decided',
    params: RequestId,
    returns: AdRequest,
    spec: 'own',
    changes: requestLists,
  }),
  reply: endpoint('POST accounts/{id}/audioadvertising/requests/{requestId}/messages', {
    flag,
    access: 'account.requestAdvertising',
    summary: 'Write to the portal about an advertising request',
    params: RequestId,
    body: Reply,
    returns: AdRequest,
    // Each is an e-mail.
    rateLimit: { max: 60, seconds: 3600 },
    spec: 'own',
    changes: requestLists,
  }),
  audio: endpoint('GET accounts/{id}/audioadvertising/requests/{requestId}/audio', {
    flag,
    access: 'account.readCampaigns',
    summary: 'The audio of an advertising request as it would be played',
    params: RequestId,
    returns: { raw: 'binary', type: 'audio/mpeg' },
    spec: 'own',
  }),
  all: endpoint('GET portal/ad-requests', {
    flag,
    access: 'portal.read',
    summary: 'Advertising requests of all accounts: those that wait for the portal first, the oldest first',
    query: { page: whole(0, 100_000), size: whole(10, 1000), status: z.optional(z.enum(adRequestStatuses)) },
    returns: listed(AdRequest),
    spec: 'own',
  }),
  decide: endpoint('POST portal/ad-requests/{requestId}/decision', {
    flag,
    access: 'portal.write',
    summary: 'Make an advertising request a campaign, ask for changes, or reject it',
    params: RequestId,
    body: z.discriminatedUnion('decision', [
      z.object({
        decision: z.literal('approved'),
        /** Changes of the portal; omitted ones stay as requested. The price is in the major unit. */
        impressionPrice: z.optional(z.number().check(z.gte(0), z.lte(1000))),
        startDate: z.optional(Day),
        endDate: z.optional(Day),
        priority: z._default(z.literal([1, 2, 3, 4, 5]), 3),
        /** Not only on the requested stations, but on all that admit campaigns of others. */
        everyStation: z._default(z.boolean(), false),
      }),
      z.object({ decision: z.literal('needsChanges'), reason: text(2000).check(z.minLength(1, 'Please say why.')) }),
      z.object({ decision: z.literal('rejected'), reason: text(2000).check(z.minLength(1, 'Please say why.')) }),
    ]),
    returns: AdRequest,
    spec: 'own',
    changes: ['portal/ad-requests', 'accounts/*/audioadvertising/requests', 'accounts/*/campaigns'],
  }),
};
