import type { StreamFormat } from '#contract/engine/engine.ts';
import type { FrameBatch } from '#streaming/bus/batch.ts';
import { isCompatibleFormat } from '#streaming/base/compatible-format.ts';
import type { Note } from './notes.ts';
import { createAudioSegmentWriter, type AudioSegmentWriter } from './segment-writer.ts';
import { segmentEnd, type RecordedSegment } from './segments.ts';

/** Writes one station's audio to segments in a folder: of the log, or of a scheduled recording. */
export type Recording = {
  readonly open: AudioSegmentWriter | undefined;
  /** The written parts of segments that aren't complete. */
  readonly unfinished: readonly RecordedSegment[];
  format(format: StreamFormat): void;
  title(title: string): void;
  source(source: string): void;
  batch(batch: FrameBatch): void;
  /** The audio that follows is not continuous with the last. */
  cut(): void;
  /** Compares the audio's clock with the wall clock; called when no audio is overdue. */
  check(): void;
  /** Hands waiting bytes to the operating system, and renames complete segments. */
  write(): Promise<void>;
  sync(): Promise<void>;
  /** Ends the current segment. */
  end(): Promise<void>;
};

export type RecordingOptions = {
  folder: string;
  /** Maximum segment length, ms; segments start at multiples of it. */
  segmentMs: number;
  now(): number;
  closed(segment: RecordedSegment): void;
  /** A disk error; `segment` stays open as it is. */
  failed(error: unknown, segment: RecordedSegment): void;
};

/** Batch clocks that differ by less than this are continuous, µs. */
const slack = 1000;
/** Beyond this the audio is considered off the wall clock, ms; a station that starts is 1.5 s ahead. */
const longestDrift = 2000;
/** The most bytes that may wait for a hanging disk. */
const maxWaiting = 4 * 1024 * 1024;

/** Turns a station's batches into segments: each starts on a frame, has no gap and one format. */
export const createRecording = (options: RecordingOptions): Recording => {
  const { folder, segmentMs, now } = options;
  let format: StreamFormat | undefined;
  let title = '';
  let source = '';
  let open: AudioSegmentWriter | undefined;
  let finishing: AudioSegmentWriter[] = [];
  let next: { seq: number; at: number } | undefined;
  let lastBatchAt = 0;
  let lastEnd = 0;

  const cut = (): void => {
    if (open) finishing.push(open);
    if (open) lastEnd = Math.max(lastEnd, Math.ceil(open.written.start + open.duration / 1000));
    open = undefined;
    next = undefined;
  };

  const begin = (start: number, isContinuous: boolean): void => {
    if (!format) return;
    const first: Note = { format, title, source };
    open = createAudioSegmentWriter({ folder, start, codec: format.codec, first, follows: isContinuous });
  };

  /** Starts the next segment, frame-continuous, when the current one has reached its end time. */
  const rotate = (): void => {
    if (!open) return;
    const { start } = open.written;
    const end = start + open.duration / 1000;
    if (Math.floor(start / segmentMs) === Math.floor(end / segmentMs)) return;
    const following = next;
    cut();
    next = following;
    begin(lastEnd, true);
  };

  const batch = (one: FrameBatch): void => {
    const isNext = next && one.seq === next.seq && Math.abs(one.at - next.at) < slack;
    if (open && !isNext) cut();
    if (open && open.waiting > maxWaiting) cut();
    if (finishing.reduce((sum, segment) => sum + segment.waiting, 0) > maxWaiting) return;
    lastBatchAt = now();
    rotate();
    if (!open) begin(dueOf(one), false);
    open?.add(one);
    next = { seq: one.seq + 1, at: one.at + one.duration };
  };

  /** Segments don't overlap, unless the wall clock was set back. */
  const dueOf = (one: FrameBatch): number => {
    const due = Math.round(lastBatchAt - one.duration / 1000);
    return lastEnd - due <= longestDrift ? Math.max(lastEnd, due) : due;
  };

  const note = (of: (t: number) => Note): void => open?.note(of(Math.round(open.duration)));

  const guard = async (segment: AudioSegmentWriter, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (open === segment) open = undefined;
      finishing = finishing.filter((one) => one !== segment);
      await segment.abandon().catch(() => undefined);
      options.failed(error, segment.written);
    }
  };

  const write = async (): Promise<void> => {
    for (let segment = finishing[0]; segment; segment = finishing[0]) {
      const finished = segment;
      await guard(finished, async () => {
        const closed = await finished.close();
        finishing = finishing.filter((one) => one !== finished);
        if (closed) options.closed(closed);
      });
    }
    const writing = open;
    if (writing) await guard(writing, () => writing.write());
  };

  return {
    get open() {
      return open;
    },
    get unfinished() {
      return [...finishing, ...(open ? [open] : [])].map(({ written }) => written);
    },
    format(of) {
      if (format && !isCompatibleFormat(format, of)) cut();
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
      if (open && Math.abs(segmentEnd({ ...open.written, duration: open.duration }) - lastBatchAt) > longestDrift)
        cut();
    },
    write,
    async sync() {
      const writing = open;
      if (writing) await guard(writing, () => writing.sync());
    },
    async end() {
      cut();
      await write();
    },
  };
};
