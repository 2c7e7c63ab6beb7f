import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { StationKey } from './keys.ts';

/** Spec §3 "Analytics". `listening_time` in seconds, `connected`/`disconnected` counts, `from`/`to` ISO 8601 with the station's offset. */
export const Stats = z.object({
  connections: z.number(),
  uniques: z.number(),
  listening_time: z.number(),
  connected: z.number(),
  disconnected: z.number(),
  /** The most listeners within one minute. */
  peak: z.number(),
});
/** A part of the audience has no peak of its own. */
const AudienceStats = z.omit(Stats, { peak: true });
const Slot = z.object({ from: z.string(), to: z.string(), stats: Stats });
const CountryStat = z.object({ iso: z.string(), name: z.string(), stats: AudienceStats });
const DeviceStat = z.object({ device: z.string(), stats: AudienceStats });

/** One call's answer: the totals, and the slots of the frequency that was asked for. */
export const StatsReply = z.object({
  timezone: z.string(),
  from_date: z.string(),
  to_date: z.string(),
  totals: Stats,
  slots: z.array(Slot),
  countries: z.array(CountryStat),
  devices: z.array(DeviceStat),
});
export type StatsReply = z.infer<typeof StatsReply>;

/** `day`: one day; `period`: several (spec §4). The frequency decides the slots. */
const statsQuery = {
  from_date: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'Dates look like 2026-11-21.')),
  to_date: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'Dates look like 2026-11-21.')),
  frequency: z._default(z.enum(['minute', 'hour', 'day']), 'hour'),
};
const StatsType = z.enum(['day', 'period']);

const LiveSession = z.object({
  started: z.string(),
  seconds: z.number(),
  country: z.string(),
  city: z.string(),
  device: z.string(),
  player: z.string(),
  output: z.string(),
});

/** Spec §2: "A real-time view shows countries and online listeners". */
export const LiveStats = z.object({
  listeners: z.number(),
  countries: z.array(z.object({ iso: z.string(), name: z.string(), listeners: z.number() })),
  sessions: z.array(LiveSession),
  stations: z.array(z.object({ key: StationKey, name: z.string(), listeners: z.number() })),
});

export const analytics = {
  stations: endpoint('GET stations/stats/{type}', {
    access: { 'query.stationKeys': 'station.readAnalytics' },
    summary: 'Listening statistics of stations, added up',
    params: { type: StatsType },
    query: { ...statsQuery, stationKeys: z.array(StationKey).check(z.minLength(1), z.maxLength(1000)) },
    returns: StatsReply,
  }),
  account: endpoint('GET accounts/{id}/stats/{type}', {
    access: 'account.readAnalytics',
    summary: 'Listening statistics of an account',
    params: { type: StatsType },
    query: statsQuery,
    returns: StatsReply,
  }),
  stationLive: endpoint('GET stations/{key}/stats/live', {
    access: 'station.readAnalytics',
    summary: 'Who listens to a station now',
    query: { include_outputs: z._default(z.stringbool(), false) },
    returns: LiveStats,
  }),
  accountLive: endpoint('GET accounts/{id}/stats/live', {
    access: 'account.readAnalytics',
    summary: "Who listens to an account's stations now",
    returns: LiveStats,
  }),
};
