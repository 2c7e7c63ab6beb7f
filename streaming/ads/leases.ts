import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import { AdLease, type AdState } from '#contract/engine/engine-ads.ts';
import type { AdGrant } from '#streaming/bus/wire.ts';
import { writeAtomically } from '#streaming/snapshot/atomic-file.ts';

export type Ledger = {
  /** Adds leases, or replaces those of the same ID; what was granted of one stays granted. */
  put(leases: readonly AdLease[]): Promise<void>;
  /** Grants a process at most so many impressions of each campaign; resolves once that is on disk. */
  grant(process: string, wants: Readonly<Record<string, number>>): Promise<AdGrant[]>;
  /** A process has started: what it was granted before, in another `run`, is used by nobody. */
  started(process: string, run: string): Promise<void>;
  /** The leases that close once this process has released them. */
  closing(process: string): string[];
  /** Nothing more will be heard of these leases from a process, and what was is reported. */
  released(process: string, leases: readonly string[]): Promise<void>;
  state(): AdState['leases'];
};

const Entry = z.extend(AdLease, {
  granted: z.number(),
  /** The processes that were granted some of it, each in its last run; those of older engines are unknown. */
  holders: z._default(z.record(z.string(), z.string()), { '': '' }),
  /** One of them has ended since. */
  isFormer: z._default(z.boolean(), false),
});
type Entry = z.infer<typeof Entry>;

/** How long a lease that ended is still listed, ms. */
const listedMs = 86_400_000;

/**
 * The engine's leases on disk. An impression is granted to a process only after the file says so: whatever is killed,
 * nothing is spent twice; what a killed process had left is lost to the lease.
 */
export const openLedger = (path: string, failed: (error: unknown) => void, now: () => number = Date.now): Ledger => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const entries = new Map<string, Entry>(load(path, failed).map((entry) => [entry.id, entry]));
  const runs = new Map<string, string>();
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
  const grantOf = (process: string, campaign: string, wanted: number): AdGrant[] => {
    const grants: AdGrant[] = [];
    let open = wanted;
    for (const entry of entries.values()) {
      const isUsable = entry.campaign === campaign && entry.until > now() && !entry.closing;
      const count = isUsable ? Math.min(open, entry.count - entry.granted) : 0;
      if (count <= 0) continue;
      entry.granted += count;
      entry.holders[process] = runs.get(process) ?? '';
      open -= count;
      grants.push({ lease: entry.id, campaign, count, until: entry.until });
    }
    return grants;
  };

  return {
    async put(leases) {
      for (const [id, entry] of entries) if (now() - entry.until > listedMs) entries.delete(id);
      for (const lease of leases) {
        const known = entries.get(lease.id);
        // Of a lease that is not known here, others may hold some.
        if (!known && lease.closing) continue;
        const closing = known?.closing === true || lease.closing === true;
        entries.set(lease.id, { granted: 0, holders: {}, isFormer: false, ...known, ...lease, closing });
      }
      await save();
    },
    async started(process, run) {
      runs.set(process, run);
      const left = [...entries.values()].filter(({ holders }) => (holders[process] ?? run) !== run);
      for (const entry of left) entry.isFormer = true;
      if (left.length > 0) await save();
    },
    closing: (process) =>
      [...entries.values()].flatMap(({ id, closing, holders }) => (closing && process in holders ? [id] : [])),
    async released(process, leases) {
      for (const id of leases) {
        const entry = entries.get(id);
        if (entry?.closing) delete entry.holders[process];
      }
      await save();
    },
    async grant(process, wants) {
      const grants = Object.entries(wants).flatMap(([campaign, wanted]) =>
        grantOf(process, campaign, Math.floor(wanted)),
      );
      if (grants.length > 0) await save();
      return grants;
    },
    state: () =>
      [...entries.values()].map((entry) => ({
        ...{ id: entry.id, count: entry.count, spent: entry.granted },
        ...phaseOf(entry),
      })),
  };
};

const phaseOf = ({ closing, holders, isFormer }: Entry): Pick<AdState['leases'][number], 'phase'> => {
  if (closing && Object.keys(holders).length === 0) return { phase: 'closed' };
  return isFormer ? { phase: 'former' } : {};
};

const load = (path: string, failed: (error: unknown) => void): Entry[] => {
  try {
    return z.array(Entry).parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    // Leases that can't be read are not spent: the portal lends others when these have ended.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failed(error);
    return [];
  }
};
