import type { Kernel } from '#server/kernel/kernel.ts';
import { fewestLent, lendToPodcasts, type Lendable, type PodcastLease } from './podcast-leases.ts';

type Held = PodcastLease & { left: number };

/** A campaign that had nothing to lend is asked again after so long. */
const askAgainMs = 2000;
/** Promises end this much before their lease, so that they are stored in time. */
const marginMs = 5000;
/** How many campaigns are asked at once: those of the highest priority. */
const atOnce = 20;
/** Twice as many are taken as before if those were used within this time, up to so many. */
const usedSoonMs = 60_000;
const mostAtOnce = 1280;
/** Impressions are taken ahead below so many times what a listener may need. */
const ahead = 3;

/** The impressions that this process may promise to listeners of podcasts. */
export const podcastBudget = ({ db, log }: Pick<Kernel, 'db' | 'log'>) => {
  const held = new Map<string, Held[]>();
  const askedAt = new Map<string, number>();
  const taken = new Map<string, { wanted: number; at: number }>();
  const usable = (campaign: string, now: number): Held[] =>
    (held.get(campaign) ?? []).filter(({ left, until }) => left > 0 && until - marginMs > now);
  const leftOf = (campaign: string, now: number): number =>
    usable(campaign, now).reduce((sum, { left }) => sum + left, 0);
  /** The first of these campaigns of which this process has fewer than `needed`, and has not asked for lately. */
  const scarcest = (campaigns: readonly Lendable[], needed: number, at: number): Lendable[] =>
    campaigns
      .filter(({ key }) => leftOf(key, at) < needed && at - (askedAt.get(key) ?? -Infinity) >= askAgainMs)
      .slice(0, atOnce);
  /** Each transaction that takes some is one that listeners may wait for. */
  const wantedOf = (campaign: string, now: number): number => {
    const last = taken.get(campaign);
    return last && now - last.at < usedSoonMs ? Math.min(last.wanted * 2, mostAtOnce) : fewestLent;
  };
  const lend = async (campaigns: readonly Lendable[], now: Date): Promise<void> => {
    if (campaigns.length === 0) return;
    for (const { key } of campaigns) askedAt.set(key, now.getTime());
    const wanting = campaigns.map((one) => ({ ...one, wanted: wantedOf(one.key, now.getTime()) }));
    for (const { key, wanted } of wanting) taken.set(key, { wanted, at: now.getTime() });
    for (const lease of await lendToPodcasts(db, wanting, now)) {
      held.set(lease.campaign, [...usable(lease.campaign, now.getTime()), { ...lease, left: lease.count }]);
      askedAt.delete(lease.campaign);
    }
  };
  return {
    /**
     * Takes a few impressions of campaigns of which this process has fewer than `needed`. Where the next listener would have
     * to wait for them, they are taken meanwhile.
     */
    prepare: async (campaigns: readonly Lendable[], needed: number, now: Date): Promise<void> => {
      await lend(scarcest(campaigns, needed, now.getTime()), now);
      lend(scarcest(campaigns, needed * ahead, now.getTime()), now).catch((error: unknown) =>
        log.warn({ err: error }, 'could not take impressions for podcasts ahead; trying again'),
      );
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
