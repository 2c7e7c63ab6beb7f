import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BreakEvent, StationDesired } from '#contract/engine/engine.ts';
import { AdPlan, type AdLeases, type AdState, type PlannedStation } from '#contract/engine/engine-ads.ts';
import { writeAtomically } from '#streaming/snapshot/atomic-file.ts';
import { openCueOffsets, type CueOffsets } from './cue-offsets.ts';
import { openProofs, type Proofs } from './proofs.ts';
import { openLedger, type Ledger } from './leases.ts';

export type EngineAds = {
  /** Uses a plan from now on, and resolves once it is on disk; false for one older than the current one. */
  setPlan(plan: AdPlan): Promise<boolean>;
  lend(leases: AdLeases): Promise<void>;
  plan(): AdPlan | undefined;
  station(key: string): PlannedStation | undefined;
  readonly cues: CueOffsets;
  readonly proofs: Proofs;
  /** Leases, as the processes of listeners use and close them. */
  readonly ledger: Ledger;
  state(): Pick<AdState, 'revision' | 'leases'>;
  /** A break began; it is recorded once the processes had time to tell who hears something. */
  made(made: NewBreakEvent): void;
  /** What one process has chosen for its listeners in a break. */
  chosen(id: string, listeners: number, withSpot: number): void;
  stop(): void;
};

export type NewBreakEvent = Pick<BreakEvent, 'id' | 'kind' | 'ms' | 'at'> &
  Pick<StationDesired, 'account'> & {
    station: StationDesired['key'];
  };

type Options = {
  folder: string;
  record(event: BreakEvent): void;
  /** There is a new plan, or there are new leases. */
  changed(): void;
  failed(error: unknown): void;
};

const gatherMs = 3000;

/** The portal's plan and leases, on disk, so that an engine that starts without the portal can play by them. */
export const createEngineAds = ({ folder, record, changed, failed }: Options): EngineAds => {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'plan.json');
  const ledger = openLedger(join(folder, 'leases.json'), failed);
  const gathering = new Map<string, { event: BreakEvent; timer: NodeJS.Timeout }>();
  let plan = load(path, failed);
  let stations = byKey(plan);
  let saved: Promise<void> = Promise.resolve();

  const finish = (id: string): void => {
    const gathered = gathering.get(id);
    if (!gathered) return;
    clearTimeout(gathered.timer);
    gathering.delete(id);
    record(gathered.event);
  };

  return {
    async setPlan(next) {
      if (plan && next.revision < plan.revision) return false;
      plan = next;
      stations = byKey(next);
      changed();
      // One write after the other; a plan that was replaced meanwhile is not written.
      const before = saved;
      const write = async (): Promise<void> => {
        await before.catch(() => {});
        if (plan === next) await writeAtomically(path, JSON.stringify(next));
      };
      saved = write();
      await saved;
      return true;
    },
    async lend({ leases }) {
      await ledger.put(leases);
      changed();
    },
    plan: () => plan,
    station: (key) => stations.get(key),
    ledger,
    proofs: openProofs(join(folder, 'proofs'), failed),
    cues: openCueOffsets(join(folder, 'cue-offsets.json'), failed),
    state: () => ({ revision: plan?.revision ?? 0, leases: ledger.state() }),
    made(made) {
      const event: BreakEvent = { type: 'break', ...made, listeners: 0, withSpot: 0 };
      gathering.set(made.id, { event, timer: setTimeout(finish, gatherMs, made.id) });
    },
    chosen(id, listeners, withSpot) {
      const event = gathering.get(id)?.event;
      if (!event) return;
      event.listeners += listeners;
      event.withSpot += withSpot;
    },
    stop() {
      for (const id of gathering.keys()) finish(id);
    },
  };
};

const byKey = (plan: AdPlan | undefined): Map<string, PlannedStation> =>
  new Map(plan?.stations.map((station) => [station.key, station]));

const load = (path: string, failed: (error: unknown) => void): AdPlan | undefined => {
  try {
    return AdPlan.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    // Without it nothing is played until the portal sends it again.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failed(error);
    return undefined;
  }
};
