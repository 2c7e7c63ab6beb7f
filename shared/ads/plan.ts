import type { AdPlan, PlannedCampaign, PlannedStation, Spot } from '#contract/engine/engine-ads.ts';
import { compileRules, doRulesHold, type CompiledRules, type Facts } from './rules.ts';

/** A campaign that a listener may hear, with the spot that its attempts give them; one that the station withholds isn't heard. */
export type Candidate = {
  campaign: PlannedCampaign;
  /** Undefined if only ad servers have one. */
  spot: string | undefined;
  /** Ad servers that go first, in their order. */
  providers?: readonly string[];
  withheld?: PlannedStation['withheld'][number]['reason'];
};

/** Campaigns that may be chosen, and those that a station withholds. */
type Admitted = Pick<PlannedStation, 'campaigns'> & Partial<Pick<PlannedStation, 'withheld'>>;

export type Plan = {
  readonly revision: number;
  readonly spots: ReadonlyMap<string, Spot>;
  readonly campaigns: ReadonlyMap<string, PlannedCampaign>;
  /** The spots that a campaign may play, also those of its ad servers. */
  spotsOf(campaign: PlannedCampaign): string[];
  station(key: string): PlannedStation | undefined;
  stations(): readonly PlannedStation[];
  /** Whether any rule compares places. */
  readonly needsPlaces: boolean;
  /**
   * The campaigns of a station (or podcast, which `facts` name) whose rules hold for a listener, those to be asked first at
   * the beginning: by priority, then those that need most of what they can reach, then those that want the fewest chances.
   */
  candidates(station: Admitted, facts: Facts, now: number): readonly Candidate[];
};

/** Listeners of the same place and player may share their facts too. */
const keys = new WeakMap<Facts, string>();
const cachedAtMost = 5000;
/** How long an order is kept: shares change every 15 minutes. */
const orderMs = 15_000;

/** A plan of the portal, prepared for choosing: listeners of the same place and player share one list. */
export const compilePlan = (plan: AdPlan): Plan => {
  const campaigns = new Map<string, PlannedCampaign>(plan.campaigns.map((campaign) => [campaign.key, campaign]));
  const stations = new Map<string, PlannedStation>(plan.stations.map((station) => [station.key, station]));
  const rules = new Map<PlannedCampaign, CompiledRules[]>(
    plan.campaigns.map((campaign) => [campaign, campaign.attempts.map((attempt) => compileRules(attempt.rules))]),
  );
  const providers = new Map<string, string[]>(plan.providers?.map(({ id, spots }) => [id, spots]));
  const cache = new Map<string, { at: number; list: Candidate[] }>();

  const candidateOf = (campaign: PlannedCampaign, facts: Facts): Candidate[] => {
    const compiled = rules.get(campaign)!;
    const providers: string[] = [];
    for (const [at, { spot, isProvider }] of campaign.attempts.entries()) {
      if (!doRulesHold(compiled[at]!, facts)) continue;
      if (!isProvider) return [{ campaign, spot, ...(providers.length > 0 && { providers }) }];
      providers.push(spot);
    }
    return providers.length > 0 ? [{ campaign, spot: undefined, providers }] : [];
  };
  const withheldFor = ({ withheld = [] }: Admitted, facts: Facts): Candidate[] =>
    withheld.flatMap(({ campaign: key, reason }) => {
      const campaign = campaigns.get(key);
      return campaign ? candidateOf(campaign, facts).map((one) => ({ ...one, withheld: reason })) : [];
    });
  const listFor = (station: Admitted, facts: Facts, now: number): Candidate[] =>
    station.campaigns
      .flatMap((key) => campaigns.get(key) ?? [])
      .flatMap((campaign) => candidateOf(campaign, facts))
      .map((candidate) => ({ candidate, share: shareAt(candidate.campaign, now), tie: Math.random() }))
      .sort(
        (a, b) =>
          a.candidate.campaign.priority - b.candidate.campaign.priority ||
          b.candidate.campaign.tightness - a.candidate.campaign.tightness ||
          a.share - b.share ||
          a.tie - b.tie,
      )
      .map(({ candidate }) => candidate)
      .concat(withheldFor(station, facts));

  return {
    revision: plan.revision,
    spots: new Map(plan.spots.map((spot) => [spot.id, spot])),
    campaigns,
    spotsOf: ({ attempts }) =>
      attempts.flatMap(({ spot, isProvider }) => (isProvider ? (providers.get(spot) ?? []) : [spot])),
    station: (key) => stations.get(key),
    stations: () => [...stations.values()],
    needsPlaces: [...rules.values()].flat(2).some(({ targets }) => targets.some(({ type }) => type === 'location')),
    candidates(station, facts, now) {
      const key = keys.get(facts) ?? JSON.stringify(facts);
      keys.set(facts, key);
      const known = cache.get(key);
      if (known && now - known.at < orderMs) return known.list;
      if (cache.size >= cachedAtMost) cache.clear();
      const list = listFor(station, facts, now);
      cache.set(key, { at: now, list });
      return list;
    },
  };
};

/** The share of chances that a campaign takes now, 0–1; all of them before its first entry. */
export const shareAt = ({ pace }: PlannedCampaign, now: number): number => {
  for (let at = pace.length - 1; at >= 0; at--) if (pace[at]!.from <= now) return pace[at]!.share;
  return pace[0]?.share ?? 1;
};
