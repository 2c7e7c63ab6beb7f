import { clientNetwork } from '#contract/rules/network.ts';
import { refuse } from '#server/kernel/http/refuse.ts';

/** Following is public, so the number is limited per client (which may be a whole office) and in total. */
const perClient = 100;
const mostTogether = 25_000;
const retryAfterS = 30;

export type Followers = {
  /** Counts a follower, or refuses it beyond the limits; the returned function removes it from the count. */
  enter(address: string): () => void;
};

/** Limits the followers of now-playing data in this portal, those it has handed over to other processes included. */
export const limitFollowers = (bound = { perClient, mostTogether }): Followers => {
  const counts = new Map<string, number>();
  let all = 0;
  return {
    enter(address) {
      const client = clientNetwork(address);
      const count = counts.get(client) ?? 0;
      if (count >= bound.perClient) refuse('request.rateLimited', { seconds: retryAfterS });
      if (all >= bound.mostTogether) refuse('request.unavailable', { part: 'The now-playing stream' });
      counts.set(client, count + 1);
      all += 1;
      let isCounted = true;
      return () => {
        if (!isCounted) return;
        isCounted = false;
        all -= 1;
        const left = (counts.get(client) ?? 1) - 1;
        if (left > 0) counts.set(client, left);
        else counts.delete(client);
      };
    },
  };
};
