import * as z from 'zod/mini';
import type { AdBounds, EpisodeAds, PodcastAds } from './podcast-ads.ts';

/** A break: its kind, its second within what is delivered, and how many spots it holds. */
export const AdMarker = z.object({
  kind: z.enum(['pre', 'mid', 'post']),
  at: z.number(),
  spots: z.number(),
});
export type AdMarker = z.infer<typeof AdMarker>;

type Heard = { duration: number; chapters: readonly { start: number }[] };
type Asked = { podcast: PodcastAds; bounds: AdBounds; episode: Heard; own: EpisodeAds };

/**
 * Where spots are heard in an episode: what its podcast says, or what it says itself, within what the portal allows.
 * Breaks are at least `minutes_between` apart, from the beginning and the end too; of more places than spots those
 * are taken that are spread most evenly.
 */
export const markersOf = ({ podcast, bounds, episode, own }: Asked): AdMarker[] => {
  if (!bounds.enabled || episode.duration <= 0 || isOptedOut(podcast, bounds, own)) return [];
  const wanted = own.own ?? podcast;
  const pre = Math.min(wanted.pre_roll, bounds.pre_roll);
  const post = Math.min(wanted.post_roll, bounds.post_roll);
  const most = own.own ? bounds.mid_roll : Math.min(podcast.mid_roll, bounds.mid_roll);
  const places = apart(own.own ? own.own.mid : placesBy(podcast, episode), bounds, episode.duration);
  return [
    ...(pre > 0 ? [{ kind: 'pre' as const, at: 0, spots: pre }] : []),
    ...spread(places, most).map((at) => ({ kind: 'mid' as const, at, spots: 1 })),
    ...(post > 0 ? [{ kind: 'post' as const, at: episode.duration, spots: post }] : []),
  ];
};

/** What is wrong with a place for a spot among others (all in seconds); undefined where nothing is. */
export const wrongWith = (
  mid: readonly number[],
  index: number,
  { bounds, duration }: { bounds: AdBounds; duration: number },
): string | undefined => {
  const at = mid[index] ?? 0;
  const least = bounds.minutes_between * 60;
  const minutes = bounds.minutes_between === 1 ? 'a minute' : `${String(bounds.minutes_between)} minutes`;
  if (at >= duration) return 'The episode is over before.';
  if (at < least) return `It must be at least ${minutes} from the beginning.`;
  if (duration - at < least) return `It must be at least ${minutes} from the end.`;
  if (mid.some((other, i) => i < index && Math.abs(other - at) < least))
    return `It must be at least ${minutes} from the next one.`;
  return undefined;
};

const isOptedOut = (podcast: PodcastAds, bounds: AdBounds, own: EpisodeAds): boolean =>
  bounds.opt_out_allowed && (!podcast.enabled || own.opt_out);

const placesBy = (podcast: PodcastAds, { duration, chapters }: Heard): number[] => {
  if (podcast.mid_rule === 'manual') return [];
  if (podcast.mid_rule === 'chapters') return chapters.map(({ start }) => start);
  const every = podcast.interval_minutes * 60;
  return Array.from({ length: Math.floor(duration / every) }, (_, i) => (i + 1) * every);
};

/** Those places that are far enough from the beginning, from the one before, and from the end. */
const apart = (places: readonly number[], bounds: AdBounds, duration: number): number[] => {
  const least = bounds.minutes_between * 60;
  const kept: number[] = [];
  for (const at of [...places].sort((a, b) => a - b))
    if (at - (kept.at(-1) ?? 0) >= least && duration - at >= least) kept.push(at);
  return kept;
};

/** `most` of these, spread evenly. */
const spread = (places: readonly number[], most: number): number[] => {
  if (places.length <= most) return [...places];
  return Array.from({ length: most }, (_, i) => places[Math.floor(((i + 0.5) * places.length) / most)] ?? 0);
};
