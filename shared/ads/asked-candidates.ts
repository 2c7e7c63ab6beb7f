import type { AdPosition } from '#contract/rules/ad-rules.ts';
import type { AdReason } from '#contract/rules/ad-reasons.ts';
import type { PlannedCampaign } from '#contract/engine/engine-ads.ts';
import { shareAt, type Candidate } from './plan.ts';

type LengthOf = (spot: string) => number | undefined;

/** A candidate with what doesn't depend on the listener, as every listener of a break asks all of them. */
export type AskedCandidate = Candidate & {
  /** Equal for those of one advertiser, whatever its capitals; 0 without one. */
  readonly advertiser: number;
  /** Equal for those of one category; 0 for `other`, which is no category in which advertisers compete. */
  readonly rivalry: number;
  readonly isAt: Readonly<Record<AdPosition, boolean>>;
  readonly isLimited: boolean;
  /** The share of chances that its campaign takes now, 0–1. */
  shareAt(now: number): number;
  /** How long its own spot is, ms, as `lengthOf` says. */
  lengthBy(lengthOf: LengthOf): number | undefined;
  /** The same object each time: nearly every candidate is refused for nearly every listener. */
  refusal(reason: AdReason): Refusal;
};
/** Why a campaign doesn't play for a listener; who counts refusals may count those of the same object with it. */
export type Refusal = readonly [campaign: PlannedCampaign, reason: AdReason, tally: Tally];
/** How often one was met at a station. */
export type Tally = { station: string; count: number };

const lists = new WeakMap<readonly Candidate[], AskedCandidate[]>();

/** The candidates of a list, prepared once for all who are asked with the same list. */
export const askedCandidates = (candidates: readonly Candidate[]): readonly AskedCandidate[] => {
  const known = lists.get(candidates);
  if (known) return known;
  const numbers = new Map<string, number>();
  const numberOf = (text: string): number => numbers.get(text) ?? (numbers.set(text, numbers.size + 1), numbers.size);
  const prepared = candidates.map((candidate) => askedCandidate(candidate, numberOf));
  lists.set(candidates, prepared);
  return prepared;
};

const askedCandidate = (candidate: Candidate, numberOf: (text: string) => number): AskedCandidate => {
  const { campaign, spot } = candidate;
  const { advertiser, category, positions } = campaign;
  let [share, from, until] = [0, Infinity, -Infinity];
  let length: number | undefined;
  let measuredBy: LengthOf | undefined;
  const refusals: Refusal[] = [];
  return {
    ...candidate,
    advertiser: advertiser === '' ? 0 : numberOf(`advertiser ${advertiser.toLowerCase()}`),
    rivalry: category === 'other' ? 0 : numberOf(`category ${category}`),
    isAt: { pre: positions.includes('pre'), mid: positions.includes('mid'), post: positions.includes('post') },
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
      const refusal: Refusal = [campaign, reason, { station: '', count: 0 }];
      refusals.push(refusal);
      return refusal;
    },
  };
};

const isLimited = ({ limits: { perListener, perSession, minutesBetween } }: PlannedCampaign): boolean =>
  perListener.length > 0 || perSession !== null || minutesBetween !== null;
