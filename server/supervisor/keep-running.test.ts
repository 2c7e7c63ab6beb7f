import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepRunning, type Part } from './keep-running.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A process that takes `startMs` to start and then fails, or serves for `servesMs`. */
const slow = async (startMs: number, servesMs: number | undefined): Promise<Part> => {
  await new Promise((settle) => setTimeout(settle, startMs));
  if (servesMs === undefined) throw new Error('no answer');
  const ended = new Promise<string>((settle) => setTimeout(() => settle('exited with 1'), servesMs));
  return { pid: 1, birth: '1', ended, stop: () => Promise.resolve() };
};

it('gives up a process that failed three times before ever serving, however long each attempt took', async () => {
  let tries = 0;
  const keeper = keepRunning('It', () => (tries++, slow(300_000, undefined)), vi.fn());
  const failed = expect(keeper.ready).rejects.toThrow('no answer');
  await vi.advanceTimersByTimeAsync(1_000_000);
  await failed;
  expect(tries).toBe(3);
});

it('restarts a process that exits, at once if it served for long, else after growing pauses', async () => {
  const started: number[] = [];
  const lives = [60_000, 50, 50, 50, 60_000, 60_000];
  const keeper = keepRunning('It', () => (started.push(Date.now()), slow(50, lives.shift() ?? 1e9)), vi.fn());
  await vi.advanceTimersByTimeAsync(200_000);
  const pauses = started.slice(1).map((at, i) => at - started[i]!);
  expect(pauses).toEqual([60_150, 400, 1100, 2100, 60_150, 60_150]);
  keeper.release();
});
