import * as z from 'zod/mini';
import { ListeningDay } from './dates.ts';
import { endpoint } from './http.ts';
import { StationKey } from './keys.ts';
import { whole } from './listing.ts';

/*
 * Raw data (spec §2, §4, §7): the sessions and plays of a station as files, at once or by mail, and their monthly
 * archives. Dates and months are those of the station's time zone.
 */

/** Spec §9 "Live raw data": older sessions are only in the archives. */
export const rawDays = 90;
/** How long a file that was asked for by mail can be had. */
export const rawReportDays = 7;

export const rawKinds = ['sessions', 'plays'] as const;
export type RawKind = (typeof rawKinds)[number];

/** What stands in a row of a file of sessions; each column is defined in contract/metrics.ts. */
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

/** A session of the preview; `ended` is empty while the listener is there. */
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

/** A file that somebody asked for: being made, there to be had until `expires`, given up, or over. */
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

/** Whether a station's months are archived: from which month on, and until which where it was cancelled (both included). */
export const RawSubscription = z.object({
  subscribed: z.boolean(),
  timezone: z.string(),
  /** `2026-12`; null where nothing is archived, now or to come. */
  from: z.nullable(z.string()),
  until: z.nullable(z.string()),
  /** The first day whose sessions are archived, and the last one. */
  begins: z.nullable(z.string()),
  ends: z.nullable(z.string()),
});
export type RawSubscription = z.infer<typeof RawSubscription>;

/** A month's file; `url` downloads it once within a minute, null where no period was asked for. */
export const RawArchive = z.object({
  period: z.string(),
  filename: z.string(),
  rows: z.number(),
  bytes: z.number(),
  /** Of the file as it is downloaded. */
  sha256: z.string(),
  made: z.string(),
  url: z.nullable(z.string()),
});
export type RawArchive = z.infer<typeof RawArchive>;

export const RawArchives = z.object({
  timezone: z.string(),
  files: z.array(RawArchive),
  /** Months that are over and whose file is being made. */
  waiting: z.array(z.string()),
});
export type RawArchives = z.infer<typeof RawArchives>;

const asked = { from_date: ListeningDay, to_date: ListeningDay, kind: z._default(z.enum(rawKinds), 'sessions') };
const month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Months look like 2026-11.'));

export const RawAsked = z.object(asked);
export type RawAsked = z.infer<typeof RawAsked>;

const reportCall = {
  access: 'station.readAnalytics',
  summary: 'Make a file of raw data, and mail the person who asks a link to it',
  body: RawAsked,
  returns: RawReport,
  status: 202,
} as const;
const statusCall = {
  access: 'station.readAnalytics',
  summary: 'Whether the months of a station are archived, from when and until when',
  params: { key: StationKey },
  returns: RawSubscription,
} as const;

export const rawData = {
  detailed: endpoint('GET stations/{key}/stats/detailed', {
    access: 'station.readAnalytics',
    summary: 'The sessions or plays of a station as a CSV file, of the last 90 days',
    query: asked,
    returns: { raw: 'csv' },
  }),
  preview: endpoint('GET stations/{key}/stats/detailed/preview', {
    access: 'station.readAnalytics',
    summary: 'The newest sessions of a period, in pages',
    query: { from_date: ListeningDay, to_date: ListeningDay, limit: whole(25, 1000), offset: whole(0, 10_000) },
    returns: z.object({ timezone: z.string(), entities: z.array(RawSession), total: z.number() }),
    spec: 'own',
  }),
  mailReport: endpoint('POST stations/stations/{key}/stats/detailed/reports/email', reportCall),
  mailStationReport: endpoint('POST stations/{key}/stats/detailed/reports/email', { ...reportCall, spec: 'own' }),
  reports: endpoint('GET stations/{key}/stats/detailed/reports', {
    access: 'station.readAnalytics',
    summary: 'The files that the person asked for, the latest first',
    returns: z.object({ reports: z.array(RawReport) }),
    spec: 'own',
  }),
  reportLink: endpoint('GET stations/{key}/stats/detailed/reports/{id}/link', {
    access: 'station.readAnalytics',
    summary: 'A link that downloads a file once, within a minute',
    params: { id: z.uuid() },
    returns: z.object({ url: z.string() }),
    spec: 'own',
  }),
  subscribe: endpoint('POST archive/stations/{key}/stats/raw/subscribe', {
    access: 'station.manageArchive',
    summary: 'Archive the sessions of a station, from the next month on',
    returns: RawSubscription,
  }),
  unsubscribe: endpoint('POST archive/stations/{key}/stats/raw/unsubscribe', {
    access: 'station.manageArchive',
    summary: 'Stop archiving, from the next month on',
    returns: RawSubscription,
  }),
  status: endpoint('GET archive/{key}/stats/subscription/status', statusCall),
  stationStatus: endpoint('GET archive/stations/{key}/stats/subscription/status', { ...statusCall, spec: 'own' }),
  archives: endpoint('GET archive/stations/{key}/stats/raw', {
    access: 'station.readAnalytics',
    summary: 'The monthly files of a station; those of the periods asked for with a link each',
    query: { period: z._default(z.array(month).check(z.maxLength(60)), []) },
    returns: RawArchives,
  }),
  file: endpoint('GET raw/{key}/{pass}', {
    base: 'media',
    access: 'token:raw',
    summary: 'A file of raw data, by a link that is good for one download within a minute',
    params: { key: StationKey, pass: z.uuid() },
    query: { token: z.string() },
    returns: { raw: 'binary', type: 'application/gzip' },
    spec: 'own',
  }),
};
