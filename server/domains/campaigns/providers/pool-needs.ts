import type { Kernel } from '#server/kernel/kernel.ts';
import type { AskedProvider, Reached } from './listeners-to-ask.ts';
import { openPool } from './tickets.repo.ts';

/** An answer that is wanted of an ad server for nobody in particular: for a campaign, and listeners of a country. */
export type PoolWanted = { campaign: Reached['campaign']; provider: AskedProvider; country: string };

/** What the listeners of the next five minutes may need: half of them have a break by then, and some arrive. */
const [perListener, ofArrivals, most] = [0.5, 2, 200];
/** Asked at the same time for one campaign and country. */
const perRound = 4;
const lookMs = 10_000;

type Deps = Pick<Kernel, 'db' | 'clock'> & { reached(): Promise<readonly Reached[]> };

const keyOf = (campaign: string, provider: string, country: string): string => `${campaign} ${provider} ${country}`;

/** Which answers for nobody in particular are missing: what the listeners of a country may need soon, without those that are open. */
export const createPoolNeeds = ({ db, clock, reached }: Deps) => {
  let missing = new Map<string, { wanted: PoolWanted; count: number }>();
  const pausedUntil = new Map<string, number>();
  let lookAt = 0;

  const look = async (now: number): Promise<void> => {
    const needs = new Map<string, { wanted: PoolWanted; listeners: number }>();
    for (const { campaign, country, pools } of await reached())
      for (const provider of pools) {
        const key = keyOf(campaign.key, provider.id, country);
        const known = needs.get(key);
        if (known) known.listeners += 1;
        else needs.set(key, { wanted: { campaign, provider, country }, listeners: 1 });
      }
    const open = new Map<string, number>();
    if (needs.size > 0)
      for (const { campaign_key, provider_id, country, count } of await openPool(db, new Date(now)))
        open.set(keyOf(campaign_key, provider_id, country), count);
    missing = new Map(
      [...needs].map(([key, { wanted, listeners }]) => {
        const need = Math.min(most, Math.ceil(listeners * perListener) + ofArrivals);
        return [key, { wanted, count: need - (open.get(key) ?? 0) }];
      }),
    );
    for (const [key, until] of pausedUntil) if (until <= now) pausedUntil.delete(key);
  };

  return {
    /** At most so many that are to be asked for now. */
    due: async (atMost: number): Promise<PoolWanted[]> => {
      const now = clock.now().getTime();
      if (now >= lookAt) {
        lookAt = now + lookMs;
        await look(now);
      }
      const due: PoolWanted[] = [];
      for (const [key, one] of missing) {
        if (due.length >= atMost) break;
        if ((pausedUntil.get(key) ?? 0) > now) continue;
        const count = Math.max(0, Math.min(one.count, perRound, atMost - due.length));
        one.count -= count;
        for (let i = 0; i < count; i++) due.push(one.wanted);
      }
      return due;
    },
    /** Not before this time, ms since the epoch. */
    later: ({ campaign, provider, country }: PoolWanted, at: number): void =>
      void pausedUntil.set(keyOf(campaign.key, provider.id, country), at),
  };
};
