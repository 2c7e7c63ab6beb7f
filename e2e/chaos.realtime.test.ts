import { afterAll, beforeAll, expect, it } from 'vitest';
import { killAtRandom } from './kill-at-random.ts';
import { ownProduct } from './own-product.ts';
import type { Product } from './product.ts';

/*
 * Listeners keep receiving audio when a process is killed: without a gap if it is the portal or the database, after a
 * reconnect if it is the engine. `npm run chaos` kills a hundred times.
 */
const listeners = 8;
/** The longest time without audio for a player that reconnects, on a busy machine. */
const longestWaitMs = 10_000;

let product: Product;
beforeAll(async () => {
  product = await ownProduct();
});
afterAll(() => product?.stop());

it('keeps streaming and loses nothing it acknowledged while its processes are killed at random', async () => {
  const seed = Date.now() % 100_000;
  const report = await killAtRandom(product, { seed, rounds: 4, listeners });
  const engineKills = report.kills.filter(({ part }) => part === 'engine').length;
  const context = `seed ${seed}: ${JSON.stringify(report)}`;
  expect(report.lostChanges, context).toEqual([]);
  expect(report.connections, `only engine kills disconnect listeners; ${context}`).toBe(listeners * (1 + engineKills));
  expect(report.gapMs, `no connection has a gap; ${context}`).toBeLessThanOrEqual(60);
  const slowest = Math.max(...report.kills.map(({ reconnectMs }) => reconnectMs));
  expect(report.reconnectGapMs + slowest, context).toBeLessThan(longestWaitMs);
});
