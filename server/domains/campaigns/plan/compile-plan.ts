import { defaultBreakRules } from '#contract/audio-ads.ts';
import type { CampaignKey, StationKey } from '#contract/keys.ts';
import type { AdPlan, PlannedCampaign, PlannedStation, Spot } from '#contract/engine-ads.ts';
import type { PlanCampaignRow, PlanStationRow, RenditionRow } from './plan.repo.ts';

export type PlanRows = {
  /** Only stations whose account accepted the agreement. */
  stations: readonly PlanStationRow[];
  campaigns: readonly PlanCampaignRow[];
  renditions: readonly RenditionRow[];
};
export type Shares = ReadonlyMap<CampaignKey, PlannedCampaign['pace']>;
export type PlanContent = Omit<AdPlan, 'revision'>;

/**
 * The plan for the engine: which campaigns may play on which stations, with their spots. A campaign without a station that
 * admits it, or without audio, is left out. Shares are those of `shares`, otherwise all chances.
 */
export const compilePlan = ({ stations, campaigns, renditions }: PlanRows, shares: Shares): PlanContent => {
  const spots = spotsOf(renditions);
  const playable = campaigns.flatMap((row) => {
    const attempts = row.attempts.filter(({ creative }) => spots.has(creative));
    return attempts.length === 0 ? [] : [{ ...row, attempts }];
  });
  const admits = admission(playable);
  const planned = stations.map((station) => ({ station, campaigns: admits(station) }));
  const used = new Set(planned.flatMap((one) => one.campaigns));
  const playing = playable.filter(({ key }) => used.has(key));
  const heard = new Set(playing.flatMap(({ attempts }) => attempts.map(({ creative }) => creative)));
  return {
    spots: [...spots.values()].filter(({ id }) => heard.has(id)),
    campaigns: playing.map((row) => plannedCampaign(row, shares)),
    stations: planned.map(({ station, campaigns: keys }) => plannedStation(station, keys)),
  };
};

/** The spots of these encodings, by ID. */
export const spotsOf = (renditions: readonly RenditionRow[]): Map<string, Spot> =>
  new Map(
    [...Map.groupBy(renditions, (row) => row.creative_id)].map(([id, rows]) => [
      id,
      {
        id,
        files: rows.map(({ codec, sample_rate, channels, bitrate, path, sha256, bytes, frames, duration_us }) => ({
          format: { codec, sample_rate, channels, bitrate },
          ...{ path, sha256, bytes, frames, duration: duration_us },
        })),
      },
    ]),
  );

/** Which of the campaigns a station plays. */
const admission = (campaigns: readonly PlanCampaignRow[]) => {
  const compared = campaigns.map((row) => ({
    row,
    chosen: new Set<StationKey>(row.stations),
    approved: new Set<StationKey>(row.approved),
    rejected: new Set<StationKey>(row.rejected),
  }));
  return ({ key, account_key, rules }: PlanStationRow): CampaignKey[] => {
    const blockedAdvertisers = new Set(rules?.blockedAdvertisers.map((name) => name.toLowerCase()));
    const blockedCategories = new Set(rules?.blockedCategories);
    return compared.flatMap(({ row, chosen, approved, rejected }) => {
      if (chosen.size > 0 && !chosen.has(key)) return [];
      if (row.account_key === account_key) return [row.key];
      const isAdmitted =
        row.network &&
        (rules?.networkAds ?? false) &&
        !blockedCategories.has(row.category) &&
        !blockedAdvertisers.has(row.advertiser.toLowerCase()) &&
        !rejected.has(key) &&
        (rules?.approval === 'auto' || approved.has(key));
      return isAdmitted ? [row.key] : [];
    });
  };
};

/** A campaign as those who choose spots need it. */
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
  pace: shares.get(row.key) ?? beginning(row.starts, [{ from: 0, share: 1 }]),
  until: row.ends,
});

/** A pace that takes nothing before the campaign starts. */
export const beginning = (starts: number, pace: PlannedCampaign['pace']): PlannedCampaign['pace'] => [
  { from: 0, share: 0 },
  ...pace.map(({ from, share }) => ({ from: Math.max(from, starts), share })),
];

const plannedStation = (
  { key, timezone, category, rules }: PlanStationRow,
  campaigns: CampaignKey[],
): PlannedStation => ({
  key,
  timezone,
  // Stations have no language yet.
  language: '',
  category,
  breaks: { ...defaultBreakRules, ...rules?.breaks },
  campaigns,
});
