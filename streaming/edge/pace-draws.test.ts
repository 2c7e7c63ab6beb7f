import { expect, it } from 'vitest';
import { createPaceDraws } from './pace-draws.ts';

const hearer = { ip: '192.0.2.1', user_agent: 'VLC', output: 'stream' } as const;

it('a break uses what the survey before it drew, once', () => {
  let [last, now] = [0, 1000];
  const draws = createPaceDraws(
    () => ++last,
    () => now,
  );
  expect([draws.surveyed(hearer)('A'), draws.surveyed(hearer)('B'), draws.surveyed(hearer)('A')]).toEqual([1, 2, 1]);
  now += 4000;
  const used = draws.used(hearer);
  expect([used('A'), used('B'), used('C')]).toEqual([1, 2, 3]);
  expect(draws.used(hearer)('A')).toBe(4);
});

it('a survey draws again after some seconds, and a break does not use what is older', () => {
  let [last, now] = [0, 1000];
  const draws = createPaceDraws(
    () => ++last,
    () => now,
  );
  draws.surveyed(hearer)('A');
  now += 5000;
  expect(draws.surveyed(hearer)('A')).toBe(2);
  now += 10_000;
  expect(draws.used(hearer)('A')).toBe(3);
});
