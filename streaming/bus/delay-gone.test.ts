import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { BusMessage, StationHead } from './batch.ts';
import { delayGone, type DelayedGone } from './delay-gone.ts';

let published: BusMessage['type'][];
let leaving: string[];
let delayed: DelayedGone;
beforeEach(() => {
  vi.useFakeTimers();
  [published, leaving] = [[], []];
  delayed = delayGone({ publish: ({ type }) => void published.push(type) }, (station) => void leaving.push(station));
});
afterEach(() => {
  delayed.stop();
  vi.useRealTimers();
});
const gone = (): void => delayed.publish({ type: 'gone', station: 's-1' });
const head = (): void => delayed.publish({ type: 'head', head: { station: 's-1' } as StationHead });

it('publishes ten seconds later that a station has gone, once', () => {
  head();
  gone();
  gone();
  expect([published, leaving, delayed.isLeaving('s-1')]).toEqual([['head'], ['s-1'], true]);
  vi.advanceTimersByTime(9999);
  expect(published).toEqual(['head']);
  vi.advanceTimersByTime(1);
  expect([published, delayed.isLeaving('s-1')]).toEqual([['head', 'gone'], false]);
  vi.advanceTimersByTime(60_000);
  expect(published).toEqual(['head', 'gone']);
});

it('a station that is back meanwhile never has gone', () => {
  gone();
  head();
  expect(delayed.isLeaving('s-1')).toBe(false);
  vi.advanceTimersByTime(60_000);
  expect(published).toEqual(['head']);
});
