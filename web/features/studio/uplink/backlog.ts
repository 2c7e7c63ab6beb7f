import type { Chunk } from './encoder.ts';

/** Sound that could not be sent yet: the newest of it, after the head of its stream. */
export type Backlog = {
  add(chunk: Chunk): void;
  /** The oldest part, which is sent now. */
  take(): Chunk | undefined;
  clear(): void;
  readonly ms: number;
};

/** At most so many ms wait; of more, `overflow` drops the oldest, or everything, for the stream to begin again. */
export const createBacklog = (mostMs: number, overflow: 'oldest' | 'all', restart: () => void): Backlog => {
  let chunks: Chunk[] = [];
  const ms = (): number => chunks.reduce((sum, chunk) => sum + chunk.ms, 0);
  return {
    add(chunk) {
      chunks.push(chunk);
      if (ms() <= mostMs) return;
      if (overflow === 'all') {
        chunks = [];
        return restart();
      }
      while (ms() > mostMs) {
        const oldest = chunks.findIndex(({ head }) => !head);
        if (oldest < 0) return;
        chunks.splice(oldest, 1);
      }
    },
    take: () => chunks.shift(),
    clear() {
      chunks = [];
    },
    get ms() {
      return ms();
    },
  };
};
