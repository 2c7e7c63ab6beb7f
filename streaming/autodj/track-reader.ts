import { createFrameParser, type ParsedFrame } from '#streaming/frames/frame-parser.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import type { AutoDjItem, StreamFormat } from '#contract/engine/engine.ts';
import type { Media } from '#streaming/media/media.ts';
import { readFailure } from '#streaming/media/read-failure.ts';
import { createFrameQueue } from './frame-queue.ts';
import { openTrackFile } from './track-file.ts';

export type TrackReader = {
  readonly item: AutoDjItem;
  /** The next frame; undefined at the end, after a failure, or while the disk is slow. */
  pull(): Frame | undefined;
  /** `reading`: more may come; `done`: played to the end or failed. */
  status(): 'reading' | 'done';
  /** Why nothing could be read; undefined without an error. */
  failure(): string | undefined;
  /** Why its file, which is not on this disk, takes long to arrive; undefined if it is here or expected soon. */
  late(): string | undefined;
  /** File offset of the next frame, bytes. */
  offset(): number;
  /** The same, ms; undefined before the file size is known. */
  offsetMs(): number | undefined;
  /** ms of audio in the queue. */
  ready(): number;
  /** Whether the file has been read to its end, so that the next one may be opened. */
  drained(): boolean;
  /** ms of audio still to play, up to the stop position; undefined before the file size is known. */
  left(): number | undefined;
  /** Ends before the frame at this byte offset; undefined for the end of the file. */
  stopAt(offset: number | undefined): void;
  close(): void;
};

/** The least audio that one read fetches, and the queue level that triggers the next read, ms. */
const chunkMs = 1600;
const lowMs = 2000;

/** Reads a prepared file frame by frame, in chunks of two or three seconds, ahead of playback; never the whole file. */
export const openTrack = (
  item: AutoDjItem,
  media: Pick<Media, 'open'>,
  format: StreamFormat,
  start: number,
  changed: () => void,
): TrackReader => {
  const parser = createFrameParser(format.codec);
  // Random, so that stations that started together do not keep reading at the same time.
  const chunkBytes = (format.bitrate / 8000) * chunkMs * (1 + Math.random());
  const queue = createFrameQueue();
  const lowSamples = (lowMs * format.sample_rate) / 1000;
  const offset = (): number => start + queue.endOffset();
  const isStopped = (): boolean => stop !== undefined && start + (queue.nextOffset() ?? queue.endOffset()) >= stop;
  let isAtEnd = false;
  let failure: string | undefined;
  let position = start;
  let played = 0;
  let stop: number | undefined;

  const fetch = (): void => {
    const unparsed = parser.discardPartial();
    const chunk = Buffer.allocUnsafeSlow(Math.floor(chunkBytes) + unparsed);
    position -= unparsed;
    file.read(chunk, position, (error, length) => {
      if (error) return fail(readFailure(error));
      if (length <= unparsed) return end();
      position += length;
      enqueue(parser.push(chunk.subarray(0, length)));
      if (!isAtEnd && queue.samples() < lowSamples) fetch();
      else changed();
    });
  };

  const enqueue = (parsed: ParsedFrame[]): void => {
    for (const frame of parsed) {
      if (frame.header.sample_rate !== format.sample_rate) return fail('another sample rate');
      if (frame.header.channels !== format.channels) return fail('another channel layout');
      queue.push(frame);
    }
    const garbage = parser.garbage;
    if (played === 0 && queue.isEmpty() && garbage > 262_144) fail('it contains no audio');
  };

  const end = (): void => {
    isAtEnd = true;
    if (played === 0 && queue.isEmpty() && start === 0) failure ??= 'it contains no audio';
    file.close();
    changed();
  };

  const fail = (reason: string): void => {
    failure ??= reason;
    end();
  };

  const file = openTrackFile(item, media, { opened: fetch, failed: fail, late: changed });

  return {
    item,
    pull() {
      const frame = isStopped() ? undefined : queue.shift();
      if (frame) played++;
      if (!file.isBusy() && !isAtEnd && queue.samples() < lowSamples) fetch();
      return frame;
    },
    status: () => (isStopped() || (isAtEnd && queue.isEmpty()) ? 'done' : 'reading'),
    failure: () => failure,
    late: file.late,
    offset,
    offsetMs() {
      const size = file.size();
      return size && Math.round((item.duration_ms * offset()) / size);
    },
    ready: () => (queue.samples() * 1000) / format.sample_rate,
    drained: () => isAtEnd,
    left() {
      const size = file.size();
      return size && (item.duration_ms * Math.max((stop ?? size) - offset(), 0)) / size;
    },
    stopAt(at) {
      stop = at;
    },
    close() {
      queue.clear();
      file.close();
    },
  };
};
