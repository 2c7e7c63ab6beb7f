import type { Hearer } from './asked-listeners.ts';

/**
 * Whether chance gives a listener a campaign that takes only a share of all chances: 0 to 1, below the share is yes. What a
 * survey of the listeners drew is what counts in the break that is made because of it; otherwise a break of a small station
 * would be heard by nobody, as often as by those for whom it is made.
 */
export type PaceDraws = {
  /** The draws of a survey: the same for a few seconds. */
  surveyed(hearer: Hearer): (campaign: string) => number;
  /** The draws of a break: those of the last survey, if it was asked; the next break draws again. */
  used(hearer: Hearer): (campaign: string) => number;
};

type Drawn = { at: number; campaigns: Map<string, number> };

const redrawnMs = 5000;
/** A survey may come from another process, a moment ago. */
const validMs = 2 * redrawnMs;

export const createPaceDraws = (random: () => number, now: () => number): PaceDraws => {
  const drawn = new WeakMap<Hearer, Drawn>();
  return {
    surveyed(hearer) {
      return (campaign) => {
        const known = drawn.get(hearer);
        const draws =
          known && now() - known.at < redrawnMs ? known : { at: now(), campaigns: new Map<string, number>() };
        if (draws !== known) drawn.set(hearer, draws);
        const draw = draws.campaigns.get(campaign) ?? random();
        draws.campaigns.set(campaign, draw);
        return draw;
      };
    },
    used(hearer) {
      const known = drawn.get(hearer);
      if (!known) return random;
      drawn.delete(hearer);
      return now() - known.at < validMs ? (campaign) => known.campaigns.get(campaign) ?? random() : random;
    },
  };
};
