import { expect, it } from 'vitest';
import { delayAfter } from './slow-down.ts';

it('grows with the failures up to four seconds', () => {
  expect([1, 50, 51, 60, 61, 71, 91, 1_000_000].map(delayAfter)).toEqual([0, 0, 250, 250, 500, 1000, 4000, 4000]);
});
