import type { StreamFormat } from '#contract/engine.ts';
import type { FrameBatch } from '#streaming/bus/batch.ts';
import { playsOn } from '#streaming/base/plays-on.ts';
import type { Note } from './notes.ts';
import { createOpenPiece, type OpenPiece } from './open-piece.ts';
import { endOf, type Piece } from './pieces.ts';

/** One station's sound written to pieces in a folder: the log's, or a programme's. */
export type Recording = {
  readonly open: OpenPiece | undefined;
  /** What is written of pieces that aren't complete. */
  readonly unfinished: readonly Piece[];
  format(format: StreamFormat): void;
  title(title: string): void;
  source(source: string): void;
  batch(batch: FrameBatch): void;
  /** What follows doesn't continue what was. */
  cut(): void;
  /** Compares the sound's clock with the wall's; called when no sound is owed any more. */
  check(): void;
  /** Brings what waits to the operating system, and names the pieces that are over. */
  write(): Promise<void>;
  sync(): Promise<void>;
  /** Ends the piece that is being written. */
  end(): Promise<void>;
};

export type RecordingOptions = {
  folder: string;
  /** No piece is longer, ms; pieces begin where such a stretch of the day begins. */
  pieceMs: number;
  now(): number;
  closed(piece: Piece): void;
  /** The disk refused; `piece` is left open as it is. */
  failed(error: unknown, piece: Piece): void;
};

/** Clocks of batches that differ by less are one, µs. */
const slack = 1000;
/** From here on the sound is told not to go with the wall's clock, ms; a station that begins anew is 1.5 s ahead. */
const longestDrift = 2000;
/** What a disk that hangs may keep waiting, bytes. */
const waitingAtMost = 4 * 1024 * 1024;

/** Takes a station's batches and makes pieces of them: each begins on a frame, is without a gap and of one format. */
export function createRecording(options: RecordingOptions): Recording {
  const { folder, pieceMs, now } = options;
  let format: StreamFormat | undefined;
  let title = '';
  let source = '';
  let open: OpenPiece | undefined;
  let ended: OpenPiece[] = [];
  let next: { seq: number; at: number } | undefined;
  let heard = 0;
  let last = 0;

  function cut(): void {
    if (open) ended.push(open);
    if (open) last = Math.max(last, Math.ceil(open.written.start + open.duration / 1000));
    open = undefined;
    next = undefined;
  }

  function begin(start: number, follows: boolean): void {
    if (!format) return;
    const first: Note = { format, title, source };
    open = createOpenPiece({ folder, start, codec: format.codec, first, follows });
  }

  /** A piece whose stretch of the day is over is followed by the next one, frame to frame. */
  function turn(): void {
    if (!open) return;
    const { start } = open.written;
    const end = start + open.duration / 1000;
    if (Math.floor(start / pieceMs) === Math.floor(end / pieceMs)) return;
    const follow = next;
    cut();
    next = follow;
    begin(last, true);
  }

  function batch(one: FrameBatch): void {
    const isNext = next && one.seq === next.seq && Math.abs(one.at - next.at) < slack;
    if (open && !isNext) cut();
    if (open && open.waiting > waitingAtMost) cut();
    if (ended.reduce((sum, piece) => sum + piece.waiting, 0) > waitingAtMost) return;
    heard = now();
    turn();
    if (!open) begin(dueOf(one), false);
    open?.add(one);
    next = { seq: one.seq + 1, at: one.at + one.duration };
  }

  /** Pieces lie one after the other, unless the wall's clock was set back. */
  function dueOf(one: FrameBatch): number {
    const due = Math.round(heard - one.duration / 1000);
    return last - due <= longestDrift ? Math.max(last, due) : due;
  }

  const note = (of: (t: number) => Note): void => open?.note(of(Math.round(open.duration)));

  async function guarded(piece: OpenPiece, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (open === piece) open = undefined;
      ended = ended.filter((one) => one !== piece);
      await piece.abandon().catch(() => undefined);
      options.failed(error, piece.written);
    }
  }

  async function write(): Promise<void> {
    for (let piece = ended[0]; piece; piece = ended[0]) {
      const over = piece;
      await guarded(over, async () => {
        const closed = await over.close();
        ended = ended.filter((one) => one !== over);
        if (closed) options.closed(closed);
      });
    }
    const current = open;
    if (current) await guarded(current, () => current.write());
  }

  return {
    get open() {
      return open;
    },
    get unfinished() {
      return [...ended, ...(open ? [open] : [])].map(({ written }) => written);
    },
    format(of) {
      if (format && !playsOn(format, of)) cut();
      format = of;
    },
    title(text) {
      if (text === title) return;
      title = text;
      note((t) => ({ t, title }));
    },
    source(name) {
      if (name === source) return;
      source = name;
      note((t) => ({ t, source }));
    },
    batch,
    cut,
    check() {
      if (open && Math.abs(endOf({ ...open.written, duration: open.duration }) - heard) > longestDrift) cut();
    },
    write,
    async sync() {
      const current = open;
      if (current) await guarded(current, () => current.sync());
    },
    async end() {
      cut();
      await write();
    },
  };
}
