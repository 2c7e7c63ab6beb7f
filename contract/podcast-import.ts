import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { AccountKey, EpisodeKey, PodcastKey, StationKey } from './keys.ts';
import { listed, text, whole } from './listing.ts';
import { webAddress } from './web-address.ts';

export const FeedAddress = webAddress('feed address').check(z.minLength(1));

/** What of each episode came: waiting, being fetched, being prepared, there, there before, not to be had, or given up. */
const importStates = ['waiting', 'fetching', 'preparing', 'imported', 'skipped', 'failed', 'cancelled'] as const;

/** A task as every upload is one (spec §4): while PROCESSING the client asks again every second. `progress` is 0–100. */
export const ImportTask = z.object({
  id: z.string(),
  status: z.enum(['PROCESSING', 'SUCCESS', 'ERROR', 'CANCELLED']),
  progress: z.number(),
  data: z.object({ key: PodcastKey }),
  feed_url: z.string(),
  /** How many episodes the feed has, and what became of them. */
  counts: z.object({
    total: z.number(),
    waiting: z.number(),
    imported: z.number(),
    skipped: z.number(),
    failed: z.number(),
    cancelled: z.number(),
  }),
  /** What of the podcast itself could not be taken as it is. */
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
  /** 0–100 of its audio while that is fetched or prepared. */
  progress: z.number(),
  /** Why it failed. */
  reason: z.nullable(z.string()),
  /** What of it could not be taken as it is. */
  notes: z.array(z.string()),
  key: z.nullable(EpisodeKey),
});
export type ImportedEpisode = z.infer<typeof ImportedEpisode>;

/** What is read of a feed; `code` proves that its owner wants it where it is locked. */
const Wanted = z.object({
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
    summary: 'Import a feed as a new podcast, or what it has more into one that is there; the episodes are a task',
    body: Wanted,
    bodyOptional: true,
    returns: ImportTask,
    status: 202,
    idempotent: true,
    rateLimit: { max: 60, seconds: 600 },
  }),
  startInStation: endpoint('POST stations/{key}/podcasts/import', {
    flag: 'importPodcast',
    access: { 'path.key': 'station.createPodcast', 'body.podcast': 'podcast.update' },
    summary: 'The same of a station, by those who manage it',
    body: z.object({ feed_url: FeedAddress, podcast: z.optional(z.nullable(PodcastKey)), code: z.optional(text(20)) }),
    returns: ImportTask,
    status: 202,
    idempotent: true,
    rateLimit: { max: 60, seconds: 600 },
    spec: 'own',
  }),
  prove: endpoint('POST podcasts/import/proof', {
    flag: 'importPodcast',
    access: 'user.self',
    summary: 'Mail a code to the owner whom a locked feed names',
    body: z.object({ feed_url: FeedAddress }),
    /** To whom, as far as it may be shown, and until when it is good. */
    returns: z.object({ sent_to: z.string(), expires: z.string() }),
    rateLimit: { max: 10, seconds: 600 },
    spec: 'own',
  }),
  task: endpoint('GET podcasts/import/task/{id}', {
    flag: 'importPodcast',
    params: TaskId,
    access: 'user.self',
    summary: 'How far an import is; only to those who may see its podcast',
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
    summary: 'What became of each episode of an import',
    returns: listed(ImportedEpisode),
    spec: 'own',
  }),
  retry: endpoint('POST podcasts/import/task/{id}/retry', {
    flag: 'importPodcast',
    params: TaskId,
    access: 'user.self',
    summary: 'Try again what failed or was given up',
    returns: ImportTask,
    status: 202,
    spec: 'own',
  }),
  cancel: endpoint('DELETE podcasts/import/task/{id}', {
    flag: 'importPodcast',
    params: TaskId,
    access: 'user.self',
    summary: 'Give the rest of an import up; what came stays',
    returns: ImportTask,
    spec: 'own',
  }),
  latest: endpoint('GET podcasts/{key}/import', {
    flag: 'importPodcast',
    access: 'podcast.read',
    summary: "A podcast's latest import, if there was one",
    returns: z.object({ import: z.nullable(ImportTask) }),
    spec: 'own',
  }),
};
