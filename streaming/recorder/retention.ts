import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { closedPath, dayFolder, segmentEnd, notesPath, parseSegmentName, type RecordedSegment } from './segments.ts';
import { recoverSegment } from './recover.ts';

/** The complete segments of one station, oldest first. */
export type RetainedSegments = {
  readonly segments: readonly RecordedSegment[];
  readonly bytes: number;
  add(segment: RecordedSegment): void;
  /** Removes the oldest segment with its file. */
  dropOldest(): Promise<void>;
  /** Repairs the incomplete segment that starts at `segment.start`. */
  recover(segment: RecordedSegment): Promise<void>;
  /** Removes everything. */
  clear(): Promise<void>;
};

/** Lists a folder's segments from their file names, and repairs those a crash left incomplete. */
export const openRetainedSegments = async (folder: string): Promise<RetainedSegments> => {
  const files = await readSegments(folder);
  const recovered = await Promise.all(
    files.filter(({ isOpen }) => isOpen).map((one) => recoverSegment(folder, one.segment)),
  );
  const complete = files.filter(({ isOpen }) => !isOpen).map(({ segment }) => segment);
  let segments = [...complete, ...recovered.filter((segment) => segment !== undefined)].toSorted(
    (a, b) => a.start - b.start,
  );
  let bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);

  const add = (segment: RecordedSegment): void => {
    segments.push(segment);
    bytes += segment.bytes;
    const before = segments.at(-2);
    if (before && before.start > segment.start) segments.sort((a, b) => a.start - b.start);
  };

  return {
    add,
    get segments() {
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
      const segment = await recoverSegment(folder, incomplete);
      if (segment) add(segment);
    },
    async clear() {
      segments = [];
      bytes = 0;
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** The end of the oldest segment; undefined if there is none. */
export const oldestEnd = ({ segments }: RetainedSegments): number | undefined => {
  const oldest = segments[0];
  return oldest && segmentEnd(oldest);
};

const readSegments = async (folder: string): Promise<{ segment: RecordedSegment; isOpen: boolean }[]> => {
  const days = (await readdir(folder).catch(() => [])).filter((name) => /^\d{8}$/.test(name)).toSorted();
  const found = [];
  for (const day of days) {
    for (const name of await readdir(join(folder, day))) {
      const parsed = parseSegmentName(day, name);
      if (parsed) found.push(parsed);
    }
  }
  return found;
};
