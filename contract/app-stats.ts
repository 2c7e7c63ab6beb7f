import * as z from 'zod/mini';
import { ListeningDay, Moment } from './dates.ts';
import { endpoint } from './http.ts';
import { StationKey } from './keys.ts';
import { text } from './listing.ts';

/** What an application may report: how much at once and how often, and how late or early. */
export const appEventBounds = {
  events: 500,
  bytes: 256 * 1024,
  aMinute: 600,
  oldestDays: 7,
  aheadMinutes: 5,
  /** How long a session goes on after its last event, where no end came. */
  tailSeconds: 60,
} as const;

/** Something a listening application tells: a session began, goes on (every 30 s), or ended. The same `id` counts once. */
export const AppEvent = z.object({
  id: z.uuid('Not a UUID.'),
  type: z.enum(['start', 'heartbeat', 'end']),
  session: z.uuid('Not a UUID.'),
  /** Names the installation, in the application's own way; only a keyed hash of it is kept. */
  listener: z.string().check(z.minLength(1, 'It is empty.'), z.maxLength(200, 'It has at most 200 characters.')),
  station: z.string().check(z.regex(/^s-[1-9A-HJ-NP-Za-km-z]{22}$/, 'Not the key of a station.')),
  platform: z.enum(['ios', 'android']),
  at: Moment,
});
export type AppEvent = z.infer<typeof AppEvent>;

export const appRefusals = ['invalid', 'unknownStation', 'tooOld', 'inFuture'] as const;
export type AppRefusal = (typeof appRefusals)[number];

/** What became of a batch: how many events were new, how many known already, and which were refused and why. */
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

/** Of a station that was deleted for good the name is its key. */
export const AppStatsReply = z.object({
  timezone: z.string(),
  from_date: z.string(),
  to_date: z.string(),
  period_stats: z.object({ stats: AppStats }),
  /** The slots of the frequency that was asked for; the other is empty. */
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
    summary: 'Takes what a mobile application tells of listening in it; each event is taken or refused by itself',
    params: { applicationKey: text(64).check(z.minLength(1)) },
    body: z.object({
      events: z
        .array(z.union([AppEvent, z.unknown()]))
        .check(z.maxLength(appEventBounds.events, `At most ${String(appEventBounds.events)} events at once.`)),
    }),
    maxBytes: appEventBounds.bytes,
    returns: AppReport,
    spec: 'own',
  }),
  account: endpoint('GET accounts/{id}/stats/app/{type}', {
    flag: 'appAnalytics',
    access: { 'path.id': 'account.readAnalytics', 'query.stationKey': 'station.readAnalytics' },
    summary: "Listening in an account's mobile applications, of all its stations or of one",
    params: { type: z.enum(['day', 'period']) },
    query: {
      from_date: ListeningDay,
      to_date: ListeningDay,
      frequency: z.optional(z.enum(['hour', 'day'])),
      stationKey: z.optional(StationKey),
    },
    returns: AppStatsReply,
  }),
  hasAppAnalytics: endpoint('GET accounts/{id}/hasAppAnalytics', {
    flag: 'appAnalytics',
    access: 'account.readAnalytics',
    summary: 'Whether an application of the account ever reported anything',
    returns: z.object({ hasAppAnalytics: z.boolean() }),
  }),
  lastEvents: endpoint('GET accounts/{id}/applications/lastEvents', {
    flag: 'appAnalytics',
    access: 'account.readApplications',
    summary: 'When each application of the account last reported something',
    returns: z.array(z.object({ id: z.string(), last_event: z.string() })),
    spec: 'own',
  }),
};
