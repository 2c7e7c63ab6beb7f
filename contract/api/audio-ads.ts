import * as z from 'zod/mini';
import { AdCategory } from '../rules/ad-rules.ts';
import { BreakRules, breakSeconds } from '../rules/break-rules.ts';
import { endpoint } from './http.ts';
import { CampaignKey } from '../rules/keys.ts';
import { text } from '../rules/listing.ts';

/* Audio ads of a station: the agreement, the switch, when breaks are made, and what may play in them. */

const flag = 'advertising';

const chosen = {
  breaks: BreakRules,
  /** Whether campaigns of other accounts may play. */
  networkAds: z.boolean(),
  /** Whether each campaign of others waits for the station's approval. */
  approval: z.enum(['auto', 'each']),
  blockedCategories: z.array(AdCategory).check(z.maxLength(50)),
  blockedAdvertisers: z.array(text(120).check(z.minLength(1))).check(z.maxLength(500)),
  /** Whether ad servers may be asked for the station's listeners, and get their addresses and players. */
  providerAds: z._default(z.boolean(), false),
};
export const AudioAdsRules = z.object(chosen);
export type AudioAdsRules = z.infer<typeof AudioAdsRules>;

/** The current agreement, and who accepted it or, unless `agreed`, an earlier one. */
const agreement = {
  version: z.string(),
  agreed: z.boolean(),
  acceptedAt: z.nullable(z.string()),
  acceptedBy: z.nullable(z.string()),
  fullName: z.nullable(z.string()),
};
export const AdAgreement = z.object({
  ...agreement,
  /** The text as Markdown paragraphs; only if asked for. */
  doc: z.nullable(z.string()),
});
export type AdAgreement = z.infer<typeof AdAgreement>;

export const AudioAds = z.object({
  hasAudioAds: z.boolean(),
  /** The same as `hasAudioAds`, in the words of its switch. */
  status: z.enum(['enabled', 'disabled']),
  /** Whether the station's relays play ads with it. */
  applyToRelays: z.boolean(),
  agreement: z.object(agreement),
  /** Whether audio ads can be switched on; otherwise `reason` says what is in the way. */
  available: z.boolean(),
  /** `adFree`: the plan forbids audio ads; `agreement`: the current one is not accepted. */
  reason: z.enum(['adFree', 'agreement', '']),
  ...chosen,
});
export type AudioAds = z.infer<typeof AudioAds>;

/**
 * How far the cues of a station's encoder are from the boundaries in its sound: the middle of the last 20, ms, positive where the
 * boundary comes later, and how far half of them are from that; null before five are known.
 */
export const CueOffset = z.object({
  ms: z.nullable(z.number()),
  spreadMs: z.nullable(z.number()),
  cues: z.number(),
});
export type CueOffset = z.infer<typeof CueOffset>;

/** A campaign of another account that waits for the station, or that it decided about. */
export const AdApproval = z.object({
  campaign: CampaignKey,
  name: z.string(),
  advertiser: z.string(),
  category: AdCategory,
  startDate: z.string(),
  endDate: z.string(),
  duration: z.nullable(z.number()),
  state: z.enum(['waiting', 'approved', 'rejected']),
});
export type AdApproval = z.infer<typeof AdApproval>;

/** A break of the last hours: how many heard a spot. */
export const AdBreak = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(['autodj', 'cue', 'clock', 'hand', 'master']),
  seconds: z.number(),
  listeners: z.number(),
  withSpot: z.number(),
});
export type AdBreak = z.infer<typeof AdBreak>;

/** A break that a person started; `seconds` may be less than asked for, `withSpot` counts those who hear at least one spot. */
const StartedBreak = z.object({
  id: z.string(),
  at: z.string(),
  seconds: z.number(),
  listeners: z.number(),
  withSpot: z.number(),
});
export type StartedBreak = z.infer<typeof StartedBreak>;

/** The words that switch audio ads on, and off. */
export const switchedOn = ['enabled', 'true', 'on'] as const;
const switchedOff = ['disabled', 'false', 'off'] as const;

export const audioAds = {
  get: endpoint('GET stations/{key}/audioads', {
    flag,
    access: 'station.readAds',
    summary: 'The audio ads of a station: whether they are on, and when breaks are made',
    returns: AudioAds,
  }),
  set: endpoint('PUT stations/{key}/audioads/{status}', {
    flag,
    access: 'station.setAds',
    summary: 'Switch the audio ads of a station on or off, and of its relays with it',
    params: { status: z.enum([...switchedOn, ...switchedOff]) },
    query: { applyToRelays: z.optional(z.enum(['true', 'false'])) },
    returns: AudioAds,
    changes: ['stations/*', 'stations/{key}/relays'],
  }),
  setRules: endpoint('PUT stations/{key}/audioads-rules', {
    flag,
    access: 'station.setAds',
    summary: 'Change when a station makes breaks, and what may play in them',
    body: AudioAdsRules,
    returns: AudioAds,
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
  agreement: endpoint('GET stations/{key}/agreement/audioads', {
    flag,
    access: 'station.readAds',
    summary: 'The audio advertising agreement, and whether it is accepted',
    query: { include_doc: z._default(z.enum(['true', 'false']), 'false') },
    returns: AdAgreement,
  }),
  agree: endpoint('POST stations/{key}/agreement/audioads', {
    flag,
    access: 'station.agreeAds',
    summary: 'Accept the audio advertising agreement for a station',
    body: z.object({
      version: text(40).check(z.minLength(1)),
      fullName: text(120).check(z.minLength(3, 'Please enter your full name.')),
    }),
    returns: AdAgreement,
    changes: ['stations/{key}/audioads', 'stations/{key}/agreement/audioads', 'stations/{key}/audioads-approvals'],
  }),
  approvals: endpoint('GET stations/{key}/audioads-approvals', {
    flag,
    access: 'station.readAds',
    summary: 'Campaigns of others that wait for the station, or that it decided about: at most 500, waiting first',
    returns: z.array(AdApproval),
    spec: 'own',
  }),
  approvalAudio: endpoint('GET stations/{key}/audioads-approvals/{campaign}/audio', {
    flag,
    access: { 'path.key': 'station.readAds', 'path.campaign': 'open' },
    summary: 'The audio of a campaign of another account that could play on a station',
    params: { campaign: CampaignKey },
    returns: { raw: 'binary', type: 'audio/mpeg' },
    spec: 'own',
  }),
  decide: endpoint('PUT stations/{key}/audioads-approvals/{campaign}', {
    flag,
    access: { 'path.key': 'station.setAds', 'path.campaign': 'open' },
    summary: 'Approve or reject a campaign of another account for a station',
    params: { campaign: CampaignKey },
    body: z.object({ state: z.enum(['approved', 'rejected']) }),
    returns: AdApproval,
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
  breaks: endpoint('GET stations/{key}/breaks', {
    flag,
    access: 'station.readAds',
    summary: 'The breaks of the last hours, latest first: at most 500',
    query: { hours: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(168)), 24) },
    returns: z.array(AdBreak),
    spec: 'own',
  }),
  cueOffset: endpoint('GET stations/{key}/cue-offset', {
    flag,
    access: 'station.readAds',
    summary: 'How far the titles that begin and end breaks are from the boundaries in the sound of the encoder',
    returns: CueOffset,
    spec: 'own',
  }),
  startBreak: endpoint('POST stations/{key}/break', {
    flag,
    access: 'station.startBreak',
    summary: 'Start a break now: every listener hears the spots chosen for them',
    body: z.object({ seconds: z._default(breakSeconds(300), 60) }),
    returns: StartedBreak,
    spec: 'own',
    changes: ['stations/{key}/breaks'],
  }),
};
