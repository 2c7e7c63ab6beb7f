import { close, fstat, read } from 'node:fs';
import type { Media, MediaFile } from '#streaming/media/media.ts';

/** A file that is read in parts, one at a time. */
export type TrackFile = {
  /** Bytes; undefined until it is open. */
  size(): number | undefined;
  /** Whether it is being opened or read. */
  isBusy(): boolean;
  /** Why it takes long to arrive on this disk; undefined if it is here or expected soon. */
  late(): string | undefined;
  read(into: Buffer, position: number, done: (error: NodeJS.ErrnoException | null, length: number) => void): void;
  /** Nothing is called any more; the file is closed once no read is running. */
  close(): void;
};

type Events = { opened(): void; failed(reason: string): void; late(): void };

/** Opens a file, which may first have to be fetched. */
export const openTrackFile = (item: MediaFile, media: Pick<Media, 'open'>, on: Events): TrackFile => {
  let fd = -1;
  let isBusy = true;
  let isClosed = false;
  let late: string | undefined;
  let size: number | undefined;

  const closeIdle = (): void => {
    if (fd < 0 || isBusy) return;
    close(fd, () => undefined);
    fd = -1;
  };
  /** Ends a call to the operating system; false if the file was closed meanwhile. */
  const settle = (): boolean => {
    isBusy = false;
    if (isClosed) closeIdle();
    return !isClosed;
  };
  const stopWaiting = media.open(item, {
    opened(found) {
      fd = found;
      late = undefined;
      if (isClosed) return void settle();
      fstat(fd, (error, stats) => {
        if (!error) size = stats.size;
        if (settle()) on.opened();
      });
    },
    failed(reason) {
      late = undefined;
      if (settle()) on.failed(reason);
    },
    late(reason) {
      if (isClosed) return;
      late = reason;
      on.late();
    },
  });

  return {
    size: () => size,
    isBusy: () => isBusy,
    late: () => late,
    read(into, position, done) {
      isBusy = true;
      read(fd, into, 0, into.length, position, (error, length) => {
        if (settle()) done(error, length);
      });
    },
    close() {
      isClosed = true;
      stopWaiting();
      closeIdle();
    },
  };
};
