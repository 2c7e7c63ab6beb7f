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

/**
 * Appends lines to one file; errors of a full or failing disk are reported, and pending lines follow once it works
 * again.
 */
export function openSegment(path: string, failed: (error: unknown) => void): SegmentWriter {
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
  /** Returns how many bytes of the text were written. */
  const writeNow = (text: string, length: number): number => {
    try {
      const isShort = length <= memory.length;
      if (isShort) memory.write(text);
      const written = isShort ? writeSync(file, memory, 0, length) : writeSync(file, text);
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
      const length = Buffer.byteLength(text);
      const written = pending.length === 0 ? writeNow(text, length) : 0;
      if (written === length) return;
      pending = Buffer.concat([pending, Buffer.from(text).subarray(written)]);
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
}
