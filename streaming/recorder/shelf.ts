import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { closedPath, dayFolder, endOf, notesPath, pieceOfName, type Piece } from './pieces.ts';
import { recoverPiece } from './recover.ts';

/** The complete segments of one station, oldest first. */
export type Shelf = {
  readonly pieces: readonly Piece[];
  readonly bytes: number;
  put(piece: Piece): void;
  /** Removes the oldest segment with its file. */
  dropOldest(): Promise<void>;
  /** Repairs the incomplete segment that starts at `piece.start`. */
  recover(piece: Piece): Promise<void>;
  /** Removes everything. */
  clear(): Promise<void>;
};

/** Lists a folder's segments from their file names, and repairs those a crash left incomplete. */
export async function openShelf(folder: string): Promise<Shelf> {
  const files = await readPieces(folder);
  const recovered = await Promise.all(
    files.filter(({ isOpen }) => isOpen).map((one) => recoverPiece(folder, one.piece)),
  );
  const complete = files.filter(({ isOpen }) => !isOpen).map(({ piece }) => piece);
  let pieces = [...complete, ...recovered.filter((piece) => piece !== undefined)].toSorted((a, b) => a.start - b.start);
  let bytes = pieces.reduce((sum, piece) => sum + piece.bytes, 0);

  function put(piece: Piece): void {
    pieces.push(piece);
    bytes += piece.bytes;
    const before = pieces.at(-2);
    if (before && before.start > piece.start) pieces.sort((a, b) => a.start - b.start);
  }

  return {
    put,
    get pieces() {
      return pieces;
    },
    get bytes() {
      return bytes;
    },
    async dropOldest() {
      const oldest = pieces.shift();
      if (!oldest) return;
      bytes -= oldest.bytes;
      await rm(closedPath(folder, oldest), { force: true });
      await rm(notesPath(folder, oldest.start), { force: true });
      // Fails on a folder that is not empty.
      await rmdir(dayFolder(folder, oldest.start)).catch(() => undefined);
    },
    async recover(incomplete) {
      const piece = await recoverPiece(folder, incomplete);
      if (piece) put(piece);
    },
    async clear() {
      pieces = [];
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

async function readPieces(folder: string): Promise<{ piece: Piece; isOpen: boolean }[]> {
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
