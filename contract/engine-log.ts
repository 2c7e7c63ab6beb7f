import * as z from 'zod/mini';
import { StreamFormat } from './engine.ts';

/*
 * The broadcast log at the engine's control port: what went out, as the station's own frames. Times in ms since
 * the epoch.
 *
 *   GET    /stations/{key}/log                            → EngineLog        what there is
 *   GET    /stations/{key}/log/timeline?from=&to=         → EngineTimeline   what went out then, and what it was
 *   GET    /stations/{key}/log/span?from=&to=             → EngineSpan       the sound from–to: how long, how large
 *   GET    /stations/{key}/log/sound?from=&to=&first=&last=  → its bytes first–last (inclusive), frames as they are
 *   DELETE /stations/{key}/log                            → 204              removes everything recorded
 *   GET    /log                                           → EngineLogUsage   of all stations together
 */

/** A stretch of sound without a gap. */
export const LogPiece = z.object({ start: z.number(), end: z.number(), bytes: z.number() });
export type LogPiece = z.infer<typeof LogPiece>;

export const EngineLog = z.object({
  /** `waiting`: nothing is on the air; `paused`: recording would fill the disk, or what all logs may take. */
  state: z.enum(['off', 'recording', 'waiting', 'paused']),
  reason: z.nullable(z.enum(['disk', 'quota', 'failed'])),
  bytes: z.number(),
  pieces: z.array(LogPiece),
});
export type EngineLog = z.infer<typeof EngineLog>;

export const EngineTimeline = z.object({
  pieces: z.array(z.extend(LogPiece, { format: StreamFormat })),
  /** What holds from `at` on; told anew at the beginning of each piece. */
  titles: z.array(z.object({ at: z.number(), title: z.string() })),
  sources: z.array(z.object({ at: z.number(), source: z.string() })),
});
export type EngineTimeline = z.infer<typeof EngineTimeline>;

/** `from` and `to` are those of the frames; gaps between are left out of `bytes` and `duration_ms`. */
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
  /** What LOGGER_MAX_GB allows; null for as much as the disk has room for. */
  max_bytes: z.nullable(z.number()),
  free_bytes: z.number(),
  stations: z.number(),
});
export type EngineLogUsage = z.infer<typeof EngineLogUsage>;
