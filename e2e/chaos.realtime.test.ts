import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import { appStats, type AppEvent, type AppStats } from '#contract/api/app-stats.ts';
import { dayMs } from '#contract/rules/time.ts';
import { killAtRandom } from './kill-at-random.ts';
import { ownProduct } from './own-product.ts';
import type { Product } from './product.ts';
import { createTestStation, type TestStation } from './test-station.ts';

/*
 * Listeners keep receiving audio when a process is killed: without a gap if it is the portal or the database, after a
 * reconnect if it is the engine. `npm run chaos` kills a hundred times. An application's events are counted once.
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

it('counts every acknowledged batch of an application once, even if the portal is killed meanwhile', async () => {
  const at = await createTestStation(product, 'Harbour Lights', 'Harbour Lights Radio');
  const application = { name: 'Harbour for iOS', platform: 'ios' } as const;
  const { applicationKey } = await at.call(accounts.addApplication, { params: { id: at.account }, body: application });
  const batches = Array.from({ length: 100 }, (_, i) => twoMinutes(at.station, `installation ${String(i)}`));
  const waiting = [...batches];
  const pid = await portalPid();
  let accepted = 0;
  const sendBatches = async (): Promise<void> => {
    for (let events = waiting.pop(); events; events = waiting.pop()) {
      await expect.poll(() => isAccepted(applicationKey, events!), { timeout: 90_000, interval: 50 }).toBe(true);
      if (++accepted === 50) process.kill(pid, 'SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: 6 }, sendBatches));
  const counted = async () => {
    const { sessions, minutes } = await appStatsOf(at);
    return [sessions, Math.round(minutes * 1000) / 1000];
  };
  await expect.poll(counted, { timeout: 60_000, interval: 500 }).toEqual([300, 600]);
  expect(await portalPid()).not.toBe(pid);
}, 300_000);

const portalPid = async (): Promise<number> =>
  (JSON.parse(await readFile(join(product.dataDir, 'run/portal.json'), 'utf8')) as { pid: number }).pid;

/** The statistics of the account's applications, of yesterday and today. */
const appStatsOf = async (at: TestStation): Promise<AppStats> => {
  const [from_date, to_date] = [Date.now() - dayMs, Date.now()].map((ms) => new Date(ms).toISOString().slice(0, 10));
  const query = { from_date: from_date ?? '', to_date: to_date ?? '', frequency: 'day' } as const;
  const reply = await at.call(appStats.account, { params: { id: at.account, type: 'period' }, query });
  return reply.period_stats.stats;
};

/** Three sessions of two minutes, in one batch. */
const twoMinutes = (station: string, listener: string): AppEvent[] =>
  Array.from({ length: 3 }, () => randomUUID()).flatMap((session, i) => {
    const startedAt = Date.now() - (60 + i) * 60_000;
    const fixed = { session, listener, station, platform: 'ios' } as const;
    return [
      { ...fixed, id: randomUUID(), type: 'start', at: new Date(startedAt).toISOString() },
      { ...fixed, id: randomUUID(), type: 'end', at: new Date(startedAt + 120_000).toISOString() },
    ] as const;
  });

/** Whether a batch was acknowledged; the caller resends the others, as applications do. */
const isAccepted = async (key: string, events: readonly AppEvent[]): Promise<boolean> => {
  const reply = await fetch(`${product.url}/ingest/app/${key}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  }).catch(() => undefined);
  return reply?.ok ?? false;
};
