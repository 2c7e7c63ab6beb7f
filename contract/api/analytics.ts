import * as z from 'zod/mini';
import { audienceFilter } from './audience-filter.ts';
import { ListeningDay } from '../rules/dates.ts';
import { endpoint } from './http.ts';
import { StationKey } from '../rules/keys.ts';

/** Spec §3 "Analytics"; contract/texts/metrics.ts defines each metric. `listening_time` in seconds. */
export const PartStats = z.object({
  connections: z.number(),
  uniques: z.number(),
  listening_time: z.number(),
  connected: z.number(),
  disconnected: z.number(),
  impressions: z.number(),
  thirdQuartile: z.number(),
});
export type PartStats = z.infer<typeof PartStats>;
/** Parts of the audience have no peak and no average. */
export const Stats = z.extend(PartStats, { peak: z.number(), average: z.number() });
export type Stats = z.infer<typeof Stats>;
/** `from` and `to` in ISO 8601 with the zone's offset. */
const Slot = z.object({ from: z.string(), to: z.string(), stats: Stats });
export type Slot = z.infer<typeof Slot>;

/**
 * The reply of one call (spec §3): totals of the period, the buckets of the requested frequency (the other two are
 * empty), and the requested parts. Parts are sorted by listening time; '' is unknown.
 */
export const StatsReply = z.object({
  timezone: z.string(),
  from_date: z.string(),
  to_date: z.string(),
  period_stats: z.object({ stats: Stats }),
  minute_stats: z.array(Slot),
  hour_stats: z.array(Slot),
  day_stats: z.array(Slot),
  country_stats: z.array(z.object({ iso: z.string(), name: z.string(), stats: PartStats })),
  /** Top 100 by listening time. */
  city_stats: z.array(z.object({ iso: z.string(), region: z.string(), city: z.string(), stats: PartStats })),
  device_stats: z.array(z.object({ device: z.string(), stats: PartStats })),
  player_stats: z.array(z.object({ player: z.string(), stats: PartStats })),
  system_stats: z.array(z.object({ system: z.string(), stats: PartStats })),
  output_stats: z.array(z.object({ output: z.string(), stats: PartStats })),
  /** The host of the page that embeds the player; top 100 by listening time. */
  referer_stats: z.array(z.object({ referer: z.string(), stats: PartStats })),
  /** Sessions that ended in the period, by length in seconds; the last bucket has no end. */
  session_lengths: z.array(z.object({ from: z.number(), to: z.nullable(z.number()), sessions: z.number() })),
  /** Top 100 by listening time. */
  station_stats: z.array(z.object({ key: StationKey, name: z.string(), stats: PartStats })),
  /**
   * What was playing when sessions ended: its plays in the period, the listeners who tuned out, and all who heard any
   * of it.
   */
  leaving_stats: z.array(
    z.object({
      artist: z.string(),
      title: z.string(),
      plays: z.number(),
      left: z.number(),
      listeners: z.number(),
    }),
  ),
  /**
   * The same number of days right before the period; `comparable` is what a running period is compared with: those days
   * up to the same time, null where that is unknown. Of a period that is over it equals `stats`.
   */
  previous: z.nullable(
    z.object({
      from_date: z.string(),
      to_date: z.string(),
      stats: Stats,
      comparable: z.nullable(Stats),
      slots: z.array(Slot),
    }),
  ),
  /** Days of the period on which a metric's definition changed. */
  changes: z.array(z.object({ date: z.string(), metric: z.string(), text: z.string() })),
});
export type StatsReply = z.infer<typeof StatsReply>;

export const statsParts = ['audience', 'previous', 'stations', 'leaving'] as const;
export type StatsPart = (typeof statsParts)[number];

/** `day`: one day; `period`: several (spec §4). Buckets default to hours for a day and to days for a period. */
const statsQuery = {
  from_date: ListeningDay,
  to_date: ListeningDay,
  frequency: z.optional(z.enum(['minute', 'hour', 'day'])),
  /** The parts to calculate; `audience` covers countries to session lengths. */
  include: z._default(z.array(z.enum(statsParts)).check(z.maxLength(statsParts.length)), ['audience']),
  ...audienceFilter,
};
const StatsType = z.enum(['day', 'period']);

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
  portal: endpoint('GET portal/stats/{type}', {
    access: 'portal.read',
    summary: 'Listening statistics of the whole portal, in UTC',
    params: { type: StatsType },
    query: statsQuery,
    returns: StatsReply,
    spec: 'own',
  }),
};
