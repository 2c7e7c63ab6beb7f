import { statfs } from 'node:fs/promises';
import type * as z from 'zod/mini';
import type { Dashboard } from '#contract/portal.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { countEverything, latestAccounts, latestStations, madeByDay, type Totals } from './dashboard.repo.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'config'> & { live: LiveHub };
type Reply = z.infer<typeof Dashboard>;

const daysShown = 30;
const dayMs = 86_400_000;

/** The portal at a glance (spec §2): totals, the last thirty days (UTC), the latest accounts and stations, storage. */
export const createDashboard = (deps: Deps): (() => Promise<Reply>) => {
  const totalsOf = rememberedTotals(deps);
  return async () => {
    const today = Math.floor(deps.clock.now().getTime() / dayMs) * dayMs;
    const days = Array.from({ length: daysShown }, (_, i) => new Date(today - (daysShown - 1 - i) * dayMs));
    const [{ bytes, ...totals }, made, accounts, stations, room] = await Promise.all([
      totalsOf(),
      madeByDay(deps.db, days[0] ?? deps.clock.now()),
      latestAccounts(deps.db),
      latestStations(deps.db),
      roomFor(deps.config),
    ]);
    const { onAir, listeners } = deps.live.totals();
    return {
      totals: { ...totals, onAir, listeners },
      days: days.map((day) => filled(day, made)),
      accounts: accounts.map((row) => ({ ...row, created: row.created.toISOString() })),
      stations: stations.map((row) => ({ ...row, created: row.created.toISOString() })),
      storage: { used: bytes, ...room },
    };
  };
};

/** Below this counting takes a few milliseconds, and is done for everybody who asks. */
const fewRows = 50_000;
const freshMs = 5000;
const staleMs = 60_000;

/**
 * Counts everything; where there is a lot, what was counted in the last minute is given while it is counted anew, at
 * most every five seconds.
 */
const rememberedTotals = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): (() => Promise<Totals>) => {
  let last: { totals: Totals; at: number } | undefined;
  let counting: Promise<Totals> | undefined;
  const count = (): Promise<Totals> => {
    counting ??= countEverything(db, clock.now())
      .then((totals) => {
        last = isMuch(totals) ? { totals, at: performance.now() } : undefined;
        return totals;
      })
      .finally(() => (counting = undefined));
    return counting;
  };
  return async () => {
    const age = last ? performance.now() - last.at : Infinity;
    if (!last || age > staleMs) return await count();
    // Whoever waits next learns what went wrong.
    if (age > freshMs) count().catch(() => (last = undefined));
    return last.totals;
  };
};

const isMuch = ({ accounts, stations, people, bytes }: Totals): boolean =>
  accounts + stations + people > fewRows || bytes > fewRows * 1_000_000;

const filled = (day: Date, made: Reply['days']): Reply['days'][number] => {
  const name = day.toISOString().slice(0, 10);
  return made.find((one) => one.day === name) ?? { day: name, accounts: 0, stations: 0 };
};

/** How much room the disk has; a bucket doesn't say. */
const roomFor = async ({ s3, dataDir }: Deps['config']): Promise<{ free: number | null; total: number | null }> => {
  const disk = s3 ? undefined : await statfs(dataDir).catch(() => undefined);
  return disk ? { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize } : { free: null, total: null };
};
