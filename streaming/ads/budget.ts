import type { AdGrant } from '#streaming/bus/wire.ts';

export type Budget = {
  add(grants: readonly AdGrant[]): void;
  /** Spends one impression of a campaign; returns its lease, undefined if none is left. */
  take(campaign: string): string | undefined;
  /** The impression was not heard. */
  giveBack(campaign: string, lease: string): void;
  /** The impression was heard, and is recorded. */
  heard(lease: string): void;
  left(campaign: string): number;
  /** When a lease of a campaign ends, ms since the epoch; 0 for one that is not known. */
  endOf(campaign: string, lease: string): number;
  /** Spends no more of these leases; resolves once each impression that was taken of them was heard or given back. */
  close(leases: readonly string[]): Promise<void>;
};

/** What one process may spend, in memory only. */
export const createBudget = (now: () => number = Date.now): Budget => {
  const grants = new Map<string, AdGrant[]>();
  /** Impressions that were taken, and are neither heard nor given back, by lease. */
  const taken = new Map<string, number>();
  const closed = new Set<string>();
  const closings = new Set<() => void>();
  const open = (campaign: string): AdGrant[] => {
    const usable = (grants.get(campaign) ?? []).filter(({ until }) => until > now());
    if (usable.length > 0) grants.set(campaign, usable);
    else grants.delete(campaign);
    return usable;
  };
  const settle = (lease: string): void => {
    const left = (taken.get(lease) ?? 0) - 1;
    if (left > 0) taken.set(lease, left);
    else taken.delete(lease);
    if (left <= 0) for (const look of closings) look();
  };
  return {
    add(added) {
      for (const grant of added) {
        if (closed.has(grant.lease)) continue;
        const known = grants.get(grant.campaign) ?? [];
        const same = known.find(({ lease }) => lease === grant.lease);
        if (same) same.count += grant.count;
        else grants.set(grant.campaign, [...known, { ...grant }]);
      }
    },
    take(campaign) {
      const at = now();
      const grant = grants.get(campaign)?.find(({ count, until }) => count > 0 && until > at);
      if (!grant) return undefined;
      grant.count -= 1;
      taken.set(grant.lease, (taken.get(grant.lease) ?? 0) + 1);
      return grant.lease;
    },
    heard: settle,
    giveBack(campaign, lease) {
      settle(lease);
      const grant = open(campaign).find((one) => one.lease === lease);
      if (grant) grant.count += 1;
    },
    endOf: (campaign, lease) => open(campaign).find((one) => one.lease === lease)?.until ?? 0,
    left: (campaign) => open(campaign).reduce((sum, { count }) => sum + count, 0),
    close(leases) {
      for (const lease of leases) closed.add(lease);
      for (const [campaign, own] of grants)
        grants.set(
          campaign,
          own.filter(({ lease }) => !closed.has(lease)),
        );
      return new Promise((resolve) => {
        const look = (): void => {
          if (leases.some((lease) => taken.has(lease))) return;
          closings.delete(look);
          resolve();
        };
        closings.add(look);
        look();
      });
    },
  };
};
