import type { ProviderRefusal } from '#contract/api/ad-providers.ts';

export type Counted = 'request' | 'ticket' | 'empty' | `refused:${ProviderRefusal}`;

/** What ad servers answered, counted in memory until it is stored. */
export const createCounts = () => {
  let counts = new Map<string, Map<string, number>>();
  return {
    add: (provider: string, what: Counted): void => {
      const own = counts.get(provider) ?? new Map<string, number>();
      counts.set(provider, own.set(what, (own.get(what) ?? 0) + 1));
    },
    /** What was counted since the last call. */
    take: (): Map<string, Map<string, number>> => {
      const taken = counts;
      counts = new Map();
      return taken;
    },
  };
};
export type Counts = ReturnType<typeof createCounts>;
