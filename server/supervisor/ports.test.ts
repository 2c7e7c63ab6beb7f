import { expect, it } from 'vitest';
import { portFor } from './ports.ts';

it('keeps the port that a service had, unless the product is about to take it', async () => {
  const before = await portFor(undefined, []);
  expect(await portFor(before, [])).toBe(before);
  expect(await portFor(before, [before - 1, before])).not.toBe(before);
});
