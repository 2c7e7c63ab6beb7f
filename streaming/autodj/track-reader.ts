import { close, fstat, open, read } from 'node:fs';
import { createFrameParser, type ParsedFrame } from '#streaming/frames/frame-parser.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import type { AutoDjItem, StreamFormat } from '#contract/engine.ts';
import { createFrameQueue } from './frame-queue.ts';
import { readFailure } from './unreadable.ts';

export type TrackReader = {
  readonly item: AutoDjItem;
  /** The next frame; undefined at the end, after a failure, or while the disk is slow. */
  pull(): Frame | undefined;
  /** `reading`: more may come; `done`: played or failed. */
  readonly status: 'reading' | 'done';
  /** Why nothing could be read; undefined while all is well. */
  readonly failure: string | undefined;
  /** Bytes into the file of the next frame. */
  readonly offset: number;
  /** ms of sound that are ready. */
  readonly ready: number;
  /** Whether the file has been read to its end, so that the next one may be opened. */
  readonly drained: boolean;
  /** ms of sound that are still to come, as far as it is to be played; undefined before that is known. */
  readonly left: number | undefined;
  /** Ends before the frame that begins at this byte; undefined for the end of the file. */
  stopAt(offset: number | undefined): void;
  close(): void;
};

/** How much sound one read fetches at least, and from how little on the next is asked for, ms. */
const chunkMs = 1600;
const lowMs = 2000;

/** Reads a prepared file frame by frame, in chunks of two or three seconds, ahead of what is played; never the whole file. */
export function openTrack(
  item: AutoDjItem,
  path: string,
  format: StreamFormat,
  start: number,
  changed: () => void,
): TrackReader {
  const parser = createFrameParser(format.codec);
  // Of another length for each, so that stations that began together do not go on reading together.
  const chunkBytes = (format.bitrate / 8000) * chunkMs * (1 + Math.random());
  const waiting = createFrameQueue();
  let fd = -1;
  let isBusy = true;
  let isClosed = false;
  let isAtEnd = false;
  let failure: string | undefined;
  let position = start;
  let played = 0;
  let size: number | undefined;
  let stop: number | undefined;

  open(path, 'r', (error, opened) => {
    isBusy = false;
    if (error) return fail(readFailure(error));
    fd = opened;
    if (isClosed) return shut();
    weigh();
  });

  function weigh(): void {
    isBusy = true;
    fstat(fd, (error, stats) => {
      isBusy = false;
      if (!error) size = stats.size;
      if (isClosed) return shut();
      fetch();
    });
  }

  function fetch(): void {
    isBusy = true;
    const again = parser.giveBack();
    const chunk = Buffer.allocUnsafeSlow(Math.floor(chunkBytes) + again);
    position -= again;
    read(fd, chunk, 0, chunk.length, position, (error, length) => {
      isBusy = false;
      if (isClosed) return shut();
      if (error) return fail(readFailure(error));
      if (length <= again) return end();
      position += length;
      take(parser.push(chunk.subarray(0, length)));
      if (!isAtEnd && waiting.samples < lowSamples()) fetch();
      else changed();
    });
  }

  function take(parsed: ParsedFrame[]): void {
    for (const frame of parsed) {
      if (frame.header.sample_rate !== format.sample_rate) return fail('another sample rate');
      if (frame.header.channels !== format.channels) return fail('another channel layout');
      waiting.push(frame);
    }
    const noise = parser.garbage;
    if (played === 0 && waiting.isEmpty && noise > 262_144) fail('no sound in it');
  }

  function end(): void {
    isAtEnd = true;
    if (played === 0 && waiting.isEmpty && start === 0) failure ??= 'no sound in it';
    shut();
    changed();
  }

  function fail(reason: string): void {
    failure ??= reason;
    end();
  }

  function shut(): void {
    if (fd >= 0 && !isBusy) {
      close(fd, () => undefined);
      fd = -1;
    }
  }

  function isStopped(): boolean {
    return stop !== undefined && start + (waiting.next ?? waiting.taken) >= stop;
  }

  function offset(): number {
    return start + waiting.taken;
  }

  function lowSamples(): number {
    return (lowMs * format.sample_rate) / 1000;
  }

  return {
    item,
    pull() {
      const frame = isStopped() ? undefined : waiting.shift();
      if (frame) played++;
      if (!isBusy && !isAtEnd && waiting.samples < lowSamples()) fetch();
      return frame;
    },
    get status() {
      return isStopped() || (isAtEnd && waiting.isEmpty) ? 'done' : 'reading';
    },
    get failure() {
      return failure;
    },
    get offset() {
      return offset();
    },
    get ready() {
      return (waiting.samples * 1000) / format.sample_rate;
    },
    get drained() {
      return isAtEnd;
    },
    get left() {
      return size && (item.duration_ms * Math.max((stop ?? size) - offset(), 0)) / size;
    },
    stopAt(at) {
      stop = at;
    },
    close() {
      isClosed = true;
      waiting.clear();
      shut();
    },
  };
}
