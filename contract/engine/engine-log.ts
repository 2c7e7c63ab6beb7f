import * as z from 'zod/mini';
import { StreamFormat } from './engine.ts';

/*
 * The broadcast log on the engine's control port: the station's own frames as sent out. Times in ms since
 * the epoch.
 *
 *   GET    /stations/{key}/log                            → EngineLog        state and recorded segments
 *   GET    /stations/{key}/log/timeline?from=&to=         → EngineTimeline   segments, sources and titles in from–to
 *   GET    /stations/{key}/log/span?from=&to=             → EngineSpan       length and size of the audio in from–to
 *   GET    /stations/{key}/log/sound?from=&to=&first=&last=  → bytes first–last (inclusive) of that audio
 *   DELETE /stations/{key}/log                            → 204              removes everything recorded
 *   GET    /log                                           → EngineLogUsage   disk usage of all stations
 */

/** A continuous segment of audio. */
export const LogSegment = z.object({ start: z.number(), end: z.number(), bytes: z.number() });
export type LogSegment = z.infer<typeof LogSegment>;

export const EngineLog = z.object({
  /** `waiting`: nothing is on the air; `paused`: the disk or the quota of all logs is full. */
  state: z.enum(['off', 'recording', 'waiting', 'paused']),
  reason: z.nullable(z.enum(['disk', 'quota', 'failed'])),
  bytes: z.number(),
  pieces: z.array(LogSegment),
});
export type EngineLog = z.infer<typeof EngineLog>;

export const EngineTimeline = z.object({
  pieces: z.array(z.extend(LogSegment, { format: StreamFormat })),
  /** What applies from `at` on; repeated at the beginning of each segment. */
  titles: z.array(z.object({ at: z.number(), title: z.string() })),
  sources: z.array(z.object({ at: z.number(), source: z.string() })),
});
export type EngineTimeline = z.infer<typeof EngineTimeline>;

/** `from` and `to` of the actual frames; `bytes` and `duration_ms` leave out gaps. */
export const EngineSpan = z.object({
  codec: z.enum(['mp3', 'aac']),
  from: z.number(),
  to: z.number(),
  bytes: z.number(),
  duration_ms: z.number(),
});
export type EngineSpan = z.infer<typeof EngineSpan>;

export const EngineLogUsage = z.object({
  bytes: z.number(),
  /** LOGGER_MAX_GB in bytes; null if only the disk limits it. */
  max_bytes: z.nullable(z.number()),
  free_bytes: z.number(),
  stations: z.number(),
});
export type EngineLogUsage = z.infer<typeof EngineLogUsage>;
