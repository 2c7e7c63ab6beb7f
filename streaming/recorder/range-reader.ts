import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { EngineSpan } from '#contract/engine/engine-log.ts';
import type { StreamFormat } from '#contract/engine/engine.ts';
import { isCompatibleFormat } from '#streaming/base/compatible-format.ts';
import { walkFrames, type FramePosition } from './frame-walk.ts';
import { readNotes } from './notes.ts';
import { closedPath, segmentEnd, openPath, overlaps, type RecordedSegment } from './segments.ts';

/** A part of a segment: its bytes from `first` to before `end`. */
type Part = { segment: RecordedSegment; first: number; end: number };
/** The audio of a time range: whole frames of consecutive segments. */
export type AudioRange = EngineSpan & { parts: Part[] };

/** More than any 10 s of audio, the distance between a segment's marks. */
const chunkBytes = 1024 * 1024;

/**
 * Finds the audio that was on the air in from–to, to the frame; `otherFormat` if its format changed within, and
 * undefined if nothing was recorded.
 */
export const findRange = async (
  folder: string,
  segments: readonly RecordedSegment[],
  from: number,
  to: number,
): Promise<AudioRange | 'otherFormat' | undefined> => {
  const parts: Part[] = [];
  const times: { from: number; to: number }[] = [];
  let format: StreamFormat | undefined;
  for (const segment of segments.filter((one) => overlaps(one, from, to))) {
    const notes = await readNotes(folder, segment.start);
    const relative = (at: number): number => (at - segment.start) * 1000;
    const first = await seek(folder, segment, notes.marks, relative(from), 'containing');
    const end = await seek(folder, segment, notes.marks, relative(to), 'from');
    if (end.bytes <= first.bytes) continue;
    if (format && notes.format && !isCompatibleFormat(format, notes.format)) return 'otherFormat';
    format ??= notes.format;
    parts.push({ segment, first: first.bytes, end: end.bytes });
    times.push({ from: segment.start + first.time / 1000, to: segment.start + end.time / 1000 });
  }
  const [before, after] = [times[0], times.at(-1)];
  if (!before || !after) return undefined;
  return {
    parts,
    codec: parts[0]!.segment.codec,
    // Rounded so that a request for the same times returns the same frames.
    from: Math.ceil(before.from),
    to: Math.floor(after.to),
    bytes: parts.reduce((sum, part) => sum + part.end - part.first, 0),
    duration_ms: Math.round(times.reduce((sum, time) => sum + time.to - time.from, 0)),
  };
};

/** The bytes `first` to `last` (inclusive) of a range. */
export const readRange = (folder: string, { parts }: AudioRange, first: number, last: number): Readable =>
  Readable.from(
    (async function* () {
      let skipped = 0;
      for (const part of parts) {
        const length = part.end - part.first;
        const start = part.first + Math.max(0, first - skipped);
        const end = part.first + Math.min(length - 1, last - skipped);
        skipped += length;
        if (start > end || end < part.first) continue;
        yield* await openPart(folder, part.segment, start, end);
      }
    })(),
    { objectMode: false },
  );

/** A segment's file is renamed once complete, which may be at any time. */
const openPart = async (folder: string, segment: RecordedSegment, start: number, end: number): Promise<Readable> => {
  const file = await open(openPath(folder, segment), 'r').catch(() => open(closedPath(folder, segment), 'r'));
  return createReadStream('', { fd: file, start, end });
};

/** The frame of a segment at `time` (µs from its beginning), or the first that starts then or later. */
const seek = async (
  folder: string,
  segment: RecordedSegment,
  marks: readonly FramePosition[],
  time: number,
  which: 'containing' | 'from',
): Promise<FramePosition> => {
  if (time <= 0) return { bytes: 0, time: 0 };
  if (segment.start + time / 1000 >= segmentEnd(segment)) return { bytes: segment.bytes, time: segment.duration };
  const mark = marks.findLast((one) => one.time <= time && one.bytes <= segment.bytes) ?? { bytes: 0, time: 0 };
  const bytes = await readChunk(folder, segment, mark.bytes);
  return walkFrames(bytes, segment.codec, mark, (frame, end) =>
    which === 'from' ? frame.time < time : end.time <= time,
  );
};

const readChunk = async (folder: string, segment: RecordedSegment, from: number): Promise<Buffer> => {
  const file = await open(openPath(folder, segment), 'r').catch(() => open(closedPath(folder, segment), 'r'));
  try {
    const bytes = Buffer.alloc(Math.min(chunkBytes, segment.bytes - from));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};
