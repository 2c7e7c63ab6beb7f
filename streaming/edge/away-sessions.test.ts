import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAwaySessions } from './away-sessions.ts';
import type { Session } from './sessions.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const session = (resume?: string): Session => ({
  ...{ session: `of ${resume ?? 'nobody'}`, station: 's', account: 'a', started: 0, ip: '192.0.2.1', user_agent: '' },
  ...{ referer: '', output: 'stream', resume, n: 0, from: 0, bytes: 0 },
});

test('keeps a session with a key until its player may no longer come back, and no more of them than it may', () => {
  const over: string[] = [];
  const away = createAwaySessions({ over: ({ session: id }) => void over.push(id), awayMs: 1000, most: 2 });
  away.put(session(), 1);
  for (const key of ['one', 'two', 'three']) away.put(session(key), 1);
  expect(over).toEqual(['of nobody', 'of three']);
  expect(away.take(session('one'))?.session).toBe('of one');
  vi.advanceTimersByTime(1000);
  expect(over).toEqual(['of nobody', 'of three', 'of two']);
  expect(away.all()).toEqual([]);
});
