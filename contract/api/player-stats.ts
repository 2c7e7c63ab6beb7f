import * as z from 'zod/mini';
import { StationKey } from '../rules/keys.ts';

/** The numbers of an embedded player (contract/texts/metrics.ts defines each). `listening_time` in seconds, the others' times in ms. */
export const PlayerStats = z.object({
  loads: z.number(),
  views: z.number(),
  plays: z.number(),
  /** Plays per view; null without a view. */
  play_rate: z.nullable(z.number()),
  uniques: z.number(),
  listening_time: z.number(),
  /** Time from the click to sound: the median, and what 95 of 100 starts stay within; null without a start. */
  start_ms: z.nullable(z.object({ p50: z.number(), p95: z.number() })),
  stalls: z.number(),
  silence_ms: z.number(),
  /** Silence as a share of the listening time; null without listening. */
  stall_ratio: z.nullable(z.number()),
  reconnects: z.number(),
});
export type PlayerStats = z.infer<typeof PlayerStats>;

const Slot = z.object({ from: z.string(), to: z.string(), stats: PlayerStats });

/** The buckets of the requested frequency; the other list is empty. The parts are sorted by listening time, then by loads. */
export const PlayerStatsReply = z.object({
  timezone: z.string(),
  from_date: z.string(),
  to_date: z.string(),
  period_stats: z.object({ stats: PlayerStats }),
  hour_stats: z.array(Slot),
  day_stats: z.array(Slot),
  /** The hosts of websites, as the players say it; '' where they don't know. At most 200. */
  site_stats: z.array(z.object({ site: z.string(), stats: PlayerStats })),
  station_stats: z.array(z.object({ key: StationKey, name: z.string(), stats: PlayerStats })),
  country_stats: z.array(z.object({ iso: z.string(), name: z.string(), stats: PlayerStats })),
  /** The websites that the player may not be shown on, and how often browsers refused to; the most frequent 200. */
  refused: z.array(z.object({ site: z.string(), loads: z.number() })),
});
export type PlayerStatsReply = z.infer<typeof PlayerStatsReply>;

export const summaryDays = 30;

/** A player's last 30 days, for lists; `sites` counts the websites where it was heard. */
export const PlayerSummary = z.object({
  plays: z.number(),
  /** Of each of the 30 days, the latest last; a day is 24 hours, and the last one ends now. */
  plays_by_day: z.array(z.number()),
  uniques: z.number(),
  listening_time: z.number(),
  sites: z.number(),
  /** The three of them where it was heard longest. */
  top_sites: z.array(z.string()),
});
export type PlayerSummary = z.infer<typeof PlayerSummary>;
