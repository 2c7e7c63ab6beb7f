import { expect, it } from 'vitest';
import { createDialBudget } from './dial-budget.ts';

it('lets a station try sixty servers an hour, and each of them any number of times', () => {
  let now = 0;
  const mayTry = createDialBudget(() => now);
  for (let port = 0; port < 60; port++) expect(mayTry(`example.com:${2000 + port}`)).toBe(true);
  expect(mayTry('example.com:3000')).toBe(false);
  expect(mayTry('example.com:2000')).toBe(true);
  now = 3_600_000;
  expect(mayTry('example.com:3000')).toBe(true);
});
