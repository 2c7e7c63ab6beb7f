import { expect, test } from 'vitest';
import { afterProbe, type Health } from './probe-engines.ts';

const after = (answers: readonly boolean[], from: Health): boolean => answers.reduce(afterProbe, from).isUp;
const up = { isUp: true, misses: 0, answers: 0 };
const down = { ...up, isUp: false };

test('an engine is down after four probes in a row without an answer', () => {
  expect(after([false, false, false], up)).toBe(true);
  expect(after([false, false, false, true, false], up)).toBe(true);
  expect(after([false, false, false, false], up)).toBe(false);
});

test('an engine is up again after two answers in a row', () => {
  expect(after([true], down)).toBe(false);
  expect(after([true, false, true], down)).toBe(false);
  expect(after([true, true], down)).toBe(true);
});
