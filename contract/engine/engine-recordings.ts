import * as z from 'zod/mini';
import { StreamFormat } from './engine.ts';
import { LogSegment } from './engine-log.ts';
import { StationKey } from '../rules/keys.ts';

/*
 * Scheduled recordings on the engine's control port: the station's own frames from begin to end of each recording
 * in the station's desired state (`recordings`). Times in ms since the epoch. Finished recordings are stored until
 * they are deleted here, or for two weeks.
 *
 *   GET    /recordings                           → { recordings: EngineRecordingState[] }
 *   GET    /recordings/{id}                      → EngineRecording        its segments, sources and titles
 *   GET    /recordings/{id}/pieces/{start}       → the bytes of a segment
 *   DELETE /recordings/{id}                      → 204
 *
 * Presenters who are to be recorded: each of their broadcasts, as the station sent it. Stored for two weeks.
 *
 *   GET    /stations/{key}/presenter-recordings                           → { recordings: PresenterRecording[] }, newest first
 *   GET    /stations/{key}/presenter-recordings/{id}/sound?first=&last=   → bytes first to last (inclusive) of its audio
 *   DELETE /stations/{key}/presenter-recordings/{id}                      → 204
 */

export const EngineRecordingState = z.object({
  id: z.string(),
  station: StationKey,
  begin: z.number(),
  end: z.number(),
  /** `silent`: it is recording, but nothing is on the air. */
  state: z.enum(['waiting', 'recording', 'silent', 'over']),
});
export type EngineRecordingState = z.infer<typeof EngineRecordingState>;

export const EngineRecording = z.extend(EngineRecordingState, {
  /** Why audio was dropped. */
  reason: z.nullable(z.enum(['disk', 'failed'])),
  pieces: z.array(z.extend(LogSegment, { format: StreamFormat })),
  /** What applies from `at` on; repeated at the beginning of each segment. */
  titles: z.array(z.object({ at: z.number(), title: z.string() })),
  sources: z.array(z.object({ at: z.number(), source: z.string() })),
});
export type EngineRecording = z.infer<typeof EngineRecording>;

/** A broadcast of a presenter; without `end` it is still recording. `ms` of audio in `bytes`. */
export const PresenterRecording = z.object({
  id: z.string(),
  presenter: z.string(),
  begin: z.number(),
  end: z.nullable(z.number()),
  codec: z.enum(['mp3', 'aac']),
  ms: z.number(),
  bytes: z.number(),
  /** Why audio was dropped. */
  reason: z.nullable(z.enum(['disk', 'failed'])),
});
export type PresenterRecording = z.infer<typeof PresenterRecording>;
