import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { AdLease } from '#contract/engine/engine-ads.ts';
import { createBudget } from './budget.ts';
import { openLedger, type Ledger } from './leases.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leases-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const failed = (error: unknown): never => {
  throw error;
};
const open = (now?: () => number): Ledger => openLedger(join(folder, 'leases.json'), failed, now);
const key = 'c-1111111111111111111111';
const lease = (number: number, count: number, until = Date.now() + 60_000): AdLease => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  campaign: key as AdLease['campaign'],
  count,
  until,
});

it('never grants more than it was lent, over several leases, processes and restarts', async () => {
  let ledger = open();
  await ledger.put([lease(1, 30), lease(2, 20)]);
  let granted = 0;
  for (let round = 0; round < 12; round++) {
    const wants = [3, 4, 5].map((count) => ledger.grant('engine', { [key]: count }));
    const grants = (await Promise.all(wants)).flat();
    granted += grants.reduce((sum, { count }) => sum + count, 0);
    // As after a kill: only what is on disk is known.
    ledger = open();
    expect(ledger.state().reduce((sum, { spent }) => sum + spent, 0)).toBe(granted);
  }
  expect(granted).toBe(50);
  await ledger.put([lease(1, 30), lease(2, 22)]);
  expect((await ledger.grant('engine', { [key]: 10 })).map(({ count }) => count)).toEqual([2]);
});

it('stops when a lease ends, in the engine and in the process that spends it', async () => {
  let time = 1000;
  const ledger = open(() => time);
  await ledger.put([lease(1, 10, 2000)]);
  const budget = createBudget(() => time);
  budget.add(await ledger.grant('engine', { [key]: 3 }));
  const taken = budget.take(key);
  expect(taken).toBe(lease(1, 0).id);
  expect(budget.left(key)).toBe(2);
  budget.giveBack(key, taken!);
  expect(budget.left(key)).toBe(3);
  time = 2000;
  expect(budget.take(key)).toBeUndefined();
  expect(await ledger.grant('engine', { [key]: 1 })).toEqual([]);
});

it('closes a lease once every process that held some of it has released it, and grants nothing of it meanwhile', async () => {
  const ledger = open();
  await ledger.started('engine', 'first');
  await ledger.put([lease(1, 30)]);
  await ledger.grant('engine', { [key]: 5 });
  await ledger.started('edge', 'only');
  await ledger.grant('edge', { [key]: 5 });
  expect(ledger.state()).toEqual([{ id: lease(1, 0).id, count: 30, spent: 10 }]);

  const restarted = open();
  await restarted.started('engine', 'second');
  expect(restarted.state()).toMatchObject([{ spent: 10, phase: 'former' }]);
  // Without the portal, the rest is still used.
  expect(await restarted.grant('engine', { [key]: 1 })).toHaveLength(1);
  await restarted.put([
    { ...lease(1, 30), closing: true },
    { ...lease(2, 30), closing: true },
  ]);
  expect(await restarted.grant('engine', { [key]: 1 })).toEqual([]);
  expect([restarted.closing('engine'), restarted.closing('edge')]).toEqual([[lease(1, 0).id], [lease(1, 0).id]]);
  await restarted.released('engine', [lease(1, 0).id]);
  expect(restarted.state()).toMatchObject([{ phase: 'former' }]);
  await restarted.released('edge', [lease(1, 0).id]);
  expect(open().state()).toEqual([{ id: lease(1, 0).id, count: 30, spent: 11, phase: 'closed' }]);
});

it('has closed a lease in one process once its impressions are heard or given back', async () => {
  const budget = createBudget();
  const grant = { lease: 'one', campaign: key, count: 3, until: Date.now() + 60_000 };
  budget.add([grant]);
  const [first, second] = [budget.take(key)!, budget.take(key)!];
  let isClosed = false;
  const closed = budget.close(['one']).then(() => (isClosed = true));
  budget.add([grant]);
  expect([budget.take(key), budget.left(key)]).toEqual([undefined, 0]);
  budget.heard(first);
  await Promise.resolve();
  expect(isClosed).toBe(false);
  budget.giveBack(key, second);
  await closed;
});
