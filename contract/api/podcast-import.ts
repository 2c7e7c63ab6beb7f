import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { AccountKey, EpisodeKey, PodcastKey, StationKey } from '../rules/keys.ts';
import { listed, text, whole } from '../rules/listing.ts';
import { webAddress } from '../rules/web-address.ts';

const startedPaths = [
  'podcasts/import/task/*/episodes',
  'podcasts/*',
  'podcasts/*/episodes',
  'podcasts/*/episodes/*',
  'podcasts',
  'stations/*/podcasts',
  'portal/search/podcasts',
  'accounts/*/planFeatures',
] as const;
const importedPaths = [
  'podcasts/import/task/*/episodes',
  'podcasts/*',
  'podcasts/*/episodes',
  'podcasts/*/episodes/*',
  'podcasts',
  'stations/*/podcasts',
  'portal/search/podcasts',
] as const;

export const FeedAddress = webAddress('feed URL').check(z.minLength(1));

/** State of each episode: waiting, fetching, preparing, imported, already imported, failed, or cancelled. */
const importStates = ['waiting', 'fetching', 'preparing', 'imported', 'skipped', 'failed', 'cancelled'] as const;

/** A task like every upload's (spec §4): while PROCESSING the client polls every second. `progress` is 0–100. */
export const ImportTask = z.object({
  id: z.string(),
  status: z.enum(['PROCESSING', 'SUCCESS', 'ERROR', 'CANCELLED']),
  progress: z.number(),
  data: z.object({ key: PodcastKey }),
  feed_url: z.string(),
  /** The number of episodes in the feed, and of each outcome. */
  counts: z.object({
    total: z.number(),
    waiting: z.number(),
    imported: z.number(),
    skipped: z.number(),
    failed: z.number(),
    cancelled: z.number(),
  }),
  /** Properties of the podcast that could not be imported unchanged. */
  notes: z.array(z.string()),
  created: z.string(),
  ended: z.nullable(z.string()),
});
export type ImportTask = z.infer<typeof ImportTask>;

export const ImportedEpisode = z.object({
  guid: z.string(),
  title: z.string(),
  published: z.nullable(z.string()),
  state: z.enum(importStates),
  /** Progress of fetching or preparing its audio, 0–100. */
  progress: z.number(),
  /** Why it failed. */
  reason: z.nullable(z.string()),
  /** Properties of the episode that could not be imported unchanged. */
  notes: z.array(z.string()),
  key: z.nullable(EpisodeKey),
});
export type ImportedEpisode = z.infer<typeof ImportedEpisode>;

/** The feed to import; `code` proves the owner's consent if the feed is locked. */
const ImportRequest = z.object({
  feed_url: z.optional(FeedAddress),
  station_key: z.optional(z.nullable(StationKey)),
  code: z.optional(text(20)),
});

const TaskId = { id: z.string().check(z.minLength(1), z.maxLength(60)) };

export const podcastImport = {
  start: endpoint('POST podcasts/{id}/import', {
    flag: 'importPodcast',
    params: { id: z.union([PodcastKey, z.literal('new')]) },
    query: {
      accountKey: AccountKey,
      feed_url: z.optional(FeedAddress),
      station_key: z.optional(StationKey),
    },
    access: {
      'path.id': 'podcast.update',
      'query.accountKey': 'account.createPodcast',
      'query.station_key': 'station.createPodcast',
      'body.station_key': 'station.createPodcast',
    },
    summary: 'Import a feed as a new {podcast}, or its new episodes into an existing one; a task fetches the episodes',
    body: ImportRequest,
    bodyOptional: true,
    returns: ImportTask,
    status: 202,
    idempotent: true,
    rateLimit: { max: 60, seconds: 600 },
    changes: startedPaths,
  }),
  startInStation: endpoint('POST stations/{key}/podcasts/import', {
    flag: 'importPodcast',
    access: { 'path.key': 'station.createPodcast', 'body.podcast': 'podcast.update' },
    summary: 'Import a feed as a {podcast} of a station',
    body: z.object({ feed_url: FeedAddress, podcast: z.optional(z.nullable(PodcastKey)), code: z.optional(text(20)) }),
    returns: ImportTask,
    status: 202,
    idempotent: true,
    rateLimit: { max: 60, seconds: 600 },
    spec: 'own',
    changes: startedPaths,
  }),
  prove: endpoint('POST podcasts/import/proof', {
    flag: 'importPodcast',
    access: 'user.self',
    summary: 'Send a code to the owner e-mail of a locked feed',
    body: z.object({ feed_url: FeedAddress }),
    /** The masked recipient, and when the code expires. */
    returns: z.object({ sent_to: z.string(), expires: z.string() }),
    rateLimit: { max: 10, seconds: 600 },
    spec: 'own',
    changes: { none: 'It only sends an e-mail.' },
  }),
  task: endpoint('GET podcasts/import/task/{id}', {
    flag: 'importPodcast',
    params: TaskId,
    access: 'user.self',
    summary: 'The progress of an import; only for users with access to its {podcast}',
    returns: ImportTask,
  }),
  episodes: endpoint('GET podcasts/import/task/{id}/episodes', {
    flag: 'importPodcast',
    params: TaskId,
    query: {
      limit: whole(50, 1000),
      offset: whole(0, 10_000),
      state: z.optional(z.enum(['open', 'imported', 'skipped', 'failed'])),
    },
    access: 'user.self',
    summary: 'The result of each episode of an import',
    returns: listed(ImportedEpisode),
    spec: 'own',
  }),
  retry: endpoint('POST podcasts/import/task/{id}/retry', {
    flag: 'importPodcast',
    params: TaskId,
    access: 'user.self',
    summary: 'Retry failed and cancelled episodes',
    returns: ImportTask,
    status: 202,
    spec: 'own',
    changes: importedPaths,
  }),
  cancel: endpoint('DELETE podcasts/import/task/{id}', {
    flag: 'importPodcast',
    params: TaskId,
    access: 'user.self',
    summary: 'Cancel the rest of an import; imported episodes stay',
    returns: ImportTask,
    spec: 'own',
    changes: importedPaths,
  }),
  latest: endpoint('GET podcasts/{key}/import', {
    flag: 'importPodcast',
    access: 'podcast.read',
    summary: "A {podcast}'s latest import, if any",
    returns: z.object({ import: z.nullable(ImportTask) }),
    spec: 'own',
  }),
};
