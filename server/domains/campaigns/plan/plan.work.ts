import { setTimeout as pause } from 'node:timers/promises';
import { startOnlyWorker, type Turn } from '#server/kernel/jobs/only-worker.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { adPlanChanged } from '../campaigns.events.ts';
import { createPeers } from '../leases/peers.ts';
import { askUntil, type AskerDeps } from '../providers/ask-listeners.ts';
import { askingOf } from '../providers/asking.ts';
import type { Asking } from '../providers/listeners-to-ask.ts';
import { adEngineOf, ticketEngine } from './ad-engine.ts';
import { countPlanChange, planChanges } from './plan.repo.ts';
import { createPlanSender, type Planned, type PlanDeps } from './send-plan.ts';

/** Only one sender of plans at a time, among all processes on this database. */
const planLock = 7_227_031;
const lookEveryMs = 500;
const defaultRoundEveryMs = 15_000;

/** Changes of campaigns and stations ask for a new plan. Called where the outbox is delivered, before it starts. */
export const subscribePlan = ({ db, events }: Pick<Kernel, 'db' | 'events'>): void => {
  for (const topic of [adPlanChanged, 'station.changed']) events.onAny(topic, () => countPlanChange(db));
};

/**
 * Sends the engines the plan of spots within a second of a change, lends them impressions, and asks ad servers for their
 * listeners, in this process unless another one does. While an engine or ClickHouse is away it tries again; the engine plays by the plan it has.
 */
export const startAdPlan = (deps: AllDeps): { stop(): Promise<void> } =>
  startOnlyWorker(deps, { lock: planLock, failed: 'failed to send the plan of spots; retrying' }, (turn) =>
    sendAll(deps, turn),
  );

type AllDeps = Omit<PlanDeps, 'engine' | 'peers'> &
  Omit<AskerDeps, 'engine'> & {
    /** How long a round waits at most for a change, ms. */
    roundEveryMs?: number;
  };

const sendAll = async (deps: AllDeps, { stillHolds, succeeded, signal }: Turn): Promise<void> => {
  const senders = createSenders(deps);
  let asking: Asking | undefined;
  const ended = new AbortController();
  const asked = askUntil(
    { ...deps, engine: ticketEngine(deps.fleet) },
    () => asking,
    AbortSignal.any([signal, ended.signal]),
  );
  try {
    while (!signal.aborted) {
      await stillHolds();
      const seen = await planChanges(deps.db);
      const planned = await firstOf(deps, senders);
      asking = await askingOf(deps.db, planned, asking);
      succeeded();
      await untilChanged(deps, seen, signal);
    }
  } finally {
    ended.abort();
    await asked;
  }
};

/** One sender for each engine. */
const createSenders = (deps: AllDeps) => {
  const { engines } = deps.fleet;
  const peersOf = createPeers(engines.map(({ id }) => id));
  return engines.map((node) => ({
    id: node.id,
    sender: createPlanSender({ ...deps, engine: adEngineOf(node), peers: peersOf(node.id) }),
  }));
};

/** A round of each engine. One that is away keeps no other from its own; throws if all have failed. */
const firstOf = async ({ log }: AllDeps, senders: ReturnType<typeof createSenders>): Promise<Planned> => {
  const results = await Promise.allSettled(senders.map(({ sender }) => sender.round()));
  const planned = results.find((result) => result.status === 'fulfilled');
  const failed = results.flatMap((result, at) => (result.status === 'rejected' ? [{ at, error: result.reason }] : []));
  if (!planned) throw failed[0]?.error;
  for (const { at, error } of failed)
    log.warn({ engine: senders[at]!.id, error: String(error) }, 'an engine did not get the plan of spots; retrying');
  return planned.value;
};

/** Waits until something has changed, at most 15 s: what was delivered changes without an event. */
const untilChanged = async (
  { db, roundEveryMs = defaultRoundEveryMs }: Pick<AllDeps, 'db' | 'roundEveryMs'>,
  seen: number,
  signal: AbortSignal,
): Promise<void> => {
  const latest = performance.now() + roundEveryMs;
  while (!signal.aborted && performance.now() < latest) {
    await pause(lookEveryMs, undefined, { signal }).catch(() => undefined);
    if (!signal.aborted && (await planChanges(db)) !== seen) return;
  }
};
