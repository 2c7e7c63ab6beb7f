import { clientNetwork } from '#contract/network.ts';
import { refuse } from '#server/kernel/http/refuse.ts';

/** Anybody may follow: so many of one client (pages of a whole office), and so many of all. */
const perClient = 100;
const mostTogether = 5000;
const laterSeconds = 30;

export type Followers = {
  /** Counts one in, and refuses who is too many; the returned function counts them out. */
  enter(address: string): () => void;
};

/** Bounds who follows what stations play, at this process. */
export const boundFollowers = (bound = { perClient, mostTogether }): Followers => {
  const counts = new Map<string, number>();
  let all = 0;
  return {
    enter(address) {
      const client = clientNetwork(address);
      const count = counts.get(client) ?? 0;
      if (count >= bound.perClient) refuse('request.rateLimited', { seconds: laterSeconds });
      if (all >= bound.mostTogether) refuse('request.unavailable', { part: 'Following what plays' });
      counts.set(client, count + 1);
      all += 1;
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        all -= 1;
        const left = (counts.get(client) ?? 1) - 1;
        if (left > 0) counts.set(client, left);
        else counts.delete(client);
      };
    },
  };
};
