import { expect, it } from 'vitest';
import { createWritePool } from './write-pool.ts';

const parts = (byte: number): Buffer[] => [Buffer.alloc(5000, byte), Buffer.alloc(3000, byte)];

it('uses memory again for the next batch, except where a socket still has bytes of it', () => {
  const pool = createWritePool();
  const sent = pool.join(parts(1));
  pool.reset();
  const waits = pool.join(parts(2));
  expect(waits.buffer).toBe(sent.buffer);
  pool.keep(waits);
  pool.reset();
  for (let batch = 3; batch < 9; batch++) {
    const all = Array.from({ length: 40 }, () => pool.join(parts(batch)));
    expect(all.every((bytes) => bytes.equals(Buffer.alloc(8000, batch)))).toBe(true);
    pool.reset();
  }
  expect(waits.equals(Buffer.alloc(8000, 2))).toBe(true);
});

it('joins more than fits into a part of its memory', () => {
  const big = createWritePool().join([Buffer.alloc(200_000, 1), Buffer.alloc(1, 2)]);
  expect([big.length, big.at(-1)]).toEqual([200_001, 2]);
});
