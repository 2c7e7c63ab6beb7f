import { afterAll, beforeAll, expect, it } from 'vitest';
import { killAtRandom } from './kill-at-random.ts';
import { ownProduct } from './own-product.ts';
import type { Product } from './product.ts';

/*
 * Listeners keep hearing sound when a part is killed: without noticing where it is the portal or the database, after a reconnect
 * where it is the engine. `npm run chaos` kills a hundred times.
 */
const listeners = 8;
/** What a person on a busy machine waits until a player that connects again has sound. */
const longestWaitMs = 10_000;

let product: Product;
beforeAll(async () => {
  product = await ownProduct();
});
afterAll(() => product?.stop());

it('goes on sounding, and forgets nothing that it acknowledged, while its parts are killed at random', async () => {
  const seed = Date.now() % 100_000;
  const report = await killAtRandom(product, { seed, rounds: 4, listeners });
  const deaths = report.kills.filter(({ part }) => part === 'engine').length;
  const of = `seed ${seed}: ${JSON.stringify(report)}`;
  expect(report.forgotten, of).toEqual([]);
  expect(report.connections, `only the death of the engine lets a listener go; ${of}`).toBe(listeners * (1 + deaths));
  expect(report.gapMs, `no connection has a gap of its own; ${of}`).toBeLessThanOrEqual(60);
  const slowest = Math.max(...report.kills.map(({ soundAgainMs }) => soundAgainMs));
  expect(report.waitedMs + slowest, of).toBeLessThan(longestWaitMs);
});
