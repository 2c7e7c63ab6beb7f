import { expect, it } from 'vitest';
import { keepPreviousOf } from './keep-previous.ts';

it('keeps previous data of the same subject and drops that of another', () => {
  const keep = keepPreviousOf(['analytics', 'station', 's-1', 'day'], 3);
  expect(keep('numbers', { queryKey: ['analytics', 'station', 's-1', 'period'] })).toBe('numbers');
  expect(keep('numbers', { queryKey: ['analytics', 'station', 's-2', 'day'] })).toBeUndefined();
  expect(keep('numbers', undefined)).toBeUndefined();
});
