import { statfs } from 'node:fs/promises';
import type * as z from 'zod/mini';
import type { Dashboard } from '#contract/api/portal.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { dayMs } from '#contract/rules/time.ts';
import { countTotals, latestAccounts, latestStations, createdByDay, type Totals } from './dashboard.repo.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'config'> & { live: LiveHub };
type Reply = z.infer<typeof Dashboard>;

const daysShown = 30;

/** The portal at a glance (spec §2): totals, the last thirty days (UTC), the latest accounts and stations, storage. */
export const createDashboard = (deps: Deps): (() => Promise<Reply>) => {
  const totalsOf = cachedTotals(deps);
  return async () => {
    const today = Math.floor(deps.clock.now().getTime() / dayMs) * dayMs;
    const days = Array.from({ length: daysShown }, (_, i) => new Date(today - (daysShown - 1 - i) * dayMs));
    const [{ bytes, ...totals }, created, accounts, stations, space] = await Promise.all([
      totalsOf(),
      createdByDay(deps.db, days[0] ?? deps.clock.now()),
      latestAccounts(deps.db),
      latestStations(deps.db),
      diskSpace(deps.config),
    ]);
    const { onAir, listeners } = deps.live.totals();
    return {
      totals: { ...totals, onAir, listeners },
      days: days.map((day) => dayOf(day, created)),
      accounts: accounts.map((row) => ({ ...row, created: row.created.toISOString() })),
      stations: stations.map((row) => ({ ...row, created: row.created.toISOString() })),
      storage: { used: bytes, ...space },
    };
  };
};

/** Below this, counting takes a few milliseconds and is not cached. */
const fewRows = 50_000;
const freshMs = 5000;
const staleMs = 60_000;

/**
 * Counts the totals. A large portal gets totals up to a minute old while they are recounted in the background, at
 * most every five seconds.
 */
const cachedTotals = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): (() => Promise<Totals>) => {
  let last: { totals: Totals; at: number } | undefined;
  let counting: Promise<Totals> | undefined;
  const count = (): Promise<Totals> => {
    counting ??= countTotals(db, clock.now())
      .then((totals) => {
        last = isLarge(totals) ? { totals, at: performance.now() } : undefined;
        return totals;
      })
      .finally(() => (counting = undefined));
    return counting;
  };
  return async () => {
    const age = last ? performance.now() - last.at : Infinity;
    if (!last || age > staleMs) return await count();
    // A failed recount surfaces at the next call, which then waits for a count.
    if (age > freshMs) count().catch(() => (last = undefined));
    return last.totals;
  };
};

const isLarge = ({ accounts, stations, people, bytes }: Totals): boolean =>
  accounts + stations + people > fewRows || bytes > fewRows * 1_000_000;

const dayOf = (day: Date, created: Reply['days']): Reply['days'][number] => {
  const name = day.toISOString().slice(0, 10);
  return created.find((one) => one.day === name) ?? { day: name, accounts: 0, stations: 0 };
};

/** Free and total bytes of the disk; null for object storage. */
const diskSpace = async ({ s3, dataDir }: Deps['config']): Promise<{ free: number | null; total: number | null }> => {
  const disk = s3 ? undefined : await statfs(dataDir).catch(() => undefined);
  return disk ? { free: disk.bavail * disk.bsize, total: disk.blocks * disk.bsize } : { free: null, total: null };
};
