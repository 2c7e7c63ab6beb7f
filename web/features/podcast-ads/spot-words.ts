import type { AdMarker } from '#contract/ad-markers.ts';
import type { PodcastAds } from '#contract/podcast-ads.ts';
import { count, duration } from '#web/lib/format.ts';

/** The rules by which spots within an episode are placed. */
export const midRuleWords: Record<PodcastAds['mid_rule'], { label: string; description: string }> = {
  chapters: { label: 'Where chapters begin', description: 'Nobody is cut off; an episode without chapters has none.' },
  interval: { label: 'Every so many minutes', description: 'Counted from the beginning of the episode.' },
  manual: { label: 'Only where you put them', description: 'By hand, in each episode.' },
};

/** A break in words: `1 spot before`, `1 spot at 12:30`. */
export const spotWords = ({ kind, at, spots }: AdMarker): string => {
  const where = { pre: 'before', mid: `at ${duration(at)}`, post: 'after' }[kind];
  return `${count(spots, 'spot')} ${where}`;
};

/** Seconds of `1:02:05`, `12:30` or `750`; undefined where it is none of them. */
export const readTime = (written: string): number | undefined => {
  const match = /^\s*(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5})\s*$/.exec(written);
  if (!match) return undefined;
  const [hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0)) as [number, number, number];
  if (match[2] !== undefined && seconds > 59) return undefined;
  return hours * 3600 + minutes * 60 + seconds;
};
