import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { campaignForecasts, type ForecastDraft } from '#contract/campaign-forecast.ts';
import type { AccountKey, CampaignKey, StationKey } from '#contract/keys.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';

/** What a campaign will end with, as it is being written. */
export const campaignForecastQuery = (id: AccountKey, draft: ForecastDraft, stationKeys: readonly StationKey[]) =>
  queryOptions({
    queryKey: ['advertising', id, 'forecast', draft, stationKeys],
    queryFn: ({ signal }) =>
      call(
        campaignForecasts.forecast,
        { params: { id }, query: { stationKeys: [...stationKeys] }, body: draft },
        { signal },
      ),
    staleTime: 30_000,
  });

/** What an ended campaign has not delivered, and until when that can be made up for. */
export const makegoodQuery = (id: AccountKey, cid: CampaignKey) =>
  queryOptions({
    queryKey: ['advertising', id, 'campaign', cid, 'makegood'],
    queryFn: ({ signal }) => call(campaignForecasts.makegood, { params: { id, cid } }, { signal }),
    staleTime: 60_000,
  });

/** Creates the campaign that makes up for an ended one. */
export const useMakeGood = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: ({ cid, endDate, key }: { cid: CampaignKey; endDate: string; key: string }) =>
      call(campaignForecasts.makeGood, { params: { id, cid }, body: { endDate } }, { idempotencyKey: key }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['advertising', id] }),
  });
};

/** What was recorded of a campaign's spots in a period. */
export const proofsQuery = (
  id: AccountKey,
  cid: CampaignKey,
  period: { from?: string | undefined; to?: string | undefined },
) =>
  queryOptions({
    queryKey: ['advertising', id, 'campaign', cid, 'proofs', period],
    queryFn: ({ signal }) => call(campaignForecasts.proofs, { params: { id, cid }, query: period }, { signal }),
    staleTime: 60_000,
  });

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
