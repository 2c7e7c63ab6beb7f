import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createScheduler, roundMs, type Scheduler } from './scheduler.ts';

let now: number;
let scheduler: Scheduler;
const failures: unknown[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  now = 0;
  failures.length = 0;
  scheduler = createScheduler({ now: () => now }, (error) => failures.push(error));
});
afterEach(() => {
  scheduler.stop();
  vi.useRealTimers();
});

/** Advances the clock, millisecond by millisecond. */
const pass = (ms: number): void => {
  for (const end = now + ms; now < end; now++) vi.advanceTimersByTime(1);
};

/** Adds stations that record the time of their turns; `cost`: duration of a turn, ms. */
const addStations = (count: number, cost = 0) => {
  const turns: { station: number; at: number }[] = [];
  const all = Array.from({ length: count }, (_, station) => () => {
    turns.push({ station, at: now });
    now += cost;
  });
  const removers = all.map((turn) => scheduler.add(turn));
  return { turns, all, removers };
};

/** Number of turns at each time. */
const crowds = (turns: { at: number }[]): number[] =>
  [...Map.groupBy(turns, ({ at }) => at).values()].map((x) => x.length);

describe('the scheduler', () => {
  it('calls each once a round, with turns spread evenly over it', () => {
    const { turns } = addStations(180);
    pass(roundMs);
    turns.length = 0;
    pass(roundMs);
    expect(new Set(turns.map(({ station }) => station)).size).toBe(180);
    expect(turns).toHaveLength(180);
    expect(crowds(turns)).toEqual(Array(18).fill(10));
  });

  it('gives an extra turn on request, and keeps the spread however many are requested at once', () => {
    const { turns, all } = addStations(180);
    pass(roundMs);
    turns.length = 0;
    const requested = now;
    for (const turn of all) scheduler.callSoon(turn, 100);
    pass(roundMs);
    const early = turns.filter(({ at }) => at <= requested + 130);
    expect(new Set(early.map(({ station }) => station)).size).toBe(180);
    turns.length = 0;
    pass(roundMs);
    expect(crowds(turns)).toEqual(Array(18).fill(10));
  });

  it('makes up missed turns once each after a stall, interleaved with other work', () => {
    const { turns } = addStations(180, 1);
    pass(3 * roundMs);
    turns.length = 0;
    now += 2000;
    const began = now;
    let others = 0;
    const other = (): void => {
      others++;
      if (turns.length < 180) setImmediate(other);
    };
    setImmediate(other);
    while (turns.length < 180) vi.advanceTimersByTime(1);
    expect(now - began).toBeLessThan(300);
    expect(turns.map(({ station }) => station).toSorted((a, b) => a - b)).toEqual(Array.from(Array(180).keys()));
    expect(others).toBeGreaterThan(30);
  });

  it('starves none when the turns take longer than a round', () => {
    const { turns } = addStations(36, 40);
    pass(36 * 40 * 2);
    turns.length = 0;
    pass(36 * 40 * 20);
    const counts = [...Map.groupBy(turns, ({ station }) => station).values()].map((own) => own.length);
    expect(counts).toHaveLength(36);
    // The order within a pass varies.
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
  });

  it('continues after a failing turn, and forgets removed stations', () => {
    const { turns, all, removers } = addStations(2);
    scheduler.add(() => {
      throw new Error('broken');
    });
    pass(2 * roundMs);
    expect(failures.length).toBeGreaterThanOrEqual(1);
    expect(turns.length).toBeGreaterThanOrEqual(2);
    scheduler.callSoon(all[0]!, 10);
    for (const one of removers) one();
    scheduler.callSoon(all[1]!, 10);
    turns.length = 0;
    pass(2 * roundMs);
    expect(turns).toEqual([]);
  });
});
