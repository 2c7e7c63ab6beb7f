import type { StationState } from '#contract/engine.ts';
import { alertKinds, monitoringOf } from '#contract/station-profile.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { createHeard } from './heard.ts';
import { judge } from './judge.ts';
import { openAlerts, watchedStations } from './monitoring.repo.ts';
import { takeStep } from './take-step.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'events' | 'log'>;
type Listener = { connected(): void; state(state: StationState): void; lost(): void };

/** Whatever tells how the engine's stations are. */
export type Engine = { hear(listener: Listener): void };

export type StationWatch = {
  /** Looks at all stations now; for tests, and by itself every few seconds. */
  look(): Promise<void>;
  stop(): Promise<void>;
};

const everyMs = 5000;

/**
 * Opens and closes the alerts of all stations by what the engine says. All it must remember is in the database, so it
 * may stop at any time, and several of it do no harm to each other. It begins when the engine is first heard or missed.
 */
export const watchStations = (deps: Deps, engine: Engine): StationWatch => {
  const heard = createHeard(deps.clock);
  let looking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  const look = (): Promise<void> => (looking = looking.then(() => (isOver ? undefined : lookAtAll(deps, heard))));
  const lookLater = (): void => {
    timer = setTimeout(() => {
      look()
        .catch((error: unknown) => {
          looking = Promise.resolve();
          deps.log.warn({ err: error }, 'the stations could not be watched');
        })
        .finally(() => !isOver && lookLater());
    }, everyMs);
  };
  const begun = (): void => {
    if (!timer && !isOver) lookLater();
  };
  engine.hear({
    connected: () => {
      heard.connected();
      begun();
    },
    state: heard.state,
    lost: () => {
      heard.lost();
      begun();
    },
  });
  return {
    look,
    stop: async () => {
      isOver = true;
      clearTimeout(timer);
      await looking.catch(() => undefined);
    },
  };
};

const lookAtAll = async (deps: Deps, heard: ReturnType<typeof createHeard>): Promise<void> => {
  const [stations, alerts] = await Promise.all([watchedStations(deps.db), openAlerts(deps.db)]);
  const open = new Map(alerts.map((alert) => [`${alert.station_key} ${alert.kind}`, alert]));
  const now = deps.clock.now();
  for (const { key: station, monitoring_settings: kept, deleted_at } of stations) {
    const settings = { ...monitoringOf(kept), ...(deleted_at !== null && { link: false }) };
    for (const kind of alertKinds) {
      const alert = open.get(`${station} ${kind}`);
      const step = judge({ kind, heard: heard.of(station), settings, alert, now });
      if (step) await takeStep(deps, { station, kind, settings }, alert, step);
    }
  }
};
