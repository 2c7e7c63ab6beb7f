import { adReasonIds } from '#contract/rules/ad-reasons.ts';
import { type CampaignReport } from '#contract/api/campaign-report.ts';

type Reasons = CampaignReport['stats']['reasons'];

/** Reasons of streams and of podcasts together, the most frequent first; those that this version does not know are left out. */
export const sumReasons = (...lists: readonly Reasons[]): Reasons => {
  const counts = new Map<Reasons[number]['reason'], number>();
  for (const { reason, count } of lists.flat())
    if (adReasonIds.includes(reason)) counts.set(reason, (counts.get(reason) ?? 0) + count);
  return Array.from(counts, ([reason, count]) => ({ reason, count })).toSorted(
    (a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1),
  );
};
