import { expect, test } from 'vitest';
import { sessionPool } from './session-pool.ts';

test('hands out a session only for the same preamble, and only once at a time', () => {
  const pool = sessionPool<string>(() => undefined);
  pool.release('USE one', 'a');
  expect(pool.acquire('USE two')).toBeUndefined();
  expect(pool.acquire('USE one')).toBe('a');
  expect(pool.acquire('USE one')).toBeUndefined();
});

test('closes the longest idle sessions, and all of them at the end', () => {
  const closed: string[] = [];
  const pool = sessionPool<string>((session) => closed.push(session));
  for (let n = 0; n < 14; n++) pool.release(`USE d${String(n)}`, String(n));
  expect(closed).toEqual(['0', '1']);
  expect(pool.acquire('USE d0')).toBeUndefined();
  pool.closeAll();
  expect(closed).toHaveLength(14);
});
