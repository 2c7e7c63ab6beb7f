import { closeSync, fdatasync, fsyncSync, openSync, writeSync } from 'node:fs';

export type SegmentWriter = {
  /** Appends synchronously; what the disk refuses is retried before anything that follows. */
  write(text: string): void;
  /** Whether everything written is with the operating system. */
  isSettled(): boolean;
  /** Flushes everything written to the disk. */
  sync(): Promise<void>;
  /** Flushes synchronously, for the end of the process. */
  closeNow(): void;
  close(): Promise<void>;
};

/** Texts become bytes here: memory of their own would cost more than writing them. Used within one call. */
const memory = Buffer.allocUnsafeSlow(1024 * 1024);
/** A character of a string is at most so many bytes. */
const mostBytesEach = 3;
const bytesOf = (text: string): Buffer =>
  text.length * mostBytesEach <= memory.length ? memory.subarray(0, memory.write(text)) : Buffer.from(text);

/**
 * Appends lines to one file; errors of a full or failing disk are reported, and pending lines follow once it works
 * again.
 */
export const openSegment = (path: string, failed: (error: unknown) => void): SegmentWriter => {
  const file = openSync(path, 'a', 0o600);
  let pending = Buffer.alloc(0);
  let dirty = false;

  const flush = (): void => {
    try {
      while (pending.length > 0) {
        pending = pending.subarray(writeSync(file, pending));
        dirty = true;
      }
    } catch (error) {
      failed(error);
    }
  };
  /** Returns how many of these bytes were written. */
  const writeNow = (bytes: Buffer): number => {
    try {
      const written = writeSync(file, bytes);
      dirty = true;
      return written;
    } catch (error) {
      failed(error);
      return 0;
    }
  };
  const sync = (): Promise<void> => {
    flush();
    if (!dirty) return Promise.resolve();
    dirty = false;
    return new Promise((resolve, reject) => fdatasync(file, (error) => (error ? reject(error) : resolve())));
  };
  return {
    write(text) {
      const bytes = bytesOf(text);
      const written = pending.length === 0 ? writeNow(bytes) : 0;
      if (written === bytes.length) return;
      pending = Buffer.concat([pending, bytes.subarray(written)]);
      flush();
    },
    isSettled: () => pending.length === 0,
    sync,
    closeNow() {
      flush();
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
};
