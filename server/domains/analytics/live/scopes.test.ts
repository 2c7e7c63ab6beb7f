import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Audience } from '#contract/api/audience.ts';
import type { Stations } from './audience.service.ts';
import { createScopes, type Scopes } from './scopes.ts';

let listeners: number;
let reads: string[];
let stations: Stations;
let scopes: Scopes;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
  [listeners, reads, stations] = [1, [], new Set(['s-1'])];
  scopes = createScopes({
    stationsOf: (scope) => {
      reads.push(scope);
      return Promise.resolve(stations);
    },
    audience: (scope) => () => ({ scope, listeners }) as Audience,
    failed: (error) => {
      throw error;
    },
  });
});
afterEach(() => {
  scopes.stop();
  vi.useRealTimers();
});

const follow = (scope: string) => {
  const sent: number[] = [];
  const end = scopes.follow(scope, [], (audience) => sent.push(audience.listeners));
  return { sent, end };
};
const change = (to: number, station = 's-1') => {
  listeners = to;
  scopes.changed(new Set([station]));
};

it('sends the audience immediately, then at most twice a second, always ending with the latest', async () => {
  const { sent } = follow('a-1');
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([1]);
  await vi.advanceTimersByTimeAsync(1000);
  for (let n = 2; n <= 21; n++) {
    change(n);
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.length).toBeLessThanOrEqual(6);
  expect(sent.slice(0, 2)).toEqual([1, 2]);
  expect(sent.at(-1)).toBe(21);
});

it('sends nothing when nothing has changed, or when only other stations have', async () => {
  const { sent } = follow('a-1');
  await vi.advanceTimersByTimeAsync(1000);
  change(1);
  await vi.advanceTimersByTimeAsync(1000);
  change(9, 's-2');
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([1]);
});

it('reads the stations again, and counts one that was added', async () => {
  const { sent } = follow('a-1');
  await vi.advanceTimersByTimeAsync(1000);
  stations = new Set(['s-1', 's-2']);
  await vi.advanceTimersByTimeAsync(15_000);
  change(5, 's-2');
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.at(-1)).toBe(5);
});

it('keeps nothing of a scope without followers', async () => {
  const [one, other] = [follow('a-1'), follow('a-1')];
  await vi.advanceTimersByTimeAsync(1000);
  one.end();
  change(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect([one.sent, other.sent]).toEqual([[1], [1, 2]]);
  other.end();
  change(3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(other.sent).toEqual([1, 2]);
  expect(vi.getTimerCount()).toBe(0);
  expect(reads.length).toBeLessThanOrEqual(2);
});
