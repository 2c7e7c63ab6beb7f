import { sql } from 'kysely';
import type { NewAdRequest } from '#contract/api/ad-requests.ts';
import { RateLimiting, type Rule } from '#contract/rules/ad-rules.ts';
import { type Campaign } from '#contract/api/campaign.ts';
import type { CampaignKey } from '#contract/rules/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { newKey } from '#server/kernel/keys.ts';
import { knownZone } from '#server/kernel/time-zone.ts';
import type { Tx } from '#server/kernel/kernel.ts';
import { insertCampaign, setAttempts, setStations, stationsOfAccount } from '../campaigns.repo.ts';
import { lockCreatives } from '../creatives/creatives.repo.ts';
import type { RequestRow } from './ad-requests.repo.ts';

type Chosen = { priority: Campaign['priority']; everyStation: boolean; by: string; now: Date };

/**
 * Creates the campaign of a request: on the stations that were asked for, or with `everyStation` on all that admit campaigns of others,
 * with the audio of the request. Refuses with `campaign.audioFailed` if that can't be played, and with `adRequest.noStations` if the
 * stations are gone.
 */
export const createNetworkCampaign = async (
  tx: Tx,
  { account_key, form, creative_id, price_micros, currency }: RequestRow,
  { priority, everyStation, by, now }: Chosen,
): Promise<CampaignKey> => {
  const key = newKey('campaign');
  const audio = await audioOf(tx, account_key, creative_id);
  const stations = everyStation ? [] : await stationsOfAccount(tx, account_key, form.stationKeys);
  if (!everyStation && stations.length === 0) refuse('adRequest.noStations');
  await insertCampaign(tx, {
    ...{ key, account_key, network: true, priority, price_micros, currency },
    ...{ name: form.campaignName, advertiser: form.advertiser, category: form.category },
    impression_limit: form.impressionsGoal,
    start_date: form.startDate,
    end_date: form.endDate,
    timezone: await zoneOf(tx, form),
    rate_limiting: JSON.stringify(RateLimiting.parse({})),
    positions: ['pre', 'mid'],
    ...{ created: now, created_by: by, updated: now, updated_by: by },
  });
  await setAttempts(tx, key, [{ ord: 1, rules: JSON.stringify(rulesOf(form)), ...audio }]);
  await setStations(tx, key, stations);
  return key;
};

/** Audio that is still prepared plays once it is ready. */
const audioOf = async (tx: Tx, account: RequestRow['account_key'], id: string | null) => {
  const [creative] = id === null ? [] : await lockCreatives(tx, account, [id]);
  if (creative?.state === 'failed') refuse('campaign.audioFailed');
  return creative?.state === 'preparing'
    ? { creative_id: null, next_creative_id: creative.id }
    : { creative_id: creative?.id ?? null, next_creative_id: null };
};

/** The places of a request as one rule; none for everywhere. */
const rulesOf = ({ locations }: NewAdRequest): Rule[] =>
  locations.length === 0 ? [] : [{ targets: locations, isNegated: false }];

/** The time zone of the first station, in which the days of the campaign begin. */
const zoneOf = async (tx: Tx, { stationKeys }: NewAdRequest): Promise<string> => {
  const { rows } = await sql<{ zone: string }>`select default_timezone as zone from stations
    where key = any(${stationKeys}) order by key = ${stationKeys[0] ?? ''} desc limit 1`.execute(tx);
  return knownZone(rows[0]?.zone || 'UTC');
};
