import type { AdPosition } from '#contract/rules/ad-rules.ts';
import type { AdReason } from '#contract/rules/ad-reasons.ts';
import type { PlannedCampaign } from '#contract/engine/engine-ads.ts';
import { dayPartAt } from '../day-parts.ts';
import { askedCandidates, type AskedCandidate, type Refusal } from './asked-candidates.ts';
import type { Candidate } from './plan.ts';

/** A spot that a listener was given. */
export type Heard = { campaign: string; at: number };

/** `ticket`: of the ad server that answered with the spot. */
export type ChosenSpot = { campaign: PlannedCampaign; spot: string; lease: string; ms: number; ticket?: string };
/** The spots of one listener in the order in which they play, and why the other campaigns don't. */
export type Choice = { spots: ChosenSpot[]; reasons: Refusal[] };

export type Ask = {
  candidates: readonly Candidate[];
  position: AdPosition;
  /** Time for all spots together, and how many there may be at most. */
  ms: number;
  atMost?: number;
  /** ms since the epoch, and the zone of the station in which schedules are meant. */
  now: number;
  timezone: string;
  /** What the listener has heard in the last day. */
  heard: readonly Heard[];
  /** How often each campaign was heard in this session. */
  session: ReadonlyMap<string, number>;
  /** Chance, 0 to 1, for a campaign that takes only a share of all chances. */
  draw(campaign: string): number;
  /** How long a spot is in the listener's format, ms; undefined while it can't be played in it. */
  lengthOf(spot: string): number | undefined;
  /** What one of these ad servers answered for the listener; undefined if nothing. */
  ticketOf?(campaign: string, providers: readonly string[]): { id: string; spot: string } | undefined;
  /** Uses one impression of a campaign's leases; undefined if none is left. */
  take(campaign: string): string | undefined;
  /** Receives each refusal, instead of the list in the choice: nearly all candidates are refused. */
  refused?(refusal: Refusal): void;
};

/** A spot may be longer than its place by a part of a frame or two. */
const toleranceMs = 100;

/**
 * Chooses what one listener hears: candidates are asked in their order until no time is left, and each either takes a
 * place or gives the reason why not. Two spots of an advertiser or category never stand in one break.
 */
export const choose = (ask: Ask): Choice => {
  const choice: Choice = { spots: [], reasons: [] };
  const { position, now, lengthOf } = ask;
  const refuse = ask.refused ?? ((refusal: Refusal): void => void choice.reasons.push(refusal));
  let left = ask.ms;
  const atMost = ask.atMost ?? Infinity;
  const rivals: AskedCandidate[] = [];
  for (const candidate of askedCandidates(ask.candidates)) {
    const { campaign, providers, withheld } = candidate;
    if (!candidate.isAt[position] || campaign.until <= now) continue;
    if (withheld) {
      if (candidate.shareAt(now) > 0) refuse(candidate.refusal(withheld));
      continue;
    }
    const ticket = providers && ask.ticketOf?.(campaign.key, providers);
    const spot = ticket?.spot ?? candidate.spot;
    if (spot === undefined) {
      refuse(candidate.refusal('provider'));
      continue;
    }
    const ms = ticket ? lengthOf(spot) : candidate.lengthBy(lengthOf);
    const reason =
      refusal(ask, candidate, rivals) ??
      lengthRefusal(ms, choice.spots.length < atMost ? left : 0, choice.spots.length) ??
      pace(ask, candidate);
    const lease = reason ? undefined : ask.take(campaign.key);
    if (reason || lease === undefined || ms === undefined) refuse(candidate.refusal(reason ?? 'lease'));
    else {
      choice.spots.push({ campaign, spot, lease, ms, ...(ticket && { ticket: ticket.id }) });
      rivals.push(candidate);
      left -= ms;
    }
  }
  return choice;
};

const refusal = (ask: Ask, candidate: AskedCandidate, before: readonly AskedCandidate[]): AdReason | undefined => {
  if (!isOpen(candidate.campaign, ask.timezone, ask.now)) return 'schedule';
  if (candidate.isLimited && isCapped(candidate.campaign, ask)) return 'cap';
  for (const one of before) if (areRivals(one, candidate)) return 'separation';
  return undefined;
};

const lengthRefusal = (ms: number | undefined, left: number, before: number): AdReason | undefined => {
  if (ms === undefined) return 'format';
  if (ms <= left + toleranceMs) return undefined;
  return before > 0 ? 'outbid' : 'length';
};

const pace = ({ now, draw }: Ask, candidate: AskedCandidate): AdReason | undefined => {
  const share = candidate.shareAt(now);
  return share >= 1 || draw(candidate.campaign.key) < share ? undefined : 'pace';
};

const isCapped = ({ key, limits }: PlannedCampaign, { heard, session, now }: Ask): boolean => {
  const { perListener, perSession, minutesBetween } = limits;
  if (perSession !== null && (session.get(key) ?? 0) >= perSession) return true;
  const since = (ms: number): number => heard.filter((one) => one.campaign === key && now - one.at < ms).length;
  if (minutesBetween !== null && since(minutesBetween * 60_000) > 0) return true;
  return perListener.some(({ count, seconds }) => since(seconds * 1000) >= count);
};

const areRivals = (one: AskedCandidate, other: AskedCandidate): boolean =>
  (one.advertiser !== 0 && one.advertiser === other.advertiser) || (one.rivalry !== 0 && one.rivalry === other.rivalry);

/** Whether the hours of a campaign include this minute; reading a time zone's clock is too slow for each listener. */
const isOpen = (campaign: PlannedCampaign, timezone: string, now: number): boolean => {
  if (!campaign.schedule) return true;
  const minute = Math.floor(now / 60_000);
  const known = opened.get(campaign) ?? new Map<string, { minute: number; isOpen: boolean }>();
  opened.set(campaign, known);
  const last = known.get(timezone);
  if (last?.minute === minute) return last.isOpen;
  const open = dayPartAt(campaign.schedule, timezone, now) !== undefined;
  known.set(timezone, { minute, isOpen: open });
  return open;
};

const opened = new WeakMap<PlannedCampaign, Map<string, { minute: number; isOpen: boolean }>>();
