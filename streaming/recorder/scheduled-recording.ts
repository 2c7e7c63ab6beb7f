import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { StationKey } from '#contract/rules/keys.ts';
import type { FrameBatch } from '#streaming/bus/batch.ts';
import { writeAtomically } from '#streaming/snapshot/atomic-file.ts';
import { hourMs } from '#contract/rules/time.ts';
import { segmentEnd, type RecordedSegment } from './segments.ts';
import { createRecording, type Recording } from './recording.ts';
import { openRetainedSegments } from './retention.ts';
import { frameMsOf, sliceBatch } from './slice-batch.ts';

/** The time to record of a station, ms since the epoch; `presenter`: whose broadcast it is, as long as it lasts. */
export const ScheduledTime = z.object({
  id: z.string(),
  station: StationKey,
  begin: z.number(),
  end: z.number(),
  presenter: z.optional(z.string()),
});
export type ScheduledTime = z.infer<typeof ScheduledTime>;

/** One scheduled recording: its segments hold exactly the frames of its time. */
export type ScheduledRecording = ScheduledTime & {
  readonly folder: string;
  readonly recording: Recording;
  /** It has ended and its segments are complete. */
  isOver: boolean;
  /** The current source; '' if unknown. */
  source: string;
  /** Why audio was dropped. */
  reason: 'disk' | 'failed' | null;
  segments(): RecordedSegment[];
  addBatch(batch: FrameBatch): void;
  /** Whether all of its time was received, or has passed. */
  isPast(now: number): boolean;
  clear(): Promise<void>;
};

type Options = { folder: string; now(): number; failed(error: unknown): void };

const file = 'programme.json';
/** A disk that failed is retried after this time. */
const retryMs = 10_000;
/** Tolerance for audio that is late on a busy machine. */
const toleranceMs = 3000;

/** Opens a scheduled recording with its existing segments; a segment left incomplete by a crash is repaired. */
export const openScheduledRecording = async (
  time: ScheduledTime,
  { folder, now, failed }: Options,
): Promise<ScheduledRecording> => {
  const retained = await openRetainedSegments(folder);
  await writeAtomically(join(folder, file), JSON.stringify(time));
  let isComplete = false;
  let failedAt = -Infinity;
  const recording = createRecording({
    folder,
    segmentMs: hourMs,
    now,
    closed: retained.add,
    failed(error, segment) {
      scheduled.reason = 'failed';
      failedAt = now();
      failed(error);
      retained.recover(segment).catch(failed);
    },
  });
  const scheduled: ScheduledRecording = {
    ...time,
    folder,
    recording,
    isOver: false,
    source: '',
    reason: null,
    segments: () => [...retained.segments, ...recording.unfinished],
    addBatch(batch) {
      if (now() - failedAt < retryMs) return;
      const { open } = recording;
      const until = open && segmentEnd({ ...open.written, duration: open.duration });
      const part = within(batch, time, now(), until);
      if (part.batch) recording.batch(part.batch);
      isComplete ||= part.isLast;
    },
    isPast: (at) => isComplete || at >= time.end + toleranceMs,
    clear: retained.clear,
  };
  return scheduled;
};

/** Reads a folder's scheduled time; undefined if it has none. */
export const readScheduledTime = async (folder: string): Promise<ScheduledTime | undefined> => {
  const text = await readFile(join(folder, file), 'utf8').catch(() => '');
  const parsed = text === '' ? undefined : z.safeParse(ScheduledTime, JSON.parse(text));
  return parsed?.success ? parsed.data : undefined;
};

/**
 * The frames of a batch within the recording's time, to the nearest frame. The start follows the wall clock; after that
 * the audio's own clock counts (`until` is its position), so that the recording has the intended length.
 */
const within = (
  batch: FrameBatch,
  { begin, end }: ScheduledTime,
  now: number,
  until: number | undefined,
): { batch: FrameBatch | undefined; isLast: boolean } => {
  const frameMs = frameMsOf(batch);
  const count = batch.offsets.length;
  const at = until ?? now - batch.duration / 1000;
  const first = until === undefined ? Math.max(0, Math.round((begin - at) / frameMs)) : 0;
  const last = Math.min(count, Math.round((end - at) / frameMs));
  const isLast = last < count || at + last * frameMs >= end;
  return { batch: last > first ? sliceBatch(batch, first, last) : undefined, isLast };
};
