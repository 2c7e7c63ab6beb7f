import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { AdLease, type AdState } from '#contract/engine-ads.ts';
import type { AdGrant } from '#streaming/bus/wire.ts';
import { writeAtomically } from '#streaming/snapshot/atomic-file.ts';

export type Ledger = {
  /** Adds leases, or replaces those of the same ID; what was granted of one stays granted. */
  put(leases: readonly AdLease[]): Promise<void>;
  /** Grants at most so many impressions of each campaign; resolves once that is on disk. */
  grant(wants: Readonly<Record<string, number>>): Promise<AdGrant[]>;
  state(): AdState['leases'];
};

const Entry = z.extend(AdLease, { granted: z.number() });
type Entry = z.infer<typeof Entry>;

/** How long a lease that ended is still listed, ms. */
const listedMs = 86_400_000;

/**
 * The engine's leases on disk. An impression is granted to a process only after the file says so: whatever is killed,
 * nothing is spent twice; what a killed process had left is lost to the lease.
 */
export function openLedger(path: string, failed: (error: unknown) => void, now: () => number = Date.now): Ledger {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const entries = new Map<string, Entry>(load(path, failed).map((entry) => [entry.id, entry]));
  let saving: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  const write = (): Promise<void> => writeAtomically(path, JSON.stringify([...entries.values()]));
  /** Resolves once everything up to this call is on disk; calls that wait share one write. */
  const save = (): Promise<void> => {
    next ??= (saving ?? Promise.resolve())
      .catch(() => {})
      .then(() => {
        next = undefined;
        saving = write();
        return saving;
      });
    return next;
  };
  const grantOf = (campaign: string, wanted: number): AdGrant[] => {
    const grants: AdGrant[] = [];
    let open = wanted;
    for (const entry of entries.values()) {
      const count =
        entry.campaign === campaign && entry.until > now() ? Math.min(open, entry.count - entry.granted) : 0;
      if (count <= 0) continue;
      entry.granted += count;
      open -= count;
      grants.push({ lease: entry.id, campaign, count, until: entry.until });
    }
    return grants;
  };

  return {
    async put(leases) {
      for (const [id, entry] of entries) if (now() - entry.until > listedMs) entries.delete(id);
      for (const lease of leases) entries.set(lease.id, { ...lease, granted: entries.get(lease.id)?.granted ?? 0 });
      await save();
    },
    async grant(wants) {
      const grants = Object.entries(wants).flatMap(([campaign, wanted]) => grantOf(campaign, Math.floor(wanted)));
      if (grants.length > 0) await save();
      return grants;
    },
    state: () => [...entries.values()].map(({ id, count, granted }) => ({ id, count, spent: granted })),
  };
}

function load(path: string, failed: (error: unknown) => void): Entry[] {
  try {
    return z.array(Entry).parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    // Leases that can't be read are not spent: the portal lends others when these have ended.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failed(error);
    return [];
  }
}

export type Budget = {
  add(grants: readonly AdGrant[]): void;
  /** Spends one impression of a campaign; returns its lease, undefined if none is left. */
  take(campaign: string): string | undefined;
  /** The impression was not heard. */
  giveBack(campaign: string, lease: string): void;
  left(campaign: string): number;
  /** When a lease of a campaign ends, ms since the epoch; 0 for one that is not known. */
  endOf(campaign: string, lease: string): number;
};

/** What one process may spend, in memory only. */
export function createBudget(now: () => number = Date.now): Budget {
  const grants = new Map<string, AdGrant[]>();
  const open = (campaign: string): AdGrant[] => {
    const usable = (grants.get(campaign) ?? []).filter(({ until }) => until > now());
    if (usable.length > 0) grants.set(campaign, usable);
    else grants.delete(campaign);
    return usable;
  };
  return {
    add(added) {
      for (const grant of added) {
        const known = grants.get(grant.campaign) ?? [];
        const same = known.find(({ lease }) => lease === grant.lease);
        if (same) same.count += grant.count;
        else grants.set(grant.campaign, [...known, { ...grant }]);
      }
    },
    take(campaign) {
      const grant = open(campaign).find(({ count }) => count > 0);
      if (!grant) return undefined;
      grant.count -= 1;
      return grant.lease;
    },
    giveBack(campaign, lease) {
      const grant = open(campaign).find((one) => one.lease === lease);
      if (grant) grant.count += 1;
    },
    endOf: (campaign, lease) => open(campaign).find((one) => one.lease === lease)?.until ?? 0,
    left: (campaign) => open(campaign).reduce((sum, { count }) => sum + count, 0),
  };
}
