import * as z from 'zod/mini';
import { ListeningDay } from '../rules/dates.ts';
import { endpoint } from './http.ts';
import { EpisodeKey, PodcastKey } from '../rules/keys.ts';
import { whole } from '../rules/listing.ts';
import { PreviousIncluded, previousOf } from './previous-stats.ts';

/** The verdict on a request for an episode; only `counted` is a download. */
export const podcastVerdicts = [
  'counted',
  'duplicate',
  'partial',
  'probe',
  'head',
  'bot',
  'watch',
  'prefetch',
  'notModified',
  'refused',
] as const;
export type PodcastVerdict = (typeof podcastVerdicts)[number];

/** Counted downloads, unique listeners (estimated to within about 1%) and bytes sent for all requests. */
const counted = { downloads: z.number(), uniques: z.number(), totalBytes: z.number() };
const DateStat = z.object({ from: z.string(), to: z.string(), ...counted });
const EpisodeStat = z.object({ key: EpisodeKey, title: z.string(), podcast: PodcastKey, ...counted });
const PodcastStat = z.object({ key: PodcastKey, title: z.string(), ...counted });
const PartStat = z.object({ name: z.string(), ...counted });
const CountryStat = z.object({ iso: z.string(), name: z.string(), ...counted });

const Summary = z.object({ ...counted, requests: z.number() });

/** Spec §3 "Podcast analytics". Times are ISO 8601 in the given zone; a deleted item has its key as title. */
export const PodcastStatsReply = z.object({
  timezone: z.string(),
  period: z.object({ from_date: z.string(), to_date: z.string() }),
  summaryStats: Summary,
  previous: previousOf(Summary),
  periodDateStats: z.array(DateStat),
  /** Top 50 by downloads. */
  episodeDateStats: z.array(EpisodeStat),
  podcasts: z.array(PodcastStat),
  countries: z.array(CountryStat),
  apps: z.array(PartStat),
  devices: z.array(PartStat),
  /** Requests by verdict. */
  verdicts: z.array(z.object({ verdict: z.enum(podcastVerdicts), requests: z.number(), totalBytes: z.number() })),
});
export type PodcastStatsReply = z.infer<typeof PodcastStatsReply>;

/** A request in the audit: what was requested and sent, by which client, and its verdict. */
const RequestStat = z.object({
  id: z.string(),
  at: z.string(),
  episode: EpisodeKey,
  title: z.string(),
  /** Distinguishes listeners within a year; identifies nobody. */
  listener: z.string(),
  country: z.string(),
  app: z.string(),
  device: z.string(),
  status: z.number(),
  from: z.number(),
  bytes: z.number(),
  size: z.number(),
  verdict: z.enum(podcastVerdicts),
  reason: z.string(),
});
export const PodcastRequests = z.object({ entities: z.array(RequestStat), total: z.number() });

const period = { from_date: ListeningDay, to_date: ListeningDay };
const frequency = { frequency: z._default(z.enum(['hour', 'day']), 'day') };
const audit = { ...period, episodeKey: z.optional(EpisodeKey), verdict: z.optional(z.enum(podcastVerdicts)) };

export const podcastStats = {
  account: endpoint('GET accounts/{id}/stats/podcast/period/v2', {
    access: {
      'path.id': 'account.readAnalytics',
      'query.podcastKey': 'podcast.readAnalytics',
      'query.episodeKey': 'episode.read',
    },
    summary: "Downloads of an account's {podcasts}, of one of them, or of one episode",
    query: {
      ...period,
      ...frequency,
      podcastKey: z.optional(PodcastKey),
      episodeKey: z.optional(EpisodeKey),
      include: PreviousIncluded,
    },
    returns: PodcastStatsReply,
  }),
  podcast: endpoint('GET podcasts/{key}/stats/period', {
    access: { 'path.key': 'podcast.readAnalytics', 'query.episodeKey': 'episode.read' },
    summary: 'Downloads of a {podcast}, or of one of its episodes',
    query: { ...period, ...frequency, episodeKey: z.optional(EpisodeKey), include: PreviousIncluded },
    returns: PodcastStatsReply,
    spec: 'own',
  }),
  requests: endpoint('GET podcasts/{key}/stats/requests', {
    access: { 'path.key': 'podcast.readAnalytics', 'query.episodeKey': 'episode.read' },
    summary: 'All requests for its episodes with their verdicts, newest first',
    query: { ...audit, limit: whole(25, 1000), offset: whole(0, 10_000) },
    returns: PodcastRequests,
    spec: 'own',
  }),
  requestsFile: endpoint('GET podcasts/{key}/stats/requests/csv', {
    access: { 'path.key': 'podcast.readAnalytics', 'query.episodeKey': 'episode.read' },
    summary: 'All requests as a CSV file, up to the newest 100,000',
    query: audit,
    returns: { raw: 'csv' },
    spec: 'own',
  }),
};
