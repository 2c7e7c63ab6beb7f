import * as z from 'zod/mini';
import { StreamFormat } from './engine.ts';
import { LogPiece } from './engine-log.ts';
import { StationKey } from './keys.ts';

/*
 * Recordings of programmes at the engine's control port: the station's own frames from their beginning to their end,
 * which the station's desired state names (`recordings`). Times in ms since the epoch. What is over is kept until it is
 * deleted here, or for two weeks.
 *
 *   GET    /recordings                           → { recordings: EngineRecordingState[] }
 *   GET    /recordings/{id}                      → EngineRecording        what there is of it, and what it was
 *   GET    /recordings/{id}/pieces/{start}       → the bytes of a piece
 *   DELETE /recordings/{id}                      → 204
 */

export const EngineRecordingState = z.object({
  id: z.string(),
  station: StationKey,
  begin: z.number(),
  end: z.number(),
  /** `silent`: its time is now, and nothing is on the air. */
  state: z.enum(['waiting', 'recording', 'silent', 'over']),
});
export type EngineRecordingState = z.infer<typeof EngineRecordingState>;

export const EngineRecording = z.extend(EngineRecordingState, {
  /** Why sound was let go. */
  reason: z.nullable(z.enum(['disk', 'failed'])),
  pieces: z.array(z.extend(LogPiece, { format: StreamFormat })),
  /** What holds from `at` on; told anew at the beginning of each piece. */
  titles: z.array(z.object({ at: z.number(), title: z.string() })),
  sources: z.array(z.object({ at: z.number(), source: z.string() })),
});
export type EngineRecording = z.infer<typeof EngineRecording>;
