import { open, rename, rm, stat } from 'node:fs/promises';
import { walkFrames, type FramePosition } from './frame-walk.ts';
import { readNotes } from './notes.ts';
import { closedPath, notesPath, openPath, type RecordedSegment } from './segments.ts';

/**
 * Repairs the segment that a crash left incomplete: cuts off a truncated last frame, and renames the file. If it has no
 * whole frame, removes it and returns undefined.
 */
export const recoverSegment = async (
  folder: string,
  { start, codec }: RecordedSegment,
): Promise<RecordedSegment | undefined> => {
  const path = openPath(folder, { start, codec });
  const { size } = await stat(path);
  const { marks } = await readNotes(folder, start);
  // The disk may have kept a mark's line and lost the audio before it.
  const mark = marks.findLast(({ bytes }) => bytes <= size) ?? { bytes: 0, time: 0 };
  const end = await endOfFrames(path, codec, mark, size);
  const segment = { start, codec, bytes: end.bytes, duration: Math.round(end.time) };
  if (segment.bytes === 0) {
    await Promise.all([rm(path, { force: true }), rm(notesPath(folder, start), { force: true })]);
    return undefined;
  }
  await rename(path, closedPath(folder, segment));
  return segment;
};

const endOfFrames = async (
  path: string,
  codec: RecordedSegment['codec'],
  mark: FramePosition,
  size: number,
): Promise<FramePosition> => {
  const file = await open(path, 'r+');
  try {
    const bytes = Buffer.alloc(size - mark.bytes);
    await file.read(bytes, 0, bytes.length, mark.bytes);
    const end = walkFrames(bytes, codec, mark);
    if (end.bytes < size) await file.truncate(end.bytes);
    await file.sync();
    return end;
  } finally {
    await file.close();
  }
};
