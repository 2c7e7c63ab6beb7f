import { mkdir, open, rename, type FileHandle } from 'node:fs/promises';
import type { FrameBatch } from '#streaming/bus/batch.ts';
import { createCleanStart } from '#streaming/frames/clean-start.ts';
import { lineOf, type Note } from './notes.ts';
import { closedPath, dayFolder, notesPath, openPath, type Codec, type RecordedSegment } from './segments.ts';

export type AudioSegmentWriter = {
  /** The part handed to the operating system, which a kill of this process can't lose. */
  readonly written: RecordedSegment;
  /** µs of audio added. */
  readonly duration: number;
  /** Bytes added and not yet written. */
  readonly waiting: number;
  add(batch: FrameBatch): void;
  note(note: Note): void;
  /** Hands the waiting bytes to the operating system. Never called concurrently. */
  write(): Promise<void>;
  /** Flushes the written bytes to the disk. */
  sync(): Promise<void>;
  /** Writes, syncs and renames the file to its final name; undefined if it holds no audio. */
  close(): Promise<RecordedSegment | undefined>;
  /** Closes the files as they are, after a disk error. */
  abandon(): Promise<void>;
};

type Options = {
  folder: string;
  start: number;
  codec: Codec;
  first: Extract<Note, { format: unknown }>;
  /** Continues where another segment ended, so its frames may borrow from that one's. */
  follows: boolean;
};

/** Interval of seek marks, µs of audio. */
const markEvery = 10_000_000;

/** A segment that is being written. The first write creates its files. */
export const createAudioSegmentWriter = ({ folder, start, codec, first, follows }: Options): AudioSegmentWriter => {
  const clean = follows ? undefined : createCleanStart(codec);
  let sound: Buffer[] = [];
  let lines = lineOf(first);
  let waiting = 0;
  let addedBytes = 0;
  let duration = 0;
  let marked = 0;
  let files: { sound: FileHandle; notes: FileHandle } | undefined;
  let isDirty = false;
  let isRecorded = false;
  const written: RecordedSegment = { start, duration: 0, bytes: 0, codec };

  const openFiles = async (): Promise<NonNullable<typeof files>> => {
    await mkdir(dayFolder(folder, start), { recursive: true, mode: 0o700 });
    const notes = await open(notesPath(folder, start), 'a', 0o600);
    files = { notes, sound: await open(openPath(folder, { start, codec }), 'a', 0o600) };
    return files;
  };
  const closeFiles = async (): Promise<void> => {
    const openedFiles = files;
    files = undefined;
    await Promise.all([openedFiles?.sound.close(), openedFiles?.notes.close()]);
  };

  const write = async (): Promise<void> => {
    if (waiting === 0 && lines === '') return;
    const [parts, text, until] = [sound, lines, duration];
    sound = [];
    lines = '';
    waiting = 0;
    const { sound: file, notes } = files ?? (await openFiles());
    isDirty = true;
    if (text !== '') {
      isRecorded = true;
      await notes.appendFile(text);
    }
    const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    if (bytes.length > 0) await file.appendFile(bytes);
    written.bytes += bytes.length;
    written.duration = until;
  };

  const sync = async (): Promise<void> => {
    if (!isDirty || !files) return;
    const { sound: file, notes } = files;
    const isNew = isRecorded;
    isDirty = false;
    isRecorded = false;
    await file.datasync();
    if (isNew) await notes.datasync();
  };

  return {
    written,
    write,
    sync,
    get duration() {
      return duration;
    },
    get waiting() {
      return waiting;
    },
    add(batch) {
      if (duration - marked >= markEvery) {
        marked = duration;
        lines += lineOf({ t: Math.round(duration), b: addedBytes });
      }
      const bytes = clean ? clean(batch) : batch.data;
      sound.push(bytes);
      waiting += bytes.length;
      addedBytes += bytes.length;
      duration += batch.duration;
    },
    note(note) {
      lines += lineOf(note);
    },
    async close() {
      await write();
      await sync();
      const hasFiles = files !== undefined;
      await closeFiles();
      if (!hasFiles || written.bytes === 0) return undefined;
      await rename(openPath(folder, written), closedPath(folder, written));
      return written;
    },
    abandon: closeFiles,
  };
};
