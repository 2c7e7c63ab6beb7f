import { expect, test } from 'vitest';
import { sessionPool } from './session-pool.ts';

test('hands out a session only for the same shape, and only once at a time', () => {
  const pool = sessionPool<string>(() => undefined);
  pool.release('one', { session: 'a', set: undefined });
  expect(pool.acquire('two', undefined)).toBeUndefined();
  expect(pool.acquire('one', undefined)?.session).toBe('a');
  expect(pool.acquire('one', undefined)).toBeUndefined();
});

test('prefers a session that was prepared with the same values, and says which values it was prepared with', () => {
  const pool = sessionPool<string>(() => undefined);
  pool.release('one', { session: 'a', set: 'SET n = 1' });
  pool.release('one', { session: 'b', set: 'SET n = 2' });
  expect(pool.acquire('one', 'SET n = 1')?.session).toBe('a');
  expect(pool.acquire('one', 'SET n = 1')).toMatchObject({ session: 'b', set: 'SET n = 2' });
});

test('closes the longest idle sessions, and all of them at the end', () => {
  const closed: string[] = [];
  const pool = sessionPool<string>((session) => closed.push(session));
  for (let n = 0; n < 14; n++) pool.release(`d${String(n)}`, { session: String(n), set: undefined });
  expect(closed).toEqual(['0', '1']);
  expect(pool.acquire('d0', undefined)).toBeUndefined();
  pool.closeAll();
  expect(closed).toHaveLength(14);
});
