import { expect, it } from 'vitest';
import { portFor } from './ports.ts';

it("keeps a service's previous port, unless another part of the product is about to use it", async () => {
  const before = await portFor(undefined, []);
  expect(await portFor(before, [])).toBe(before);
  expect(await portFor(before, [before - 1, before])).not.toBe(before);
});
