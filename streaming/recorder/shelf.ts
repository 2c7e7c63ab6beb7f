import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { closedPath, dayFolder, endOf, notesPath, pieceOfName, type Piece } from './pieces.ts';
import { recoverPiece } from './recover.ts';

/** The complete pieces of one station, oldest first. */
export type Shelf = {
  readonly pieces: readonly Piece[];
  readonly bytes: number;
  put(piece: Piece): void;
  /** Removes the oldest piece with its file. */
  dropOldest(): Promise<void>;
  /** Makes a piece of what was left open at `start`. */
  recover(piece: Piece): Promise<void>;
  /** Removes everything. */
  clear(): Promise<void>;
};

/** Reads which pieces a folder has from their names; what a crash left open is made whole. */
export async function openShelf(folder: string): Promise<Shelf> {
  const found = await readPieces(folder);
  const recovered = await Promise.all(
    found.filter(({ isOpen }) => isOpen).map((one) => recoverPiece(folder, one.piece)),
  );
  const whole = found.filter(({ isOpen }) => !isOpen).map(({ piece }) => piece);
  let pieces = [...whole, ...recovered.filter((piece) => piece !== undefined)].toSorted((a, b) => a.start - b.start);
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
      // Only an empty one goes.
      await rmdir(dayFolder(folder, oldest.start)).catch(() => undefined);
    },
    async recover(left) {
      const piece = await recoverPiece(folder, left);
      if (piece) put(piece);
    },
    async clear() {
      pieces = [];
      bytes = 0;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The oldest piece's end; undefined for an empty shelf. */
export function oldestEnd({ pieces }: Shelf): number | undefined {
  const oldest = pieces[0];
  return oldest && endOf(oldest);
}

async function readPieces(folder: string): Promise<{ piece: Piece; isOpen: boolean }[]> {
  const days = (await readdir(folder).catch(() => [])).filter((name) => /^\d{8}$/.test(name)).toSorted();
  const found = [];
  for (const day of days) {
    for (const name of await readdir(join(folder, day))) {
      const known = pieceOfName(day, name);
      if (known) found.push(known);
    }
  }
  return found;
}
