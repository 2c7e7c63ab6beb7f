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

/** Lets time pass, millisecond by millisecond. */
function pass(ms: number): void {
  for (const end = now + ms; now < end; now++) vi.advanceTimersByTime(1);
}

/** Stations whose turns are noted with their moments; `cost`: what a turn takes, ms. */
function join(count: number, cost = 0) {
  const turns: { station: number; at: number }[] = [];
  const all = Array.from({ length: count }, (_, station) => () => {
    turns.push({ station, at: now });
    now += cost;
  });
  const leave = all.map((turn) => scheduler.add(turn));
  return { turns, all, leave };
}

/** How many turns fall on each moment. */
const crowds = (turns: { at: number }[]): number[] =>
  [...Map.groupBy(turns, ({ at }) => at).values()].map((x) => x.length);

describe('the scheduler', () => {
  it('calls each once a round, the turns spread evenly over it', () => {
    const { turns } = join(180);
    pass(roundMs);
    turns.length = 0;
    pass(roundMs);
    expect(new Set(turns.map(({ station }) => station)).size).toBe(180);
    expect(turns).toHaveLength(180);
    expect(crowds(turns)).toEqual(Array(18).fill(10));
  });

  it('calls one that is brought once more, and spreads all as before however many were brought at once', () => {
    const { turns, all } = join(180);
    pass(roundMs);
    turns.length = 0;
    const brought = now;
    for (const turn of all) scheduler.bring(turn, 100);
    pass(roundMs);
    const early = turns.filter(({ at }) => at <= brought + 130);
    expect(new Set(early.map(({ station }) => station)).size).toBe(180);
    turns.length = 0;
    pass(roundMs);
    expect(crowds(turns)).toEqual(Array(18).fill(10));
  });

  it('makes up what a hold-up cost once each, others coming in between', () => {
    const { turns } = join(180, 1);
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

  it('leaves none out where the turns take longer than a round', () => {
    const { turns } = join(36, 40);
    pass(36 * 40 * 2);
    turns.length = 0;
    pass(36 * 40 * 20);
    const counts = [...Map.groupBy(turns, ({ station }) => station).values()].map((own) => own.length);
    expect(counts).toHaveLength(36);
    // The order within a pass is another each time.
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
  });

  it('goes on after a turn that fails, and forgets who has left', () => {
    const { turns, all, leave } = join(2);
    scheduler.add(() => {
      throw new Error('broken');
    });
    pass(2 * roundMs);
    expect(failures.length).toBeGreaterThanOrEqual(1);
    expect(turns.length).toBeGreaterThanOrEqual(2);
    scheduler.bring(all[0]!, 10);
    for (const one of leave) one();
    scheduler.bring(all[1]!, 10);
    turns.length = 0;
    pass(2 * roundMs);
    expect(turns).toEqual([]);
  });
});
