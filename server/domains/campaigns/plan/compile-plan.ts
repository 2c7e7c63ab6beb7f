import { defaultBreakRules } from '#contract/rules/break-rules.ts';
import type { CampaignKey, StationKey } from '#contract/rules/keys.ts';
import type { AdPlan, PlannedCampaign, PlannedStation, Spot } from '#contract/engine/engine-ads.ts';
import type { PlanCampaignRow, PlanStationRow, RenditionRow } from './plan.repo.ts';

export type PlanRows = {
  /** Only stations whose account accepted the agreement. */
  stations: readonly PlanStationRow[];
  campaigns: readonly PlanCampaignRow[];
  renditions: readonly RenditionRow[];
  /** Spots that ad servers may answer with. */
  providerSpots?: readonly { provider: string; creative: string }[];
};
export type Shares = ReadonlyMap<CampaignKey, Pick<PlannedCampaign, 'pace' | 'tightness'>>;
export type PlanContent = Omit<AdPlan, 'revision'>;

/**
 * The plan for the engine: which campaigns may play on which stations, with their spots. A campaign without a station that
 * admits it, or without audio and ad server, is left out. Shares are those of `shares`, otherwise all chances.
 */
export const compilePlan = (
  { stations, campaigns, renditions, providerSpots = [] }: PlanRows,
  shares: Shares,
): PlanContent => {
  const spots = spotsOf(renditions);
  const playable = campaigns.flatMap((row) => {
    const attempts = row.attempts.filter(({ creative }) => spots.has(creative));
    return attempts.length === 0 && row.asked.length === 0 ? [] : [{ ...row, attempts }];
  });
  const admits = admission(playable);
  const planned = stations.map((station) => ({ station, ...admits(station) }));
  const used = new Set(planned.flatMap((one) => one.campaigns));
  const counted = new Set(planned.flatMap(({ withheld }) => withheld.map(({ campaign }) => campaign)));
  const playing = playable.filter(({ key }) => used.has(key) || counted.has(key));
  const heard = new Set(
    playing.flatMap(({ key, attempts }) => (used.has(key) ? attempts.map(({ creative }) => creative) : [])),
  );
  const providers = providersOf(
    playing.flatMap(({ key, asked }) => (used.has(key) ? asked.map(({ provider }) => provider) : [])),
    providerSpots.filter(({ creative }) => spots.has(creative)),
  );
  for (const id of providers.flatMap((one) => one.spots)) heard.add(id);
  return {
    spots: [...spots.values()].filter(({ id }) => heard.has(id)),
    ...(providers.length > 0 && { providers }),
    campaigns: playing.map((row) => ({ ...plannedCampaign(row, shares), attempts: attemptsOf(row) })),
    stations: planned.map(({ station, ...admitted }) => plannedStation(station, admitted)),
  };
};

const providersOf = (
  ids: readonly string[],
  spots: NonNullable<PlanRows['providerSpots']>,
): NonNullable<PlanContent['providers']> =>
  [...new Set(ids)].map((id) => ({
    id,
    spots: spots.flatMap(({ provider, creative }) => (provider === id ? [creative] : [])),
  }));

/** Own audio and ad servers in their order. */
const attemptsOf = ({ attempts, asked }: PlanCampaignRow): PlannedCampaign['attempts'] =>
  [
    ...attempts.map(({ ord, rules, creative }) => ({ ord, attempt: { rules, spot: creative } })),
    ...asked.map(({ ord, rules, provider }) => ({ ord, attempt: { rules, spot: provider, isProvider: true } })),
  ]
    .sort((a, b) => a.ord - b.ord)
    .map(({ attempt }) => attempt);

/** The spots of these encodings, by ID. */
export const spotsOf = (renditions: readonly RenditionRow[]): Map<string, Spot> =>
  new Map(
    [...Map.groupBy(renditions, (row) => row.creative_id)].map(([id, rows]) => [
      id,
      {
        id,
        files: rows.map(
          ({ codec, sample_rate, channels, bitrate, path, storage_key, sha256, bytes, frames, duration_us }) => ({
            format: { codec, sample_rate, channels, bitrate },
            ...{
              path,
              ...(storage_key !== undefined && { storage_key }),
              sha256,
              bytes,
              frames,
              duration: duration_us,
            },
          }),
        ),
      },
    ]),
  );

type Admitted = Pick<PlannedStation, 'campaigns' | 'withheld'>;

/** Which of the campaigns a station plays, and which of the network it withholds though it admits campaigns of others. */
export const admission = (campaigns: readonly PlanCampaignRow[]) => {
  const compared = campaigns.map((row) => ({
    row,
    chosen: new Set<StationKey>(row.stations),
    approved: new Set<StationKey>(row.approved),
    rejected: new Set<StationKey>(row.rejected),
  }));
  return ({ key, account_key, rules }: PlanStationRow): Admitted => {
    const blockedAdvertisers = new Set(rules?.blockedAdvertisers.map((name) => name.toLowerCase()));
    const blockedCategories = new Set(rules?.blockedCategories);
    const admitted: Admitted = { campaigns: [], withheld: [] };
    for (const { row, chosen, approved, rejected } of compared) {
      if (chosen.size > 0 && !chosen.has(key)) continue;
      const isOwn = row.account_key === account_key;
      if (!isOwn && !(row.network && rules?.networkAds)) continue;
      const isBlocked =
        blockedCategories.has(row.category) ||
        blockedAdvertisers.has(row.advertiser.toLowerCase()) ||
        rejected.has(key);
      if (!isOwn && isBlocked) admitted.withheld.push({ campaign: row.key, reason: 'blocked' });
      else if (!isOwn && rules?.approval !== 'auto' && !approved.has(key))
        admitted.withheld.push({ campaign: row.key, reason: 'approval' });
      else admitted.campaigns.push(row.key);
    }
    return admitted;
  };
};

/** A campaign as those who choose spots need it, with its own audio only. */
export const plannedCampaign = (row: PlanCampaignRow, shares: Shares): PlannedCampaign => ({
  key: row.key,
  account: row.account_key,
  advertiser: row.advertiser || row.name,
  category: row.category,
  priority: row.priority,
  attempts: row.attempts.map(({ rules, creative }) => ({ rules, spot: creative })),
  positions: row.positions,
  schedule: row.schedule,
  limits: {
    perListener: row.rate_limiting.perListener,
    perSession: row.rate_limiting.perSession,
    minutesBetween: row.rate_limiting.minutesBetween,
  },
  link: row.link,
  ...(shares.get(row.key) ?? { pace: beginning(row.starts, [{ from: 0, share: 1 }]), tightness: 0 }),
  until: row.ends,
});

/** A pace that takes nothing before the campaign starts. */
export const beginning = (starts: number, pace: PlannedCampaign['pace']): PlannedCampaign['pace'] => [
  { from: 0, share: 0 },
  ...pace.map(({ from, share }) => ({ from: Math.max(from, starts), share })),
];

const plannedStation = ({ key, timezone, category, rules }: PlanStationRow, admitted: Admitted): PlannedStation => ({
  key,
  timezone,
  // Stations have no language yet.
  language: '',
  category,
  breaks: { ...defaultBreakRules, ...rules?.breaks },
  ...(rules?.providerAds && { providerAds: true }),
  ...admitted,
});
