import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { StationKey } from '#contract/keys.ts';
import type { FrameBatch } from '#streaming/bus/batch.ts';
import { writeAtomically } from '#streaming/snapshot/atomic-file.ts';
import { endOf, type Piece } from './pieces.ts';
import { createRecording, type Recording } from './recording.ts';
import { openShelf } from './shelf.ts';
import { frameMsOf, sliceBatch } from './slice-batch.ts';

/** What is to be recorded of a station: from one moment to another, ms since the epoch. */
export const ProgrammeTime = z.object({ id: z.string(), station: StationKey, begin: z.number(), end: z.number() });
export type ProgrammeTime = z.infer<typeof ProgrammeTime>;

/** One recording of a programme: its pieces hold the frames of its time, and no others. */
export type Programme = ProgrammeTime & {
  readonly folder: string;
  readonly recording: Recording;
  /** It is over and its pieces are complete. */
  isOver: boolean;
  /** What is on the air; '' where that isn't known. */
  source: string;
  /** Why sound was let go. */
  reason: 'disk' | 'failed' | null;
  pieces(): Piece[];
  take(batch: FrameBatch): void;
  /** Whether all of its time was heard, or has gone by. */
  isPast(now: number): boolean;
  clear(): Promise<void>;
};

type Options = { folder: string; now(): number; failed(error: unknown): void };

const hourMs = 3_600_000;
const file = 'programme.json';
/** A disk that refused is tried again after so long. */
const againMs = 10_000;
/** Sound comes a little late where the machine is busy. */
const lateMs = 3000;

/** Opens the recording of a programme with what there is of it; what a crash left open is made whole. */
export async function openProgramme(time: ProgrammeTime, { folder, now, failed }: Options): Promise<Programme> {
  const shelf = await openShelf(folder);
  await writeAtomically(join(folder, file), JSON.stringify(time));
  let isHeard = false;
  let failedAt = -Infinity;
  const recording = createRecording({
    folder,
    pieceMs: hourMs,
    now,
    closed: shelf.put,
    failed(error, piece) {
      programme.reason = 'failed';
      failedAt = now();
      failed(error);
      shelf.recover(piece).catch(failed);
    },
  });
  const programme: Programme = {
    ...time,
    folder,
    recording,
    isOver: false,
    source: '',
    reason: null,
    pieces: () => [...shelf.pieces, ...recording.unfinished],
    take(batch) {
      if (now() - failedAt < againMs) return;
      const { open } = recording;
      const until = open && endOf({ ...open.written, duration: open.duration });
      const heard = within(batch, time, now(), until);
      if (heard.batch) recording.batch(heard.batch);
      isHeard ||= heard.isLast;
    },
    isPast: (at) => isHeard || at >= time.end + lateMs,
    clear: shelf.clear,
  };
  return programme;
}

/** Reads which programme a folder holds; undefined where it holds none. */
export async function readProgrammeTime(folder: string): Promise<ProgrammeTime | undefined> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => '');
  const parsed = text === '' ? undefined : z.safeParse(ProgrammeTime, JSON.parse(text));
  return parsed?.success ? parsed.data : undefined;
}

/**
 * The frames of a batch that lie in the programme's time, each at its nearest frame. The first is told by the wall's clock; from
 * then on by the sound's own (`until` is where that stands), so that it is as long as it was to be.
 */
function within(
  batch: FrameBatch,
  { begin, end }: ProgrammeTime,
  now: number,
  until: number | undefined,
): { batch: FrameBatch | undefined; isLast: boolean } {
  const frameMs = frameMsOf(batch);
  const count = batch.offsets.length;
  const at = until ?? now - batch.duration / 1000;
  const first = until === undefined ? Math.max(0, Math.round((begin - at) / frameMs)) : 0;
  const last = Math.min(count, Math.round((end - at) / frameMs));
  const isLast = last < count || at + last * frameMs >= end;
  return { batch: last > first ? sliceBatch(batch, first, last) : undefined, isLast };
}
