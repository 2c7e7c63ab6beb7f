import * as z from 'zod/mini';
import { audienceFilter } from './audience-filter.ts';
import { ListeningDay } from '../rules/dates.ts';
import { endpoint } from './http.ts';
import { StationKey } from '../rules/keys.ts';
import { text, whole } from '../rules/listing.ts';

/*
 * Raw data (spec §2, §4, §7): a station's sessions and plays as files, immediately or by e-mail, and monthly archives.
 * Dates and months are in the station's time zone.
 */

/** Spec §9 "Live raw data": older sessions are only in the archives. */
export const rawDays = 90;
/** For how many days a requested file can be downloaded. */
export const rawReportDays = 7;

export const rawKinds = ['sessions', 'plays'] as const;
export type RawKind = (typeof rawKinds)[number];

/** The columns of a sessions file; contract/texts/metrics.ts defines each. */
export const sessionColumns = [
  'session',
  'started',
  'ended',
  'seconds',
  'bytes',
  'country',
  'region',
  'city',
  'device',
  'player',
  'system',
  'output',
  'referrer',
  'listener',
] as const;
export const playColumns = ['at', 'source', 'artist', 'title', 'album', 'track', 'skipped'] as const;

/** The orders of the preview; a leading dash for descending. */
export const rawSorts = [
  'started',
  '-started',
  'ended',
  '-ended',
  'seconds',
  '-seconds',
  'place',
  '-place',
  'device',
  '-device',
  'player',
  '-player',
] as const;
export type RawSort = (typeof rawSorts)[number];

/** A session of the preview; `ended` is empty while it is open. */
export const RawSession = z.object({
  session: z.string(),
  started: z.string(),
  ended: z.string(),
  seconds: z.number(),
  bytes: z.number(),
  country: z.string(),
  region: z.string(),
  city: z.string(),
  device: z.string(),
  player: z.string(),
  system: z.string(),
  output: z.string(),
  referrer: z.string(),
  listener: z.string(),
});
export type RawSession = z.infer<typeof RawSession>;

/** A requested file: being prepared, available until `expires`, failed, or expired. */
export const RawReport = z.object({
  id: z.string(),
  kind: z.enum(rawKinds),
  from_date: z.string(),
  to_date: z.string(),
  filename: z.string(),
  state: z.enum(['waiting', 'ready', 'failed', 'over']),
  rows: z.number(),
  bytes: z.number(),
  created: z.string(),
  expires: z.nullable(z.string()),
  email: z.string(),
});
export type RawReport = z.infer<typeof RawReport>;

/** The archiving of a station's months: the first one, and the last one if it was cancelled (both included). */
export const RawSubscription = z.object({
  subscribed: z.boolean(),
  timezone: z.string(),
  /** `2026-12`; null if nothing is or will be archived. */
  from: z.nullable(z.string()),
  until: z.nullable(z.string()),
  /** The first and last days whose sessions are archived. */
  begins: z.nullable(z.string()),
  ends: z.nullable(z.string()),
});
export type RawSubscription = z.infer<typeof RawSubscription>;

/** A month's file; `url` downloads it once within a minute, null unless its period was requested. */
export const RawArchive = z.object({
  period: z.string(),
  filename: z.string(),
  rows: z.number(),
  bytes: z.number(),
  /** Of the downloaded file. */
  sha256: z.string(),
  made: z.string(),
  url: z.nullable(z.string()),
});
export type RawArchive = z.infer<typeof RawArchive>;

export const RawArchives = z.object({
  timezone: z.string(),
  files: z.array(RawArchive),
  /** Completed months whose file is being prepared. */
  waiting: z.array(z.string()),
});
export type RawArchives = z.infer<typeof RawArchives>;

const fileQuery = { from_date: ListeningDay, to_date: ListeningDay, kind: z._default(z.enum(rawKinds), 'sessions') };
const month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Please enter a month like 2026-11.'));

export const RawFileQuery = z.object(fileQuery);
export type RawFileQuery = z.infer<typeof RawFileQuery>;

const reportCall = {
  access: 'station.readAnalytics',
  summary: 'Create a raw data file and e-mail a link to it',
  body: RawFileQuery,
  returns: RawReport,
  status: 202,
  changes: ['stations/{key}/stats/detailed/reports'],
} as const;
const statusCall = {
  access: 'station.readAnalytics',
  summary: 'The archiving status of a station',
  params: { key: StationKey },
  returns: RawSubscription,
} as const;

export const rawData = {
  detailed: endpoint('GET stations/{key}/stats/detailed', {
    access: 'station.readAnalytics',
    summary: "A CSV file of a station's sessions or plays of the last 90 days",
    query: fileQuery,
    returns: { raw: 'csv' },
  }),
  preview: endpoint('GET stations/{key}/stats/detailed/preview', {
    access: 'station.readAnalytics',
    summary: 'The sessions of a period that match, newest first or in another order, page by page',
    query: {
      from_date: ListeningDay,
      to_date: ListeningDay,
      limit: whole(25, 1000),
      offset: whole(0, 10_000),
      /** Any part of a place, device, player, system, output or website. */
      search: z.optional(text(100)),
      only: z.optional(z.enum(['listening', 'ended'])),
      sort: z.optional(z.enum(rawSorts)),
      ...audienceFilter,
    },
    returns: z.object({ timezone: z.string(), entities: z.array(RawSession), total: z.number() }),
    spec: 'own',
  }),
  mailReport: endpoint('POST stations/stations/{key}/stats/detailed/reports/email', reportCall),
  mailStationReport: endpoint('POST stations/{key}/stats/detailed/reports/email', {
    ...reportCall,
    spec: 'own',
  }),
  reports: endpoint('GET stations/{key}/stats/detailed/reports', {
    access: 'station.readAnalytics',
    summary: 'The requested files, latest first',
    returns: z.object({ reports: z.array(RawReport) }),
    spec: 'own',
  }),
  reportLink: endpoint('GET stations/{key}/stats/detailed/reports/{id}/link', {
    seeAs: false,
    access: 'station.readAnalytics',
    summary: 'A link that downloads a file once within a minute',
    params: { id: z.uuid() },
    returns: z.object({ url: z.string() }),
    spec: 'own',
  }),
  subscribe: endpoint('POST archive/stations/{key}/stats/raw/subscribe', {
    access: 'station.manageArchive',
    summary: "Start archiving a station's sessions, from next month on",
    returns: RawSubscription,
    changes: { none: 'The page caches the reply.' },
  }),
  unsubscribe: endpoint('POST archive/stations/{key}/stats/raw/unsubscribe', {
    access: 'station.manageArchive',
    summary: 'Stop archiving, from next month on',
    returns: RawSubscription,
    changes: { none: 'The page caches the reply.' },
  }),
  status: endpoint('GET archive/{key}/stats/subscription/status', statusCall),
  stationStatus: endpoint('GET archive/stations/{key}/stats/subscription/status', { ...statusCall, spec: 'own' }),
  archives: endpoint('GET archive/stations/{key}/stats/raw', {
    access: 'station.readAnalytics',
    summary: 'The monthly files of a station; those of the requested periods with a link',
    query: { period: z._default(z.array(month).check(z.maxLength(60)), []) },
    returns: RawArchives,
  }),
  file: endpoint('GET raw/{key}/{pass}', {
    base: 'media',
    access: 'token:raw',
    summary: 'A raw data file, by a link that works once within a minute',
    params: { key: StationKey, pass: z.uuid() },
    query: { token: z.string() },
    returns: { raw: 'binary', type: 'application/gzip' },
    spec: 'own',
  }),
};
