import { expect, test } from 'vitest';
import { sessionPool } from './session-pool.ts';

test('hands a session only to a statement with its very preamble, and to one at a time', () => {
  const pool = sessionPool<string>(() => undefined);
  pool.giveBack('USE one', 'a');
  expect(pool.take('USE two')).toBeUndefined();
  expect(pool.take('USE one')).toBe('a');
  expect(pool.take('USE one')).toBeUndefined();
});

test('closes those that were idle longest, and all of them at the end', () => {
  const closed: string[] = [];
  const pool = sessionPool<string>((session) => closed.push(session));
  for (let n = 0; n < 14; n++) pool.giveBack(`USE d${String(n)}`, String(n));
  expect(closed).toEqual(['0', '1']);
  expect(pool.take('USE d0')).toBeUndefined();
  pool.closeAll();
  expect(closed).toHaveLength(14);
});
