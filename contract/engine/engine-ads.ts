import * as z from 'zod/mini';
import { BreakRules } from '../rules/break-rules.ts';
import { adPositions, RateLimiting, Rules } from '../rules/ad-rules.ts';
import { StreamFormat } from './engine.ts';
import { AccountKey, CampaignKey, StationKey } from '../rules/keys.ts';
import { DayPartHours } from '../rules/week.ts';

/*
 * Advertising between the portal and the engine. The portal PUTs a plan, which the engine keeps on disk and hands to
 * its edges; the engine calls nobody. Without the portal, spots play until the leases end.
 *
 *   PUT    /ads                     AdPlan         → 204   idempotent; 409 if older than the one it has
 *   GET    /ads                                    → AdState
 *   PUT    /ads/leases              AdLeases       → AdState    the leases replace those of the same ID
 *   PUT    /ads/tickets             AdTickets      → 204   what ad servers answered
 *   POST   /stations/{key}/break    NewBreak       → BreakStarted; 409 while a break plays or the station is silent
 *   GET    /ads/proofs                             → AdProofs
 *   GET    /ads/proofs/{id}                        → the audio; 404 once it is removed
 *   DELETE /ads/proofs/{id}                        → 204   the portal has it
 *   GET    /stations/{key}/cue-offset              → CueOffset
 *   POST   /stations/{key}/spot-preview  Spot      → the audio, some seconds later; 409 `silent` or `format`
 */

/**
 * One encoding of a spot, for one stream format. `path` is below the engine's media folder, and its key in the portal's storage
 * unless there is a `storage_key`.
 */
export const SpotFile = z.object({
  format: StreamFormat,
  path: z.string(),
  storage_key: z.optional(z.string()),
  sha256: z.string(),
  bytes: z.number(),
  frames: z.number(),
  /** µs of audio. */
  duration: z.number(),
});
export type SpotFile = z.infer<typeof SpotFile>;

/** A spot: the audio of a campaign, levelled to −16 LUFS, at most 30 s. */
export const Spot = z.object({ id: z.uuid(), files: z.array(SpotFile) });
export type Spot = z.infer<typeof Spot>;

/** A campaign as the engine needs it; it holds no text but what listeners are shown. */
export const PlannedCampaign = z.object({
  key: CampaignKey,
  account: AccountKey,
  advertiser: z.string(),
  category: z.string(),
  priority: z.literal([1, 2, 3, 4, 5]),
  /** In order; the first one whose rules hold for a listener says which spot they hear. */
  attempts: z.array(
    z.object({
      rules: Rules,
      spot: z.uuid(),
      /** `spot` is an ad server: a ticket of the listener says which spot it is, or else the next attempt decides. */
      isProvider: z.optional(z.boolean()),
    }),
  ),
  positions: z.array(z.enum(adPositions)),
  schedule: z.nullable(z.array(DayPartHours)),
  limits: z.pick(RateLimiting, { perListener: true, perSession: true, minutesBetween: true }),
  /** Shown while it plays: `Advertisement: {advertiser}`, and the link. */
  link: z.string(),
  /** The share of chances to take, by time: the last one whose `from` (ms since the epoch) has passed; 1 takes all. */
  pace: z.array(z.object({ from: z.number(), share: z.number().check(z.gte(0), z.lte(1)) })),
  /** The part of what it can reach that it needs: of one priority, the campaign with the greatest is asked first. */
  tightness: z._default(z.number(), 0),
  /** It ends then, whatever the leases say, ms since the epoch. */
  until: z.number(),
});
export type PlannedCampaign = z.infer<typeof PlannedCampaign>;

/** A station with audio ads on. Its language and category are what rules compare. */
export const PlannedStation = z.object({
  key: StationKey,
  timezone: z.string(),
  language: z.string(),
  category: z.number(),
  breaks: BreakRules,
  campaigns: z.array(CampaignKey),
  /** Whether it plays spots that ad servers answered with for nobody in particular. */
  providerAds: z.optional(z.boolean()),
  /** Campaigns that it would play if it admitted them, with the reason why it doesn't: only counted. */
  withheld: z._default(z.array(z.object({ campaign: CampaignKey, reason: z.enum(['blocked', 'approval']) })), []),
});
export type PlannedStation = z.infer<typeof PlannedStation>;

/** Impressions lent to the engine: it may spend no others. */
export const AdLease = z.object({
  id: z.uuid(),
  campaign: CampaignKey,
  count: z.number().check(z.int(), z.gte(0)),
  /** Not used after then, ms since the epoch. */
  until: z.number(),
  /** Nothing more is granted of it, and the engine says when everything of it is reported. */
  closing: z.optional(z.boolean()),
});
export type AdLease = z.infer<typeof AdLease>;

export const AdPlan = z.object({
  /** Increased with every plan. */
  revision: z.number(),
  spots: z.array(Spot),
  /** Which of the spots ad servers may answer with. */
  providers: z.optional(z.array(z.object({ id: z.uuid(), spots: z.array(z.uuid()) }))),
  campaigns: z.array(PlannedCampaign),
  stations: z.array(PlannedStation),
});
export type AdPlan = z.infer<typeof AdPlan>;

export const AdLeases = z.object({ leases: z.array(AdLease) });
export type AdLeases = z.infer<typeof AdLeases>;

/** What an ad server answered: a spot of the plan, heard at most once, until `until` (ms since the epoch). */
export const AdTicket = z.object({
  id: z.uuid(),
  /** The listener; empty for any of the country, where stations allow it. */
  session: z.string(),
  country: z.optional(z.string()),
  campaign: CampaignKey,
  provider: z.uuid(),
  spot: z.uuid(),
  until: z.number(),
});
export type AdTicket = z.infer<typeof AdTicket>;

export const AdTickets = z.object({ tickets: z.array(AdTicket).check(z.maxLength(1000)) });
export type AdTickets = z.infer<typeof AdTickets>;

/**
 * What the engine has done with its leases: `spent` is what it gave to its edges, of which each may hold a few that it
 * has not used yet; what was delivered is known from the spool.
 */
export const AdState = z.object({
  engine: z.string(),
  revision: z.number(),
  leases: z.array(
    z.object({
      id: z.uuid(),
      count: z.number(),
      spent: z.number(),
      /**
       * `former`: a process that was granted some of it has ended, and its rest is used by nobody until the lease is
       * closed. `closed`: nothing more will be heard of it, and what was is in acknowledged batches of the spool.
       */
      phase: z.optional(z.enum(['former', 'closed'])),
    }),
  ),
  /** Spots whose files could not be read, with the reason. */
  unreadable: z.array(z.object({ spot: z.uuid(), reason: z.string() })),
});
export type AdState = z.infer<typeof AdState>;

/**
 * A recording of what one listener was sent around a spot of a campaign, the first one of a day (UTC): up to five seconds before
 * it, and five after it. Frames as they were sent, without metadata.
 */
export const AdProof = z.object({
  id: z.uuid(),
  campaign: CampaignKey,
  station: StationKey,
  spot: z.uuid(),
  /** When the spot began, ms since the epoch. */
  at: z.number(),
  codec: z.enum(['mp3', 'aac']),
  /** Its length, and where in it the spot begins and ends, ms. */
  ms: z.number(),
  from: z.number(),
  to: z.number(),
  bytes: z.number(),
  sha256: z.string(),
});
export type AdProof = z.infer<typeof AdProof>;

export const AdProofs = z.object({ proofs: z.array(AdProof) });

export const NewBreak = z.object({ seconds: z.number().check(z.int(), z.gte(5), z.lte(300)) });
/** Why the engine makes no break: the text of its 409. */
export const breakRefusals = {
  running: 'A break is playing.',
  off: 'This station has no audio ads.',
  silent: 'The station is silent.',
  noSpots: 'No listener has a spot to hear.',
} as const;
export type BreakRefusal = keyof typeof breakRefusals;

/** `listeners` are those of the station, `withSpot` those who hear at least one. */
export const BreakStarted = z.object({
  id: z.string(),
  at: z.number(),
  seconds: z.number(),
  listeners: z.number(),
  withSpot: z.number(),
});
export type BreakStarted = z.infer<typeof BreakStarted>;
