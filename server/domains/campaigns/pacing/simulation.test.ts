import { expect, it } from 'vitest';
import { simulate, type Outcome, type Simulation } from './testing/simulate.ts';

/* The code that ships, delivering a month of overlapping campaigns to audiences that were not forecast well. */

const month: Simulation = {
  ...{ days: 30, cells: 60, campaigns: 40, demand: 0.45, bias: 1.08, spread: 0.2, noise: 0.15, seed: 7 },
  badDay: { day: 11, share: 0.4 },
};
const reached = (outcomes: readonly Outcome[]): number =>
  outcomes.filter(({ delivered, goal }) => delivered >= 0.995 * goal).length;
const over = (outcomes: readonly Outcome[]): string[] =>
  outcomes.filter(({ delivered, goal }) => delivered > goal).map(({ key }) => key);

it('39 of 40 campaigns reach their goal and none exceeds it, though the forecast is wrong and one day is poor', () => {
  const outcomes = simulate(month);
  expect(reached(outcomes)).toBeGreaterThanOrEqual(39);
  expect(over(outcomes)).toEqual([]);
  // Evenly: on average a day differs from an even one by less than twice what the audience itself does.
  const distances = outcomes.map(({ byDay, ideal }) => {
    const days = ideal.flatMap((due, day) => (due > 0 ? [Math.abs(byDay[day]! - due) / due] : []));
    return days.reduce((sum, one) => sum + one, 0) / days.length;
  });
  expect(distances.reduce((sum, one) => sum + one, 0) / distances.length).toBeLessThan(0.35);
});

it('a nearly sold-out month still reaches the goals, also when the portal is away for six hours', () => {
  const outcomes = simulate({ ...month, demand: 0.6, away: { from: 10 * 24 + 5, to: 10 * 24 + 11 } });
  expect(reached(outcomes)).toBeGreaterThanOrEqual(38);
  expect(over(outcomes)).toEqual([]);
});
