import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { closedPath, dayFolder, endOf, notesPath, pieceOfName, type Piece } from './pieces.ts';
import { recoverPiece } from './recover.ts';

/** The complete segments of one station, oldest first. */
export type Shelf = {
  readonly pieces: readonly Piece[];
  readonly bytes: number;
  put(segment: Piece): void;
  /** Removes the oldest segment with its file. */
  dropOldest(): Promise<void>;
  /** Repairs the incomplete segment that starts at `segment.start`. */
  recover(segment: Piece): Promise<void>;
  /** Removes everything. */
  clear(): Promise<void>;
};

/** Lists a folder's segments from their file names, and repairs those a crash left incomplete. */
export async function openShelf(folder: string): Promise<Shelf> {
  const files = await readPieces(folder);
  const recovered = await Promise.all(
    files.filter(({ isOpen }) => isOpen).map((one) => recoverPiece(folder, one.segment)),
  );
  const complete = files.filter(({ isOpen }) => !isOpen).map(({ segment }) => segment);
  let segments = [...complete, ...recovered.filter((segment) => segment !== undefined)].toSorted(
    (a, b) => a.start - b.start,
  );
  let bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);

  function put(segment: Piece): void {
    segments.push(segment);
    bytes += segment.bytes;
    const before = segments.at(-2);
    if (before && before.start > segment.start) segments.sort((a, b) => a.start - b.start);
  }

  return {
    put,
    get pieces() {
      return segments;
    },
    get bytes() {
      return bytes;
    },
    async dropOldest() {
      const oldest = segments.shift();
      if (!oldest) return;
      bytes -= oldest.bytes;
      await rm(closedPath(folder, oldest), { force: true });
      await rm(notesPath(folder, oldest.start), { force: true });
      // Fails on a folder that is not empty.
      await rmdir(dayFolder(folder, oldest.start)).catch(() => undefined);
    },
    async recover(incomplete) {
      const segment = await recoverPiece(folder, incomplete);
      if (segment) put(segment);
    },
    async clear() {
      segments = [];
      bytes = 0;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The end of the oldest segment; undefined if there is none. */
export function oldestEnd({ pieces }: Shelf): number | undefined {
  const oldest = pieces[0];
  return oldest && endOf(oldest);
}

async function readPieces(folder: string): Promise<{ segment: Piece; isOpen: boolean }[]> {
  const days = (await readdir(folder).catch(() => [])).filter((name) => /^\d{8}$/.test(name)).toSorted();
  const found = [];
  for (const day of days) {
    for (const name of await readdir(join(folder, day))) {
      const parsed = pieceOfName(day, name);
      if (parsed) found.push(parsed);
    }
  }
  return found;
}
