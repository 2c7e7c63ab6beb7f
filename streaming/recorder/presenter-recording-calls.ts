import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { PresenterRecording } from '#contract/engine/engine-recordings.ts';
import type { PresenterRecordings } from './presenter-recordings.ts';
import { closedPath, openPath, segmentEnd, type RecordedSegment } from './segments.ts';
import type { ScheduledRecording } from './scheduled-recording.ts';

/** The control port's calls on recordings of presenters (contract/engine/engine-recordings.ts). */
export type PresenterRecordingCalls = {
  list(station: string): Promise<PresenterRecording[]>;
  /** The bytes `first` to `last` (inclusive); undefined if the station has no such recording, or it is shorter. */
  sound(station: string, id: string, first: number, last: number): Promise<Readable | undefined>;
  remove(station: string, id: string): Promise<void>;
};

/** Answers from the recordings and their files. */
export const createPresenterRecordingCalls = (recordings: PresenterRecordings): PresenterRecordingCalls => ({
  list: async (station) =>
    (await recordings.list(station)).flatMap((one) => {
      const segments = segmentsOf(one);
      const [first, last] = [segments[0], segments.at(-1)];
      if (!first || !last || one.presenter === undefined) return [];
      return {
        id: one.id,
        presenter: one.presenter,
        begin: one.begin,
        end: one.isOver ? Math.round(segmentEnd(last)) : null,
        codec: first.codec,
        ms: Math.round(segments.reduce((sum, each) => sum + segmentEnd(each) - each.start, 0)),
        bytes: bytesOf(segments),
        reason: one.reason,
      };
    }),
  async sound(station, id, first, last) {
    const one = (await recordings.list(station)).find((each) => each.id === id);
    if (!one) return undefined;
    const segments = segmentsOf(one);
    return last < bytesOf(segments) ? Readable.from(read(one.folder, segments, first, last)) : undefined;
  },
  remove: recordings.remove,
});

/** Its segments in the codec of the first one: they make one file. */
const segmentsOf = (one: ScheduledRecording): RecordedSegment[] => {
  const segments = one.segments().filter(({ bytes }) => bytes > 0);
  return segments.filter(({ codec }) => codec === segments[0]?.codec);
};

const bytesOf = (segments: readonly RecordedSegment[]): number => segments.reduce((sum, { bytes }) => sum + bytes, 0);

async function* read(
  folder: string,
  segments: readonly RecordedSegment[],
  first: number,
  last: number,
): AsyncGenerator<Buffer> {
  let offset = 0;
  for (const segment of segments) {
    const start = Math.max(first - offset, 0);
    const end = Math.min(last - offset, segment.bytes - 1);
    offset += segment.bytes;
    if (start > end) continue;
    const closed = closedPath(folder, segment);
    const isClosed = await access(closed).then(
      () => true,
      () => false,
    );
    for await (const bytes of createReadStream(isClosed ? closed : openPath(folder, segment), { start, end }))
      yield bytes as Buffer;
  }
}
