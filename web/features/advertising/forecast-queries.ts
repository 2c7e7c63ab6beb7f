import { campaignForecasts, type ForecastDraft } from '#contract/api/campaign-forecast.ts';
import type { AccountKey, CampaignKey, StationKey } from '#contract/rules/keys.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

/** What a campaign will end with, as it is being written. */
export const campaignForecastQuery = (id: AccountKey, draft: ForecastDraft, stationKeys: readonly StationKey[]) =>
  endpointQuery(
    campaignForecasts.forecast,
    { params: { id }, query: { stationKeys: [...stationKeys] }, body: draft },
    { staleTime: 30_000 },
  );

/** What an ended campaign has not delivered, and until when that can be made up for. */
export const makegoodQuery = (id: AccountKey, cid: CampaignKey) =>
  endpointQuery(campaignForecasts.makegood, { params: { id, cid } }, { staleTime: 60_000 });

/** Creates the campaign that makes up for an ended one. */
export const useMakeGood = (id: AccountKey) =>
  useAction({
    failure: 'default',
    mutationFn: ({ cid, endDate, key }: { cid: CampaignKey; endDate: string; key: string }) =>
      call(campaignForecasts.makeGood, { params: { id, cid }, body: { endDate } }, { idempotencyKey: key }),
  });

/** What was recorded of a campaign's spots in a period. */
export const proofsQuery = (
  id: AccountKey,
  cid: CampaignKey,
  period: { from?: string | undefined; to?: string | undefined },
) => endpointQuery(campaignForecasts.proofs, { params: { id, cid }, query: period }, { staleTime: 60_000 });

/** The audio of a recording. */
export const fetchProofAudio = async (id: AccountKey, cid: CampaignKey, proof: string): Promise<Blob> =>
  (await call(campaignForecasts.proofAudio, { params: { id, cid, proof } })).blob();

/** The impressions of a period as a CSV file. */
export const useProofOfPlay = (id: AccountKey) =>
  useAction({
    failure: 'default',
    mutationFn: async ({
      cid,
      period,
    }: {
      cid: CampaignKey;
      period: { from?: string | undefined; to?: string | undefined };
    }) => (await call(campaignForecasts.plays, { params: { id, cid }, query: period })).blob(),
  });
