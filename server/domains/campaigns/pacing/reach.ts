import type { RateLimiting } from '#contract/rules/ad-rules.ts';

/** Sessions of about the same length: how many, and how long on average. */
export type ListeningLength = { n: number; hours: number };
type Caps = Pick<RateLimiting, 'perListener' | 'perSession' | 'minutesBetween'>;
/** Occasions of one listener: as their stream begins, and in an hour of listening. */
type Occasions = { perConnect: number; perHour: number };

/** Without sessions to learn from, half an hour each. */
const usual: readonly ListeningLength[] = [{ n: 1, hours: 0.5 }];
/** Sessions that have so many more occasions than a cap allows are at the cap. */
const surely = 12;

/**
 * The share of occasions that a campaign can use, because each listener may hear it only so often: the expected number of
 * occasions up to the cap, of all, over sessions as long as these. The tightest cap counts.
 */
export const reachOf = (
  { perListener, perSession, minutesBetween }: Caps,
  lengths: readonly ListeningLength[],
  occasions: Occasions,
): number => {
  const windows = [
    ...perListener.map(({ count, seconds }) => ({ count, hours: seconds / 3600 })),
    ...(minutesBetween === null ? [] : [{ count: 1, hours: minutesBetween / 60 }]),
    ...(perSession === null ? [] : [{ count: perSession, hours: Infinity }]),
  ];
  const sessions = lengths.length === 0 ? usual : lengths;
  return Math.min(1, ...windows.map((window) => shareWithin(window, sessions, occasions)));
};

const shareWithin = (
  { count, hours: window }: { count: number; hours: number },
  sessions: readonly ListeningLength[],
  { perConnect, perHour }: Occasions,
): number => {
  let [all, allowed] = [0, 0];
  for (const { n, hours } of sessions) {
    const occasions = perConnect + hours * perHour;
    if (occasions === 0) continue;
    const windows = Math.max(1, hours / window);
    all += n * occasions;
    allowed += n * windows * expectedUpTo(count, occasions / windows);
  }
  return all === 0 ? 1 : Math.min(1, allowed / all);
};

/** E[min(count, X)] of a Poisson variable X with this mean. */
export const expectedUpTo = (count: number, mean: number): number => {
  if (mean > count + surely * Math.sqrt(count + 1)) return count;
  if (mean + surely * Math.sqrt(mean + 1) < count) return mean;
  // min(count, X) is the sum over k < count of [X > k].
  let [probability, atMost, expected] = [Math.exp(-mean), 0, 0];
  for (let k = 0; k < count; k++) {
    atMost += probability;
    expected += Math.max(0, 1 - atMost);
    probability *= mean / (k + 1);
  }
  return expected;
};
