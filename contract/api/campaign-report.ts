import * as z from 'zod/mini';
import { adReasonIds } from '../rules/ad-reasons.ts';
import { PodcastKey, StationKey } from '../rules/keys.ts';

/** Days are in the campaign's time zone. */
export const CampaignReport = z.object({
  stats: z.object({
    dailyImpressions: z.array(
      z.object({
        date: z.string(),
        impressions: z.number(),
        /** How many played to three quarters and more. */
        thirdQuartile: z.number(),
        /** What an even pace would have delivered. */
        due: z.number(),
      }),
    ),
    locationImpressions: z.array(
      z.object({ country: z.string(), region: z.string(), city: z.string(), impressions: z.number() }),
    ),
    topStations: z.array(z.object({ key: StationKey, name: z.string(), impressions: z.number() })),
    topPodcasts: z.array(z.object({ key: PodcastKey, name: z.string(), impressions: z.number() })),
    /** By hour of the week from Monday 00:00, 168 numbers. */
    hourImpressions: z.array(z.number()),
    /** Each audio of the campaign, most heard first; its name is that of its file. */
    creatives: z.array(
      z.object({ id: z.string(), name: z.string(), impressions: z.number(), thirdQuartile: z.number() }),
    ),
    /** In streams, by kind of device. */
    deviceImpressions: z.array(z.object({ device: z.string(), impressions: z.number() })),
    /** How many sessions of streams heard it, and how often each: 10 is ten times and more. */
    reach: z.number(),
    frequency: z.array(z.object({ times: z.number(), sessions: z.number() })),
    /** The part of all sessions from which both are estimated; 1 if they were all counted. */
    reachSample: z.number(),
    reasons: z.array(z.object({ reason: z.enum(adReasonIds), count: z.number() })),
  }),
  impressions: z.object({ actual: z.number(), objective: z.number() }),
  /** Of those that began, also in breaks that were cut short: how many reached each quarter, and the end. */
  quartiles: z.object({
    started: z.number(),
    firstQuartile: z.number(),
    midpoint: z.number(),
    thirdQuartile: z.number(),
    complete: z.number(),
  }),
  timezone: z.string(),
});
export type CampaignReport = z.infer<typeof CampaignReport>;
