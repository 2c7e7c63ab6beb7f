import type { AdReason } from '#contract/campaign-report.ts';
import type { PlannedCampaign } from '#contract/engine-ads.ts';
import { shareAt, type Candidate } from './plan.ts';

type LengthOf = (spot: string) => number | undefined;

/** A candidate with what doesn't depend on the listener, as every listener of a break asks all of them. */
export type AskedCandidate = Candidate & {
  /** Whatever its capitals. */
  readonly advertiser: string;
  readonly isLimited: boolean;
  /** The share of chances that its campaign takes now, 0–1. */
  shareAt(now: number): number;
  /** How long its own spot is, ms, as `lengthOf` says. */
  lengthBy(lengthOf: LengthOf): number | undefined;
  /** The same object each time: nearly every candidate is refused for nearly every listener. */
  refusal(reason: AdReason): Refusal;
};
/** Why a campaign doesn't play for a listener. */
export type Refusal = readonly [campaign: PlannedCampaign, reason: AdReason];

const lists = new WeakMap<readonly Candidate[], AskedCandidate[]>();

/** The candidates of a list, prepared once for all who are asked with the same list. */
export function askedCandidates(candidates: readonly Candidate[]): readonly AskedCandidate[] {
  const known = lists.get(candidates) ?? candidates.map(askedCandidate);
  lists.set(candidates, known);
  return known;
}

function askedCandidate(candidate: Candidate): AskedCandidate {
  const { campaign, spot } = candidate;
  let [share, from, until] = [0, Infinity, -Infinity];
  let length: number | undefined;
  let measuredBy: LengthOf | undefined;
  const refusals: Refusal[] = [];
  return {
    ...candidate,
    advertiser: campaign.advertiser.toLowerCase(),
    isLimited: isLimited(campaign),
    shareAt(now) {
      if (now >= from && now < until) return share;
      share = shareAt(campaign, now);
      from = now;
      until = campaign.pace.find((one) => one.from > now)?.from ?? Infinity;
      return share;
    },
    lengthBy(lengthOf) {
      if (lengthOf === measuredBy || spot === undefined) return length;
      measuredBy = lengthOf;
      length = lengthOf(spot);
      return length;
    },
    refusal(reason) {
      for (const known of refusals) if (known[1] === reason) return known;
      const refusal: Refusal = [campaign, reason];
      refusals.push(refusal);
      return refusal;
    },
  };
}

const isLimited = ({ limits: { perListener, perSession, minutesBetween } }: PlannedCampaign): boolean =>
  perListener.length > 0 || perSession !== null || minutesBetween !== null;
