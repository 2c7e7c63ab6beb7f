import { expect, test } from 'vitest';
import { daysOf, daysOfRow, frames } from './frames.ts';

test('the frames of a Tuesday, with weeks from Monday to Sunday', () => {
  const spans = frames.map((frame) => Object.values(daysOf(frame, '2026-11-24', { from: '2026-01-05' })).join(' '));
  expect(spans).toEqual([
    '2026-11-23 2026-11-23',
    '2026-11-23 2026-11-24',
    '2026-11-16 2026-11-22',
    '2026-11-01 2026-11-24',
    '2026-10-01 2026-10-31',
    '2026-01-05 2026-11-24',
  ]);
});

test('a month of a period stands for its days within the period', () => {
  const period = { from: '2026-10-20', to: '2026-12-05' };
  expect(daysOfRow('2026-10-01', true, period)).toEqual({ from: '2026-10-20', to: '2026-10-31' });
  expect(daysOfRow('2026-11-01', true, period)).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  expect(daysOfRow('2026-12-01', true, period)).toEqual({ from: '2026-12-01', to: '2026-12-05' });
  expect(daysOfRow('2026-11-12', false, period)).toEqual({ from: '2026-11-12', to: '2026-11-12' });
});
