import * as z from 'zod/mini';
import type { AdBounds, EpisodeAds, PodcastAds } from './podcast-ads.ts';

/** A break: its kind, its position (seconds into the delivered episode) and its number of spots. */
export const AdMarker = z.object({
  kind: z.enum(['pre', 'mid', 'post']),
  at: z.number(),
  spots: z.number(),
});
export type AdMarker = z.infer<typeof AdMarker>;

type Delivered = { duration: number; chapters: readonly { start: number }[] };
type Input = { podcast: PodcastAds; bounds: AdBounds; episode: Delivered; own: EpisodeAds };

/**
 * The ad breaks of an episode: from its own settings, else its podcast's, within the portal's limits. Breaks are at
 * least `minutes_between` apart, and that far from the beginning and the end. If there are more positions than spots,
 * the most evenly spread ones are used.
 */
export const markersOf = ({ podcast, bounds, episode, own }: Input): AdMarker[] => {
  if (!bounds.enabled || episode.duration <= 0 || isOptedOut(podcast, bounds, own)) return [];
  const rolls = own.own ?? podcast;
  const pre = Math.min(rolls.pre_roll, bounds.pre_roll);
  const post = Math.min(rolls.post_roll, bounds.post_roll);
  const most = own.own ? bounds.mid_roll : Math.min(podcast.mid_roll, bounds.mid_roll);
  const positions = farEnough(own.own ? own.own.mid : positionsBy(podcast, episode), bounds, episode.duration);
  return [
    ...(pre > 0 ? [{ kind: 'pre' as const, at: 0, spots: pre }] : []),
    ...spread(positions, most).map((at) => ({ kind: 'mid' as const, at, spots: 1 })),
    ...(post > 0 ? [{ kind: 'post' as const, at: episode.duration, spots: post }] : []),
  ];
};

/** Why the position of a mid-roll is invalid among the others (all in seconds); undefined if it is valid. */
export const markerProblem = (
  mid: readonly number[],
  index: number,
  { bounds, duration }: { bounds: AdBounds; duration: number },
): string | undefined => {
  const at = mid[index] ?? 0;
  const least = bounds.minutes_between * 60;
  const minutes = bounds.minutes_between === 1 ? 'a minute' : `${String(bounds.minutes_between)} minutes`;
  if (at >= duration) return 'The episode ends before this.';
  if (at < least) return `It must be at least ${minutes} from the beginning.`;
  if (duration - at < least) return `It must be at least ${minutes} from the end.`;
  if (mid.some((other, i) => i < index && Math.abs(other - at) < least))
    return `It must be at least ${minutes} from the next one.`;
  return undefined;
};

const isOptedOut = (podcast: PodcastAds, bounds: AdBounds, own: EpisodeAds): boolean =>
  bounds.opt_out_allowed && (!podcast.enabled || own.opt_out);

const positionsBy = (podcast: PodcastAds, { duration, chapters }: Delivered): number[] => {
  if (podcast.mid_rule === 'manual') return [];
  if (podcast.mid_rule === 'chapters') return chapters.map(({ start }) => start);
  const every = podcast.interval_minutes * 60;
  return Array.from({ length: Math.floor(duration / every) }, (_, i) => (i + 1) * every);
};

/** The positions that are far enough from the beginning, from the previous one and from the end. */
const farEnough = (positions: readonly number[], bounds: AdBounds, duration: number): number[] => {
  const least = bounds.minutes_between * 60;
  const chosen: number[] = [];
  for (const at of [...positions].sort((a, b) => a - b))
    if (at - (chosen.at(-1) ?? 0) >= least && duration - at >= least) chosen.push(at);
  return chosen;
};

/** Picks `most` of the positions, spread evenly. */
const spread = (positions: readonly number[], most: number): number[] => {
  if (positions.length <= most) return [...positions];
  return Array.from({ length: most }, (_, i) => positions[Math.floor(((i + 0.5) * positions.length) / most)] ?? 0);
};
