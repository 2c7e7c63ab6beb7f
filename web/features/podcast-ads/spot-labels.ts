import type { AdMarker } from '#contract/api/ad-markers.ts';
import type { PodcastAds } from '#contract/api/podcast-ads.ts';
import { count, duration } from '#web/lib/format.ts';

/** The placement rules for mid-roll spots. */
export const midRuleLabels: Record<PodcastAds['mid_rule'], { label: string; description: string }> = {
  chapters: {
    label: 'Between chapters',
    description: 'Mid-rolls play between chapters. Episodes without chapters get none.',
  },
  interval: { label: 'At fixed intervals', description: 'Counted from the start of the episode.' },
  manual: { label: 'Manual', description: 'Placed by hand in each episode.' },
};

/** A break as text: `1 pre-roll spot`, `1 spot at 12:30`. */
export const spotText = ({ kind, at, spots }: AdMarker): string => {
  if (kind === 'mid') return `${count(spots, 'spot')} at ${duration(at)}`;
  return count(spots, `${kind}-roll spot`);
};

/** Parses `1:02:05`, `12:30` or `750` into seconds; undefined for anything else. */
export const readTime = (text: string): number | undefined => {
  const match = /^\s*(?:(?:(\d{1,2}):)?(\d{1,3}):)?(\d{1,5})\s*$/.exec(text);
  if (!match) return undefined;
  const [hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0)) as [number, number, number];
  if (match[2] !== undefined && seconds > 59) return undefined;
  return hours * 3600 + minutes * 60 + seconds;
};
