import { expect, test } from 'vitest';
import { plans } from '#contract/rules/plans.ts';
import { planLimitTexts, daysLeft, dollars } from './plan-labels.ts';

test('shows no cents for whole dollars', () => {
  expect(dollars(2900)).toBe('$29');
  expect(dollars(999)).toBe('$9.99');
});

test('counts the current day as a day left of a trial', () => {
  const now = Date.parse('2026-11-21T20:00:00Z');
  expect(daysLeft('2026-11-22T19:00:00Z', now)).toBe(1);
  expect(daysLeft('2026-12-01T20:00:00Z', now)).toBe(10);
  expect(daysLeft('2026-11-01T20:00:00Z', now)).toBe(0);
});

test('lists the limits of a plan, including unlimited tracks', () => {
  expect(planLimitTexts(plans.starter.features)[0]).toBe('1 station');
  expect(planLimitTexts(plans.premier.features)).toContain('Unlimited tracks');
});
