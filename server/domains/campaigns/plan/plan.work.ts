import { setTimeout as pause } from 'node:timers/promises';
import { startOnlyWorker, type Turn } from '#server/kernel/jobs/only-worker.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { adPlanChanged } from '../campaigns.events.ts';
import { askUntil, type AskerDeps } from '../providers/ask-listeners.ts';
import { askingOf } from '../providers/asking.ts';
import type { Asking } from '../providers/listeners-to-ask.ts';
import { adEngine } from './ad-engine.ts';
import { countPlanChange, planChanges } from './plan.repo.ts';
import { createPlanSender, type PlanDeps } from './send-plan.ts';

/** Only one sender of plans at a time, among all processes on this database. */
const planLock = 7_227_031;
const lookEveryMs = 500;
const roundEveryMs = 15_000;

/** Changes of campaigns and stations ask for a new plan. Called where the outbox is delivered, before it starts. */
export const subscribePlan = ({ db, events }: Pick<Kernel, 'db' | 'events'>): void => {
  for (const topic of [adPlanChanged, 'station.changed']) events.on(topic, () => countPlanChange(db));
};

/**
 * Sends the engine the plan of spots within a second of a change, lends it impressions, and asks ad servers for its
 * listeners, in this process unless another one does. While the engine or ClickHouse is away it tries again; the engine plays by the plan it has.
 */
export const startAdPlan = (deps: Omit<PlanDeps, 'engine'> & Omit<AskerDeps, 'engine'>): { stop(): Promise<void> } => {
  const engine = adEngine(deps.config.engineUrl, deps.config.engineToken);
  return startOnlyWorker(deps, { lock: planLock, failed: 'failed to send the plan of spots; retrying' }, (turn) =>
    sendAll({ ...deps, engine }, turn),
  );
};

const sendAll = async (deps: PlanDeps & AskerDeps, { stillHolds, succeeded, signal }: Turn): Promise<void> => {
  const sender = createPlanSender(deps);
  let asking: Asking | undefined;
  const ended = new AbortController();
  const asked = askUntil(deps, () => asking, AbortSignal.any([signal, ended.signal]));
  try {
    while (!signal.aborted) {
      await stillHolds();
      const seen = await planChanges(deps.db);
      const planned = await sender.round();
      asking = await askingOf(deps.db, planned, asking);
      succeeded();
      await untilChanged(deps, seen, signal);
    }
  } finally {
    ended.abort();
    await asked;
  }
};

/** Waits until something has changed, at most 15 s: what was delivered changes without an event. */
const untilChanged = async ({ db }: PlanDeps, seen: number, signal: AbortSignal): Promise<void> => {
  const latest = performance.now() + roundEveryMs;
  while (!signal.aborted && performance.now() < latest) {
    await pause(lookEveryMs, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted && (await planChanges(db)) !== seen) return;
  }
};
