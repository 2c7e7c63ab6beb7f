import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { writeAtomically } from '#streaming/snapshot/atomic-file.ts';
import { dayMs } from '#contract/rules/time.ts';
import { segmentEnd, type RecordedSegment } from './segments.ts';
import { createRecording, type Recording } from './recording.ts';
import { oldestEnd, openRetainedSegments, type RetainedSegments } from './retention.ts';

/** Retention of a station's log: maximum age and size. */
export const Retention = z.object({ days: z.number(), max_bytes: z.number() });
export type Retention = z.infer<typeof Retention>;

/** The log of one station: the current recording, and its complete segments. */
export type StationLog = {
  readonly folder: string;
  readonly recording: Recording;
  readonly retained: RetainedSegments;
  /** Whether the logger is on. */
  isWanted: boolean;
  /** When its last segment could not be written. */
  failedAt: number | undefined;
  setRetention(keeping: Retention): Promise<void>;
  /** All segments, including those being written. */
  segments(): RecordedSegment[];
  bytes(): number;
  /** Removes expired segments, and the oldest ones above the size limit. */
  applyRetention(now: number): Promise<void>;
};

type Options = { folder: string; pieceMs: number; now(): number; failed(error: unknown): void };

const file = 'keeping.json';

/** Opens a station's log with its recordings on disk. */
export const openStationLog = async ({ folder, pieceMs: segmentMs, now, failed }: Options): Promise<StationLog> => {
  const retained = await openRetainedSegments(folder);
  let keeping = await readKeeping(join(folder, file));
  const recording = createRecording({
    folder,
    segmentMs,
    now,
    closed: retained.add,
    failed(error, segment) {
      log.failedAt = now();
      failed(error);
      retained.recover(segment).catch(failed);
    },
  });
  const log: StationLog = {
    folder,
    recording,
    retained: retained,
    isWanted: false,
    failedAt: undefined,
    async setRetention(changed) {
      if (keeping?.days === changed.days && keeping.max_bytes === changed.max_bytes) return;
      keeping = changed;
      await writeAtomically(join(folder, file), JSON.stringify(changed));
    },
    segments: () => [...retained.segments, ...recording.unfinished],
    bytes: () => recording.unfinished.reduce((sum, segment) => sum + segment.bytes, retained.bytes),
    async applyRetention(at) {
      if (!keeping) return;
      const { days, max_bytes } = keeping;
      const isOld = (end: number | undefined): boolean => end !== undefined && end < at - days * dayMs;
      while (isOld(oldestEnd(retained))) await retained.dropOldest();
      while (retained.segments.length > 0 && log.bytes() > max_bytes) await retained.dropOldest();
    },
  };
  return log;
};

/** The end of a log's latest audio; undefined if it is empty. */
export const newestEnd = (log: StationLog): number | undefined => {
  const newest = log.segments().at(-1);
  return newest && segmentEnd(newest);
};

const readKeeping = async (path: string): Promise<Retention | undefined> => {
  const text = await readFile(path, 'utf8').catch(() => '');
  const parsed = text === '' ? undefined : z.safeParse(Retention, JSON.parse(text));
  return parsed?.success ? parsed.data : undefined;
};
