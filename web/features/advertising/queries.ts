import { keepPreviousData, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type {
  Campaign,
  ChangedCampaign,
  ChangedCampaigns,
  NewCampaign,
  NewRuleChain,
  PatchedCampaign,
} from '#contract/api/campaign.ts';
import type { Rule } from '#contract/rules/ad-rules.ts';
import { campaigns } from '#contract/api/campaigns.ts';
import type { InputOf } from '#contract/api/http.ts';
import type { AccountKey, CampaignKey, StationKey } from '#contract/rules/keys.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

export type CampaignListQuery = NonNullable<InputOf<typeof campaigns.list>['query']>;

/** A page of campaigns; read again soon while audio is being prepared. */
export const campaignsQuery = (id: AccountKey, query: CampaignListQuery) =>
  endpointQuery(
    campaigns.list,
    { params: { id }, query },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data?.entities.some(({ status }) => status === 'preparing') === true ? 1000 : 30_000,
    },
  );

/** A campaign; read again each second while its audio is being prepared. */
export const campaignQuery = (id: AccountKey, cid: CampaignKey) =>
  endpointQuery(
    campaigns.get,
    { params: { id, cid } },
    { refetchInterval: ({ state }) => (state.data?.audio?.state === 'preparing' ? 1000 : false) },
  );

export const advertisingDetailsQuery = (id: AccountKey) =>
  endpointQuery(campaigns.details, { params: { id } }, { staleTime: 60_000 });

export const advertisersQuery = (id: AccountKey) => endpointQuery(campaigns.advertisers, { params: { id } });

export const ruleChainsQuery = (id: AccountKey) => endpointQuery(campaigns.ruleChains, { params: { id } });

export const targetsQuery = (id: AccountKey) =>
  endpointQuery(campaigns.targets, { params: { id } }, { staleTime: 60_000 });

type PlaceQuery = { type: Rule['targets'][number]['type']; path: string; search: string | undefined };

export const targetQuery = (id: AccountKey, query: PlaceQuery) =>
  endpointQuery(campaigns.target, { params: { id }, query }, { placeholderData: keepPreviousData, staleTime: 60_000 });

export type Demand = { rules: Rule[]; from: string; to: string; offset: string; priority: number };

/** How many impressions these rules can still get. */
export const inventoryQuery = (id: AccountKey, { rules, ...query }: Demand) =>
  endpointQuery(
    campaigns.inventory,
    { params: { id }, query, body: rules },
    { placeholderData: keepPreviousData, staleTime: 30_000 },
  );

export const campaignReportQuery = (
  id: AccountKey,
  cid: CampaignKey,
  query: { from?: string | undefined; to?: string | undefined },
) =>
  endpointQuery(
    campaigns.report,
    { params: { id, cid }, query },
    { placeholderData: keepPreviousData, refetchInterval: 60_000 },
  );

/** Caches a changed campaign, and reloads the lists. */
const replaceCampaign = (queries: QueryClient, id: AccountKey, campaign: Campaign): void => {
  queries.setQueryData(campaignQuery(id, campaign.id).queryKey, campaign);
};

type Creation = { body: NewCampaign; stationKeys: StationKey[]; key: string };

/** Creates a campaign. */
export const useCreateCampaign = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: ({ body, stationKeys, key }: Creation) =>
      call(campaigns.create, { params: { id }, query: { stationKeys }, body }, { idempotencyKey: key }),
    meta: { form: true },
    onSuccess: (campaign) => replaceCampaign(queries, id, campaign),
  });
};

/** Saves a whole campaign. */
export const useSaveCampaign = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: ({ body, stationKeys }: { body: ChangedCampaign; stationKeys: StationKey[] }) =>
      call(campaigns.update, { params: { id }, query: { stationKeys }, body }),
    meta: { form: true },
    onSuccess: (campaign) => replaceCampaign(queries, id, campaign),
  });
};

/** Changes some fields of a campaign, e.g. its switch. */
export const usePatchCampaign = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (body: PatchedCampaign) => call(campaigns.patch, { params: { id }, body }),
    onSuccess: (campaign) => replaceCampaign(queries, id, campaign),
  });
};

/** Switches several campaigns on or off. */
export const useSwitchCampaigns = (id: AccountKey) =>
  useAction({
    failure: 'default',
    mutationFn: (body: ChangedCampaigns) => call(campaigns.patchAll, { params: { id }, body }),
  });

/** Deletes a campaign; one that was heard is archived instead. */
export const useRemoveCampaign = (id: AccountKey) =>
  useAction({
    failure: 'campaign.deleteFailed',
    mutationFn: (cid: CampaignKey) => call(campaigns.remove, { params: { id, cid } }),
  });

type NewAudio = { cid: CampaignKey; file: File; from: number };

/** Uploads the audio of a campaign; `from` is where its 30 s begin, in seconds. */
export const useSetCampaignAudio = (id: AccountKey) =>
  useAction({
    failure: 'default',
    mutationFn: ({ cid, file, from }: NewAudio) =>
      call(campaigns.setAudio, { params: { id, cid }, fields: { from: String(from) }, file }),
  });

/** The audio of a campaign as it is played. */
export const fetchCampaignAudio = async (id: AccountKey, cid: CampaignKey): Promise<Blob> =>
  (await call(campaigns.audio, { params: { id, cid } })).blob();

/** The audio of a campaign within what a station plays now; takes some seconds. */
export const useHearInStream = (id: AccountKey) =>
  useAction({
    failure: 'default',
    mutationFn: async ({ cid, station }: { cid: CampaignKey; station: StationKey }) =>
      (await call(campaigns.audioInStream, { params: { id, cid }, query: { station } })).blob(),
  });

/** Saves rules under a name, to use them in other campaigns. */
export const useCreateRuleChain = (id: AccountKey) =>
  useAction({
    failure: 'default',
    mutationFn: (body: NewRuleChain) => call(campaigns.createRuleChain, { params: { id }, body }),
  });

/** Replaces saved rules; campaigns keep those that they were saved with. */
export const useChangeRuleChain = (id: AccountKey) =>
  useAction({
    failure: 'default',
    mutationFn: ({ chainId, ...body }: NewRuleChain & { chainId: string }) =>
      call(campaigns.changeRuleChain, { params: { id, chainId }, body }),
  });

/** Deletes saved rules; campaigns keep theirs. */
export const useRemoveRuleChain = (id: AccountKey) =>
  useAction({
    failure: 'default',
    mutationFn: (chainId: string) => call(campaigns.removeRuleChain, { params: { id, chainId } }),
  });
