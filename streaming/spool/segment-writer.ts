import { closeSync, fdatasync, fsyncSync, openSync, writeSync } from 'node:fs';

export type SegmentWriter = {
  /** Appends in the caller's turn; what the disk would not take is tried again before what follows. */
  write(text: string): void;
  /** Whether everything written is with the operating system. */
  isSettled(): boolean;
  /** Brings what is written through to the disk. */
  sync(): Promise<void>;
  /** Brings it through at once, for the end of the process. */
  closeNow(): void;
  close(): Promise<void>;
};

/** Appends lines to one file; a disk that is full or failing is reported, and held back lines follow once it takes them. */
export function openSegment(path: string, failed: (error: unknown) => void): SegmentWriter {
  const file = openSync(path, 'a', 0o600);
  let owed = Buffer.alloc(0);
  let dirty = false;

  const settle = (): void => {
    try {
      while (owed.length > 0) {
        owed = owed.subarray(writeSync(file, owed));
        dirty = true;
      }
    } catch (error) {
      failed(error);
    }
  };
  const sync = (): Promise<void> => {
    settle();
    if (!dirty) return Promise.resolve();
    dirty = false;
    return new Promise((resolve, reject) => fdatasync(file, (error) => (error ? reject(error) : resolve())));
  };
  return {
    write(text) {
      const more = Buffer.from(text);
      owed = owed.length === 0 ? more : Buffer.concat([owed, more]);
      settle();
    },
    isSettled: () => owed.length === 0,
    sync,
    closeNow() {
      settle();
      fsyncSync(file);
      closeSync(file);
    },
    async close() {
      try {
        await sync();
      } finally {
        closeSync(file);
      }
    },
  };
}
