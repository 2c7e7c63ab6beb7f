import { expect, it } from 'vitest';
import type { OnAir } from '#streaming/bus/batch.ts';
import { segmentAt, segmentEnd } from '#streaming/hls/segment-grid.ts';
import { createTimeOnAir, type TimeOnAir } from './time-on-air.ts';

const began = 1_800_000_000_000;
const frameUs = 25_000;

/** Batches of twenty frames from `at` on, on a clock whose first sample was due at `zero`. */
const follow = (time: TimeOnAir, { at, batches, zero }: { at: number; batches: number; zero: number }): OnAir[] => {
  const begun: OnAir[] = [];
  for (let n = 0; n < batches; n++) {
    const offsets = Array.from({ length: 20 }, (_, frame) => frame);
    if (time.follow({ at: at + n * 20 * frameUs, duration: 20 * frameUs, offsets }, zero)) begun.push(time.current()!);
  }
  return begun;
};

it('numbers segments on from one time on the air to the next', () => {
  const time = createTimeOnAir(() => true);
  const [one] = follow(time, { at: 0, batches: 15, zero: began });
  expect(one).toMatchObject({ at: 0, since: began, segment: began / 1000 });
  time.end();
  expect(time.current()).toBe(one);
  // Back at once, with a second and a half ahead of the clock.
  const [two] = follow(time, { at: 7_500_000, batches: 24, zero: began - 1500 });
  expect(two).toEqual({ at: 7_500_000, since: began + 6000, segment: one!.segment + 4, cuts: one!.cuts + 1 });
  time.end();
  const [three] = follow(time, { at: 19_500_000, batches: 1, zero: began - 20_000 });
  // A line of the grid is where its last segment ended; the wall clock was set back.
  expect(three).toEqual({ at: 19_500_000, since: two!.since + 1, segment: two!.segment + 4, cuts: two!.cuts + 1 });
});

it('begins another one where the clock stood still, and with HLS', () => {
  let isWanted = false;
  const time = createTimeOnAir(() => isWanted);
  expect(follow(time, { at: 0, batches: 3, zero: began })).toEqual([]);
  expect(time.current()).toBeUndefined();
  isWanted = true;
  expect(follow(time, { at: 1_500_000, batches: 3, zero: began })).toMatchObject([
    { at: 1_500_000, since: began + 1500 },
  ]);
  expect(follow(time, { at: 3_000_000, batches: 3, zero: began + 1000 })).toEqual([]);
  expect(follow(time, { at: 4_500_000, batches: 3, zero: began + 600_000 })).toMatchObject([
    { at: 4_500_000, since: began + 604_500 },
  ]);
});

it('has fewer segments than seconds, each of which ends where the next one begins', () => {
  for (let us = 0; us < 100_000_000; us += 250_000) {
    const segment = segmentAt(us);
    expect(us).toBeLessThan(segmentEnd(segment));
    expect(us).toBeGreaterThanOrEqual(segment === 0 ? 0 : segmentEnd(segment - 1));
    expect(segment).toBeLessThanOrEqual(us / 2e6);
  }
});
