import * as z from 'zod/mini';
import { ListeningDay } from '../rules/dates.ts';
import { endpoint } from './http.ts';
import { Isrc } from '../rules/isrc.ts';
import { StationKey, TrackKey } from '../rules/keys.ts';
import { text } from '../rules/listing.ts';
import { categoryCodes } from '../rules/royalty-rules.ts';

const royaltyPaths = [
  'accounts/{id}/royalty/settings',
  'accounts/{id}/metadata/stats/period',
  'accounts/{id}/metadata/stats/complement',
] as const;

/* Royalty statistics: performances of recordings (sessions joined with plays), and reports of use. */

const territories = ['US', 'all'] as const;
const period = { from_date: ListeningDay, to_date: ListeningDay };
/** Listeners in the United States (37 CFR 370.4), or all. */
const territory = z._default(z.enum(territories), 'all');
const stationKeys = z.array(StationKey).check(z.minLength(1), z.maxLength(1000));

/** Plays and their performances; `listening_time` in seconds. */
const Performances = z.object({ plays: z.number(), performances: z.number(), listening_time: z.number() });

/** A recording as identified in the report. */
const RoyaltyRecording = z.object({
  artist: z.string(),
  title: z.string(),
  album: z.string(),
  label: z.string(),
  isrc: z.string(),
  plays: z.number(),
  performances: z.number(),
  listening_time: z.number(),
  /** Where to complete it: its track in a library, */
  track: z.nullable(z.object({ key: TrackKey, station_key: StationKey })),
  /** or the title sent by an encoder or another stream; '' if it came from the Auto DJ. */
  raw: z.string(),
  /** Whether that title has a correction. */
  corrected: z.boolean(),
});
export type RoyaltyRecording = z.infer<typeof RoyaltyRecording>;

/** Recordings of a period, most performed first, at most 10,000; totals cover all. */
export const RoyaltyStats = z.object({
  timezone: z.string(),
  from_date: z.string(),
  to_date: z.string(),
  territory: z.enum(territories),
  totals: z.object({ ...Performances.shape, recordings: z.number() }),
  /** Total listening hours of the period, including all content. */
  aggregate_tuning_hours: z.number(),
  /**
   * Performances of recordings with an ISRC, with album and label, or with either, which SoundExchange can identify.
   */
  coverage: z.object({ isrc: z.number(), album_label: z.number(), identified: z.number() }),
  /** Excluded: jingles, titles corrected to speech, and untitled audio. */
  apart: z.object({ jingles: Performances, speech: Performances, untitled: Performances }),
  recordings: z.array(RoyaltyRecording),
});
export type RoyaltyStats = z.infer<typeof RoyaltyStats>;

const ComplementPlay = z.object({ at: z.string(), artist: z.string(), title: z.string(), album: z.string() });

/** A period of a station's output with more of one album or artist than the performance complement allows. */
const ComplementWarning = z.object({
  station_key: StationKey,
  station: z.string(),
  rule: z.enum(['album', 'albumInARow', 'artist', 'artistInARow']),
  /** The album or the artist. */
  name: z.string(),
  /** Selections within three hours, or in a row. */
  count: z.number(),
  most: z.number(),
  from: z.string(),
  to: z.string(),
  /** The first 50. */
  plays: z.array(ComplementPlay),
});
export type ComplementWarning = z.infer<typeof ComplementWarning>;

/** At most 500 warnings, latest first; `total` counts all. */
export const ComplementReply = z.object({
  timezone: z.string(),
  total: z.number(),
  warnings: z.array(ComplementWarning),
});
export type ComplementReply = z.infer<typeof ComplementReply>;

const ServiceName = text(100).check(z.regex(/^[^|]*$/, 'The service name cannot contain "|".'));

/**
 * The account's data in reports of use. An empty name defaults to the account's company, a station's to the station's
 * name.
 */
export const RoyaltySettings = z.object({
  service_name: ServiceName,
  category: z.enum(categoryCodes),
  territory: z.enum(territories),
  /** Each station is a service under this name. */
  per_station: z.boolean(),
  stations: z
    .array(z.object({ key: z.string().check(z.maxLength(40)), service_name: ServiceName }))
    .check(z.maxLength(1000)),
});
export type RoyaltySettings = z.infer<typeof RoyaltySettings>;
/** `names` are the default names of the services. */
export const RoyaltySettingsReply = z.object({
  ...RoyaltySettings.shape,
  names: z.object({ account: z.string(), stations: z.record(z.string(), z.string()) }),
});
export type RoyaltySettingsReply = z.infer<typeof RoyaltySettingsReply>;

/** The recording behind a title that an encoder sent, in all reports from now on; `speech` is not a recording. */
export const RoyaltyCorrection = z.object({
  raw: text(700).check(z.minLength(1)),
  kind: z.enum(['recording', 'speech']),
  artist: text(300),
  title: text(300),
  album: text(300),
  label: text(300),
  isrc: Isrc,
});
export type RoyaltyCorrection = z.infer<typeof RoyaltyCorrection>;

const ofAccount = { 'path.id': 'account.readAnalytics', 'query.stationKeys': 'station.readAnalytics' } as const;
const stationFilter = { stationKeys: z.optional(stationKeys) };

export const royalty = {
  stations: endpoint('GET stations/metadata/stats/period', {
    flag: 'royaltyReports',
    access: { 'query.stationKeys': 'station.readAnalytics' },
    summary: 'Performances of stations in a period, by recording',
    query: { ...period, territory, stationKeys },
    returns: RoyaltyStats,
  }),
  account: endpoint('GET accounts/{id}/metadata/stats/period', {
    flag: 'royaltyReports',
    access: ofAccount,
    summary: 'Performances of all or some stations of an account in a period, by recording',
    query: { ...period, territory, ...stationFilter },
    returns: RoyaltyStats,
  }),
  complement: endpoint('GET accounts/{id}/metadata/stats/complement', {
    flag: 'royaltyReports',
    access: ofAccount,
    summary: 'Plays that exceed the performance complement for an album or artist (17 U.S.C. 114(j)(13))',
    query: { ...period, ...stationFilter },
    returns: ComplementReply,
    spec: 'own',
  }),
  report: endpoint('GET accounts/{id}/metadata/stats/report', {
    flag: 'royaltyReports',
    access: ofAccount,
    summary: "The report of use of a period, in SoundExchange's format",
    query: { ...period, ...stationFilter },
    returns: { raw: 'binary', type: 'text/plain; charset=utf-8' },
    spec: 'own',
  }),
  reportTable: endpoint('GET accounts/{id}/metadata/stats/report/csv', {
    flag: 'royaltyReports',
    access: ofAccount,
    summary: 'The report of use of a period as a table, with plays and listening hours',
    query: { ...period, ...stationFilter },
    returns: { raw: 'csv' },
    spec: 'own',
  }),
  settings: endpoint('GET accounts/{id}/royalty/settings', {
    flag: 'royaltyReports',
    access: 'account.readAnalytics',
    summary: "The settings of an account's reports of use",
    returns: RoyaltySettingsReply,
    spec: 'own',
  }),
  setSettings: endpoint('PUT accounts/{id}/royalty/settings', {
    flag: 'royaltyReports',
    access: 'account.update',
    summary: "Change the settings of an account's reports of use",
    body: RoyaltySettings,
    returns: RoyaltySettingsReply,
    spec: 'own',
    changes: royaltyPaths,
  }),
  correct: endpoint('PUT accounts/{id}/royalty/corrections', {
    flag: 'royaltyReports',
    access: 'account.update',
    summary: 'Correct a title that an encoder sent, in all reports',
    body: RoyaltyCorrection,
    spec: 'own',
    changes: royaltyPaths,
  }),
  uncorrect: endpoint('DELETE accounts/{id}/royalty/corrections', {
    flag: 'royaltyReports',
    access: 'account.update',
    summary: 'Remove the correction of a title',
    query: { raw: text(700).check(z.minLength(1)) },
    spec: 'own',
    changes: royaltyPaths,
  }),
};
