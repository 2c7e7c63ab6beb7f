import { setTimeout as pause } from 'node:timers/promises';
import type { StationState } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { alertKinds, monitoringOf } from '#contract/api/station-profile.ts';
import { startOnlyWorker, type Turn } from '#server/kernel/jobs/only-worker.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { notifyInbox } from '#server/platform/inbox.ts';
import { createKnownStates } from './known-states.ts';
import { decideStep } from './decide-step.ts';
import { membersOfStations, openAlerts, watchedStations } from './monitoring.repo.ts';
import { applyStep } from './apply-step.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'events' | 'jobs' | 'log'>;
type Listener = { connected(): void; state(state: StationState): void; lost(): void };

/** The source of the engine's events. */
export type Engine = { subscribe(listener: Listener): void };

export type StationWatch = {
  /** Checks all stations now; otherwise one portal of all does every few seconds. */
  check(): Promise<void>;
  stop(): Promise<void>;
};

/** Only one portal watches at a time, among all on this database. */
const watchLock = 7_227_034;

/**
 * Opens and closes the alerts of all stations according to the engine's states, in this process unless another one does.
 * Its own state is in the database, so it can stop at any time. Starts with the first event of the engine or the first
 * lost connection. A portal that has lost the engine gives its turn to those that have not, so that a cut between two
 * machines is not reported as stations off the air; only if no other takes it, it reports them.
 */
export const watchStations = (deps: Deps, engine: Engine, everyMs = 5000): StationWatch => {
  const states = createKnownStates(deps.clock);
  let checking: Promise<void> = Promise.resolve();
  let worker: { stop(): Promise<void> } | undefined;
  let isStopped = false;
  let gaveWay = false;

  const check = (): Promise<void> =>
    (checking = checking.catch(() => undefined).then(() => (isStopped ? undefined : checkAll(deps, states))));
  const watch = async ({ signal, stillHolds, succeeded }: Turn): Promise<'give way' | undefined> => {
    while (!signal.aborted) {
      const mustGiveWay = states.isLost() && !gaveWay;
      gaveWay = states.isLost();
      if (mustGiveWay) return 'give way';
      await stillHolds();
      await check();
      succeeded();
      if (states.isLost()) return undefined;
      await pause(everyMs, undefined, { signal }).catch(() => undefined);
    }
    return undefined;
  };
  const start = (): void => {
    if (isStopped) return;
    worker ??= startOnlyWorker(deps, { lock: watchLock, failed: 'could not check the stations; retrying' }, watch);
  };
  engine.subscribe({
    connected: () => {
      states.connected();
      start();
    },
    state: states.state,
    lost: () => {
      states.lost();
      start();
    },
  });
  return {
    check,
    stop: async () => {
      isStopped = true;
      await worker?.stop();
      await checking.catch(() => undefined);
    },
  };
};

/** Members hear of their alerts once a check, however many stations it concerns: an engine that fails opens alerts of all. */
const checkAll = async (deps: Deps, states: ReturnType<typeof createKnownStates>): Promise<void> => {
  const changed = new Set<StationKey>();
  try {
    await stepAll(deps, states, changed);
  } finally {
    if (changed.size > 0) await notifyInbox(deps.events, deps.db, await membersOfStations(deps.db, [...changed]));
  }
};

/** Takes the next step of every alert; adds the stations to `changed` whose alerts opened or ended. */
const stepAll = async (
  deps: Deps,
  states: ReturnType<typeof createKnownStates>,
  changed: Set<StationKey>,
): Promise<void> => {
  const [stations, alerts] = await Promise.all([watchedStations(deps.db), openAlerts(deps.db)]);
  const open = new Map(alerts.map((alert) => [`${alert.station_key} ${alert.kind}`, alert]));
  const now = deps.clock.now();
  for (const { key: station, monitoring_settings, deleted_at } of stations) {
    const settings = { ...monitoringOf(monitoring_settings), ...(deleted_at !== null && { link: false }) };
    for (const kind of alertKinds) {
      const alert = open.get(`${station} ${kind}`);
      const step = decideStep({ kind, known: states.of(station), settings, alert, now });
      if (step && (await applyStep(deps, { station, kind, settings }, alert, step))) changed.add(station);
    }
  }
};
