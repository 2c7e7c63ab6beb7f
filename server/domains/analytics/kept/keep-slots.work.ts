import type { ClickHouseClient } from '@clickhouse/client';
import { startOnlyWorker, stepByStep } from '#server/kernel/jobs/only-worker.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { makeSlots } from './make-slots.ts';
import { missingSlots } from './missing-slots.ts';
import { everySubject } from './subjects.ts';

type KeeperDeps = Pick<Kernel, 'db' | 'clock'> & { clickhouse: ClickHouseClient };

/** One keeper of slots at a time, of all processes on this database. */
const only = { lock: 7_227_005, failed: 'slots that are over could not be kept; it is tried again' };
const restMs = 120_000;

/** Keeps the slots of days that are over, in this process unless another one does. */
export const startKeepingSlots = (deps: KeeperDeps & Pick<Kernel, 'log'>): { stop(): Promise<void> } =>
  startOnlyWorker(deps, only, async (turn) => {
    await stepByStep(turn, restMs, () => keepNextSlots(deps));
  });

/** Keeps some of what is missing, the latest days first; false where nothing is. */
export const keepNextSlots = async ({ db, clock, clickhouse }: KeeperDeps): Promise<boolean> => {
  const begun = clock.now();
  const missing = await missingSlots(clickhouse, await everySubject(db), begun.getTime());
  if (missing === undefined) return false;
  await makeSlots(clickhouse, missing, begun);
  return true;
};
