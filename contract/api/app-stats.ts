import * as z from 'zod/mini';
import { ListeningDay, Moment } from '../rules/dates.ts';
import { endpoint } from './http.ts';
import { StationKey } from '../rules/keys.ts';
import { PreviousIncluded, previousOf } from './previous-stats.ts';
import { text } from '../rules/listing.ts';

/** Limits of app event reports: batch size, rate, and how far from now an event may be. */
export const appEventLimits = {
  events: 500,
  bytes: 256 * 1024,
  perMinute: 600,
  oldestDays: 7,
  aheadMinutes: 5,
  /** How long a session lasts after its last event if no end was reported. */
  tailSeconds: 60,
} as const;

/** A listening event of an app: a session starts, continues (heartbeat every 30 s) or ends. Each `id` counts once. */
export const AppEvent = z.object({
  id: z.uuid('Not a UUID.'),
  type: z.enum(['start', 'heartbeat', 'end']),
  session: z.uuid('Not a UUID.'),
  /** Identifies the installation, in the app's own format; only its keyed hash is stored. */
  listener: z.string().check(z.minLength(1, 'It is empty.'), z.maxLength(200, 'At most 200 characters.')),
  station: z.string().check(z.regex(/^s-[1-9A-HJ-NP-Za-km-z]{22}$/, 'Not the key of a station.')),
  platform: z.enum(['ios', 'android']),
  at: Moment,
});
export type AppEvent = z.infer<typeof AppEvent>;

export const appRefusals = ['invalid', 'unknownStation', 'tooOld', 'inFuture'] as const;
export type AppRefusal = (typeof appRefusals)[number];

/** The result of a batch: how many events were new, how many duplicates, and which were refused and why. */
export const AppReport = z.object({
  accepted: z.number(),
  duplicates: z.number(),
  refused: z.array(z.object({ index: z.number(), code: z.enum(appRefusals), message: z.string() })),
});
export type AppReport = z.infer<typeof AppReport>;

/** Spec §3 "App stats". */
export const AppStats = z.object({
  sessions: z.number(),
  minutes: z.number(),
  uniques: z.object({ total: z.number(), ios: z.number(), android: z.number() }),
});
export type AppStats = z.infer<typeof AppStats>;

const Slot = z.object({ from: z.string(), to: z.string(), stats: AppStats });

/** A permanently deleted station has its key as name. */
export const AppStatsReply = z.object({
  timezone: z.string(),
  from_date: z.string(),
  to_date: z.string(),
  period_stats: z.object({ stats: AppStats }),
  previous: previousOf(AppStats),
  /** The buckets of the requested frequency; the other list is empty. */
  hour_stats: z.array(Slot),
  day_stats: z.array(Slot),
  platform_stats: z.array(z.object({ platform: z.enum(['ios', 'android']), stats: AppStats })),
  station_stats: z.array(z.object({ key: StationKey, name: z.string(), stats: AppStats })),
  country_stats: z.array(z.object({ iso: z.string(), name: z.string(), stats: AppStats })),
});
export type AppStatsReply = z.infer<typeof AppStatsReply>;

export const appStats = {
  report: endpoint('POST ingest/app/{applicationKey}', {
    flag: 'appAnalytics',
    access: 'open',
    base: 'root',
    summary: 'Report listening events of a mobile app; each event is accepted or refused individually',
    params: { applicationKey: text(64).check(z.minLength(1)) },
    body: z.object({
      events: z
        .array(z.union([AppEvent, z.unknown()]))
        .check(z.maxLength(appEventLimits.events, `At most ${String(appEventLimits.events)} events at once.`)),
    }),
    maxBytes: appEventLimits.bytes,
    returns: AppReport,
    spec: 'own',
    changes: { none: 'Apps call it.' },
  }),
  account: endpoint('GET accounts/{id}/stats/app/{type}', {
    flag: 'appAnalytics',
    access: { 'path.id': 'account.readAnalytics', 'query.stationKey': 'station.readAnalytics' },
    summary: "Listening in an account's mobile apps, for all its stations or one",
    params: { type: z.enum(['day', 'period']) },
    query: {
      from_date: ListeningDay,
      to_date: ListeningDay,
      frequency: z.optional(z.enum(['hour', 'day'])),
      stationKey: z.optional(StationKey),
      include: PreviousIncluded,
    },
    returns: AppStatsReply,
  }),
  hasAppAnalytics: endpoint('GET accounts/{id}/hasAppAnalytics', {
    flag: 'appAnalytics',
    access: 'account.readAnalytics',
    summary: 'Whether any app of the account has ever reported an event',
    returns: z.object({ hasAppAnalytics: z.boolean() }),
  }),
  lastEvents: endpoint('GET accounts/{id}/applications/lastEvents', {
    flag: 'appAnalytics',
    access: 'account.readApplications',
    summary: 'When each app of the account last reported an event',
    returns: z.array(z.object({ id: z.string(), last_event: z.string() })),
    spec: 'own',
  }),
};
