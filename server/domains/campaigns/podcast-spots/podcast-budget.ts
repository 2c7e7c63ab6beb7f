import type { Kernel } from '#server/kernel/kernel.ts';
import { lendToPodcasts, type Lendable, type PodcastLease } from './podcast-leases.ts';

type Held = PodcastLease & { left: number };

/** A campaign that had nothing to lend is asked again after so long. */
const askAgainMs = 2000;
/** Promises end this much before their lease, so that they are stored in time. */
const marginMs = 5000;
/** How many campaigns are asked at once: those of the highest priority. */
const atOnce = 20;

/** The impressions that this process may promise to listeners of podcasts. */
export const podcastBudget = ({ db }: Pick<Kernel, 'db'>) => {
  const held = new Map<string, Held[]>();
  const askedAt = new Map<string, number>();
  const usable = (campaign: string, now: number): Held[] =>
    (held.get(campaign) ?? []).filter(({ left, until }) => left > 0 && until - marginMs > now);
  const leftOf = (campaign: string, now: number): number =>
    usable(campaign, now).reduce((sum, { left }) => sum + left, 0);
  return {
    /** Takes a few impressions of the first of these campaigns of which this process has fewer than `needed`. */
    prepare: async (campaigns: readonly Lendable[], needed: number, now: Date): Promise<void> => {
      const at = now.getTime();
      const scarce = campaigns
        .filter(({ key }) => leftOf(key, at) < needed && at - (askedAt.get(key) ?? -Infinity) >= askAgainMs)
        .slice(0, atOnce);
      if (scarce.length === 0) return;
      for (const { key } of scarce) askedAt.set(key, at);
      for (const lease of await lendToPodcasts(db, scarce, now)) {
        held.set(lease.campaign, [...usable(lease.campaign, at), { ...lease, left: lease.count }]);
        askedAt.delete(lease.campaign);
      }
    },
    /** Uses an impression of a campaign: the lease it is of. */
    take: (campaign: string, now: number): string | undefined => {
      const [lease] = usable(campaign, now);
      if (lease) lease.left--;
      return lease?.id;
    },
    giveBack: (id: string): void => {
      for (const lease of [...held.values()].flat()) if (lease.id === id) lease.left++;
    },
  };
};
