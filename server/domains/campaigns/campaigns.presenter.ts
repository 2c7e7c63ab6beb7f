import type { Campaign, CampaignSummary } from '#contract/api/campaign.ts';
import { ownAudio } from '#contract/api/campaign.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { AttemptRow, CampaignRow } from './campaigns.repo.ts';
import { presentAudio } from './creatives/accept-audio.ts';
import type { CreativeRow } from './creatives/creatives.repo.ts';
import { inMajorUnit } from './prices.ts';
import { statusReason } from './status.ts';

/** The statuses in which a campaign still has something before it. */
const isAhead: ReadonlySet<string> = new Set<CampaignRow['status']>(['scheduled', 'active']);

/** A campaign as lists show it. */
export const presentSummary = (row: CampaignRow): CampaignSummary => ({
  ...{ id: row.key, accountKey: row.account_key, name: row.name, campaignName: row.name },
  ...{ enabled: row.enabled, network: row.network, advertiser: row.advertiser, category: row.category },
  ...{ priority: row.priority, impressionLimit: row.impression_limit, timezone: row.timezone },
  ...{ startDate: row.start_date, endDate: row.end_date, schedule: row.schedule },
  ...{ rateLimiting: row.rate_limiting, positions: row.positions },
  impressions: { actual: row.delivered, objective: row.impression_limit },
  deliveryRate: row.delivery_rate,
  progress: row.delivered / row.impression_limit,
  status: row.status,
  statusReason: statusReason(row.status, { audioError: row.audio_error, suspended: row.account_suspended }),
  forecast: isAhead.has(row.status) ? row.forecast : null,
  makegoodOf: row.makegood_of,
  impressionPrice: inMajorUnit(row.price_micros),
  ...{ currency: row.currency, version: row.version, updated: row.updated.toISOString() },
});

/** A whole campaign with its audio, its attempts and its stations; `providers`: the names of its ad servers. */
export const presentCampaign = (
  row: CampaignRow,
  attempts: readonly AttemptRow[],
  audio: CreativeRow | undefined,
  stationKeys: StationKey[],
  providers: ReadonlyMap<string, string>,
): Campaign => {
  const url = (attempt: AttemptRow): string | null =>
    attempt.creative_id === null
      ? null
      : `/v1/accounts/${row.account_key}/campaigns/${row.key}/audio?order=${String(attempt.ord)}`;
  return {
    ...presentSummary(row),
    adUrl: attempts.map(url).find((found) => found !== null) ?? null,
    audio: audio ? presentAudio(audio) : null,
    companion: row.companion,
    providerRuleChains: attempts.map((attempt) => ({
      order: attempt.ord,
      provider:
        attempt.provider_id === null
          ? ownAudio
          : { id: attempt.provider_id, name: providers.get(attempt.provider_id) ?? '' },
      ruleChainId: attempt.rule_chain_id,
      ...{ name: attempt.name, rules: attempt.rules },
      adUrl: url(attempt),
      creativeId: attempt.next_creative_id ?? attempt.creative_id,
    })),
    stationKeys,
  };
};
