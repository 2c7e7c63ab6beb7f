import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { writeAtomically } from '#streaming/snapshot/atomic-file.ts';
import { endOf, type Piece } from './pieces.ts';
import { createRecording, type Recording } from './recording.ts';
import { oldestEnd, openShelf, type Shelf } from './shelf.ts';

/** How long, and how much at most, a station's log is kept. */
export const Keeping = z.object({ days: z.number(), max_bytes: z.number() });
export type Keeping = z.infer<typeof Keeping>;

/** The log of one station: the recording, and the shelf its pieces come to. */
export type StationLog = {
  readonly folder: string;
  readonly recording: Recording;
  readonly shelf: Shelf;
  /** Whether it is to be recorded. */
  isWanted: boolean;
  /** Why its last piece could not be written. */
  failedAt: number | undefined;
  keep(keeping: Keeping): Promise<void>;
  /** All pieces, that which is being written too. */
  pieces(): Piece[];
  bytes(): number;
  /** Removes what is older than it may be, and the oldest of what is too much. */
  age(now: number): Promise<void>;
};

type Options = { folder: string; pieceMs: number; now(): number; failed(error: unknown): void };

const dayMs = 86_400_000;
const file = 'keeping.json';

/** Opens a station's log with what there is of it on disk. */
export async function openStationLog({ folder, pieceMs, now, failed }: Options): Promise<StationLog> {
  const shelf = await openShelf(folder);
  let keeping = await readKeeping(join(folder, file));
  const recording = createRecording({
    folder,
    pieceMs,
    now,
    closed: shelf.put,
    failed(error, piece) {
      log.failedAt = now();
      failed(error);
      shelf.recover(piece).catch(failed);
    },
  });
  const log: StationLog = {
    folder,
    recording,
    shelf,
    isWanted: false,
    failedAt: undefined,
    async keep(wanted) {
      if (keeping?.days === wanted.days && keeping.max_bytes === wanted.max_bytes) return;
      keeping = wanted;
      await writeAtomically(join(folder, file), JSON.stringify(wanted));
    },
    pieces: () => [...shelf.pieces, ...recording.unfinished],
    bytes: () => recording.unfinished.reduce((sum, piece) => sum + piece.bytes, shelf.bytes),
    async age(at) {
      if (!keeping) return;
      const { days, max_bytes } = keeping;
      const isOld = (end: number | undefined): boolean => end !== undefined && end < at - days * dayMs;
      while (isOld(oldestEnd(shelf))) await shelf.dropOldest();
      while (shelf.pieces.length > 0 && log.bytes() > max_bytes) await shelf.dropOldest();
    },
  };
  return log;
}

/** The end of a log's newest sound; undefined where it has none. */
export function newestEnd(log: StationLog): number | undefined {
  const newest = log.pieces().at(-1);
  return newest && endOf(newest);
}

async function readKeeping(path: string): Promise<Keeping | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const parsed = text === '' ? undefined : z.safeParse(Keeping, JSON.parse(text));
  return parsed?.success ? parsed.data : undefined;
}
